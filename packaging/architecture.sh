# What the machine `$arch` is called elsewhere, and what builds and runs programs for it from here.
# Source it with arch=x86_64, aarch64 or armv7 set.
#
# debian, multiarch: Debian's names        tools: prefix of gcc, ld, nm ...; empty for this machine
# emulator: runs its programs; empty for this machine
case $arch in
x86_64) debian=amd64 multiarch=x86_64-linux-gnu emulator=qemu-x86_64 ;;
aarch64) debian=arm64 multiarch=aarch64-linux-gnu emulator=qemu-aarch64 ;;
armv7) debian=armhf multiarch=arm-linux-gnueabihf emulator=qemu-arm ;;
*) echo "architecture: x86_64, aarch64 or armv7, not '$arch'" >&2 && exit 2 ;;
esac
tools=$multiarch-
if [ "$arch" = "$(uname -m)" ]; then
  tools='' emulator=''
fi
