# How the core is compiled to ship: for size, but for the functions that a frame spends its time in, which are
# marked `@_optimize(speed)` (docs/porting.md). Source it.
#
# A function per section: what nothing calls is left out. No errno: a square root is an instruction.
small='--omit-frame-pointers -Xswiftc -wmo -Xswiftc -Osize -Xcc -fno-math-errno
  -Xswiftc -Xfrontend -Xswiftc -function-sections'
