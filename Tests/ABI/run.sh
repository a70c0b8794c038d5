#!/bin/sh
# The binary interface: what breaks a program that was built with an older or another header.
#
# usage: run.sh
set -eu
cd "$(dirname "$0")/../.."
. Tests/Consumers/check.sh

here=Tests/ABI
warnings='-pedantic -Wall -Wextra -Werror'
c99="-std=c99 $warnings"
c11="-std=c11 $warnings"
clang=$(command -v clang || true)

# ---- The header ---------------------------------------------------------------------------------

header() { # COMPILER LANGUAGE STANDARD
  case $2 in c) extra=-Wc++-compat ;; *) extra= ;; esac
  "$1" -x "$2" "-std=$3" -pedantic -Wall -Wextra -Wpadded $extra -Werror -ICInclude \
    -fsyntax-only $here/header.c
}
for standard in c99 c11 c17 c2x; do
  check "header: gcc, $standard" header gcc c $standard
  [ -z "$clang" ] || check "header: clang, $standard" header "$clang" c $standard
done
for standard in c++98 c++11 c++17 c++20 c++23; do
  check "header: g++, $standard" header g++ c++ $standard
  [ -z "$clang" ] || check "header: clang++, $standard" header "$clang" c++ $standard
done

wrapper() { # COMPILER STANDARD OPTION
  "$1" -x c++ "-std=$2" $3 $warnings -ICInclude -fsyntax-only -include shelfcount.hpp /dev/null
}
for standard in c++17 c++20 c++23; do
  for exceptions in -fexceptions -fno-exceptions; do
    check "C++ wrapper: g++, $standard $exceptions" wrapper g++ $standard $exceptions
    [ -z "$clang" ] ||
      check "C++ wrapper: clang++, $standard $exceptions" wrapper "$clang" $standard $exceptions
  done
done

structs() { sed -n "$1" "$2" | sort; }
every_struct_has_a_layout() {
  structs 's/^typedef struct \(shelf_[a-z_]*\) {$/\1/p' CInclude/shelfcount.h >"$work/declared"
  structs 's/^SIZE(\(.*\), .*/\1/p' $here/layout.c >"$work/asserted"
  diff "$work/declared" "$work/asserted"
}
check "layout: every struct of the header is in layout.c" every_struct_has_a_layout
check "layout: this machine" gcc $c11 -ICInclude -fsyntax-only $here/layout.c
if [ -n "$clang" ]; then
  for target in x86_64-linux-gnu i686-linux-gnu aarch64-linux-gnu armv7-linux-gnueabihf; do
    check "layout: $target" "$clang" --target=$target -ffreestanding $c11 -ICInclude \
      -fsyntax-only $here/layout.c
  done
fi
check "the shim declares CBLAS as <cblas.h> does" \
  gcc $c99 $(pkg-config --cflags openblas) -fsyntax-only $here/blas_shim.c

finish
