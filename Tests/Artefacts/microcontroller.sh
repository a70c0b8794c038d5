#!/bin/sh
# The core without BLAS for a microcontroller (Cortex-M4/M7, hard float): it compiles, and asks for
# nothing but what a bare-metal C library has. Nothing is run. Prints what it takes of flash and RAM.
#
# usage: microcontroller.sh BUILD
set -eu
cd "$(dirname "$0")/../.."
scratch=$1/embedded/armv7em-noblas
. Tests/Consumers/check.sh
. packaging/small.sh

rm -f "$scratch"/*/release/libShelfABI.a # it would keep the objects of sources that are gone
compile() {
  # shellcheck disable=SC2086 # $small is a list of options
  swift build -c release --product ShelfABI --traits Embedded --scratch-path "$scratch" \
    --triple armv7em-none-none-eabi -Xcc -mfloat-abi=hard -Xcc -mfpu=fpv5-sp-d16 \
    $small
}
check "armv7em: the core compiles" compile
show
archive=$(find "$scratch"/*/release -name libShelfABI.a)
object=$work/core.o
check "armv7em: links to one object" packaging/one-object.sh "$archive" "$object" arm-linux-gnueabihf-
only_libc() {
  arm-linux-gnueabihf-nm -u --format=posix "$object" | awk 'NF > 1 { print $1 }' |
    grep -vxE 'memcpy|memmove|memset|__stack_chk_(fail|guard)|__aeabi_.*' >"$work/surplus" || true
  cat "$work/surplus"
  test -s "$object" && test ! -s "$work/surplus"
}
check "armv7em: asks for memcpy, memset and helpers of the compiler" only_libc
arm-linux-gnueabihf-size "$object" | awk 'NR == 2 { print "        flash " $1 " bytes, RAM " $2 + $3 " bytes beside the block" }'
finish
