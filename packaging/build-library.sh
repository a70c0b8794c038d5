#!/bin/sh
# Compiles the core as Embedded Swift and packs it as a C library without a Swift runtime:
# libshelfcount.a and libshelfcount.so.0 in BUILD/dist/ARCH, next to the headers in include/.
#
# usage: build-library.sh x86_64|aarch64|armv7 blas|noblas|stages [BUILD]
#
# blas:   Kalman prediction by CBLAS, links libopenblas
# noblas: the closed form only, needs nothing but libc; named libshelfcount-noblas
# stages: blas that calls shelf_stage of the program where a stage of the frame begins, for measuring;
#         in BUILD/stages/ARCH
set -eu

cd "$(dirname "$0")/.."
arch=$1 variant=$2 build=${3:-.build}
. packaging/architecture.sh
. packaging/small.sh
dist=$build/dist/$arch
scratch=$build/embedded/$arch-$variant

case $variant in
blas) name=libshelfcount traits=Embedded,BLAS libraries='-lopenblas -lm' ;;
noblas) name=libshelfcount-noblas traits=Embedded libraries=-lm ;;
stages)
  name=libshelfcount traits=Embedded,BLAS,Stages dist=$build/stages/$arch
  libraries='-lopenblas -lm -Wl,-z,undefs'
  ;;
*) echo "build-library.sh: blas, noblas or stages, not '$variant'" >&2 && exit 2 ;;
esac

# The bare-metal modules emit ELF objects for the same calling convention as Linux, so they link
# into ordinary Linux libraries; the toolchain has no Embedded modules for those Linux triples.
target='' strict='-Xswiftc -no-allocations'
if [ -n "$tools" ]; then
  case $arch in
  aarch64) target='--triple aarch64-none-none-elf' ;;
  armv7)
    target='--triple armv7-none-none-eabi -Xcc -mfloat-abi=hard -Xcc -mfpu=neon'
    # Where Int has 32 bits, the compiler takes UInt64(aUInt32) for an allocation (its code has
    # none). Tests/Artefacts still shows that the library asks for no allocating function.
    strict=''
    ;;
  *) echo "build-library.sh: no cross build for '$arch'" >&2 && exit 2 ;;
  esac
fi

# An archive that is there keeps the objects of sources that are gone.
rm -f "$scratch"/*/release/libShelfABI.a
# shellcheck disable=SC2086 # $target, $small and $strict are lists of options
swift build -c release --product ShelfABI --traits "$traits" --scratch-path "$scratch" $target \
  $small $strict
archive=$(find "$scratch"/*/release -name libShelfABI.a)

mkdir -p "$dist/include"
cp CInclude/shelfcount.h CInclude/shelfcount.hpp "$dist/include/"
object=$scratch/$name.o
packaging/one-object.sh "$archive" "$object" "$tools"

rm -f "$dist/$name.a"
"${tools}ar" rcsD "$dist/$name.a" "$object"

# The linker of the Swift toolchain: it leaves no pages of zeros between the segments. The library starts
# nothing and ends nothing, so it needs no code of the C runtime for that.
# shellcheck disable=SC2086 # $libraries is a list of options
"${tools}gcc" -shared -s -o "$dist/$name.so.0" "$object" \
  -B"$(dirname "$(command -v ld.lld)")" -fuse-ld=lld -nostartfiles \
  -Wl,-soname="$name.so.0" -Wl,--version-script=packaging/shelfcount.map \
  -Wl,--gc-sections -Wl,--icf=all -Wl,--as-needed \
  -Wl,-z,defs -Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack $libraries
ln -sf "$name.so.0" "$dist/$name.so"
