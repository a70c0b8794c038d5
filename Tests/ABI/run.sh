#!/bin/sh
# The binary interface: what breaks a program that was built with an older or another header.
#
# usage: run.sh DIST     DIST: directory of the libraries (.build/dist/<arch>)
set -eu
cd "$(dirname "$0")/../.."
dist=$(cd "$1" && pwd)
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

# ---- Layout and interface: only additions ---------------------------------------------------------

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


# An interface may grow; what was there stays. After an addition `make abi-baseline` keeps the new one.
interface() { # HEADER: against the interface of the last baseline
  mkdir -p "$work/interface"
  $here/baseline.sh "$1" "$work/interface" || return
  abidiff --no-added-syms --suppressions $here/grows.abignore $here/baseline/interface.abi \
    "$work/interface/interface.abi"
}
constants() { # HEADER: each constant of the baseline has its value
  python3 packaging/header.py constants "$1" >"$work/now"
  grep -vxF -f "$work/now" $here/baseline/constants.txt && return 1
  test -s "$work/now"
}
check "interface: nothing removed or changed" interface CInclude/shelfcount.h
check "constants: nothing removed or changed" constants CInclude/shelfcount.h
check "baseline: made from a header of this SONAME" \
  grep -q "soname='libshelfcount.so.0'" $here/baseline/interface.abi

first_release() { # LIBRARY
  gcc $c99 -O1 $here/first_release.c -o "$work/first" -L"$dist" -l"$1" -Wl,-rpath,"$dist" || return
  "$work/first"
}
for library in shelfcount shelfcount-noblas; do
  check "a program of the first release runs: $library" first_release $library
done

# ---- The gates themselves: each must see what it is for ---------------------------------------------

mutant=$work/mutant/shelfcount.h
mkdir -p "$work/mutant"
mutate() { # SED_SCRIPT: a header that differs
  sed "$1" CInclude/shelfcount.h >"$mutant"
  ! cmp -s CInclude/shelfcount.h "$mutant"
}
sees() { # GATE SED_SCRIPT: the gate fails
  mutate "$2" || return
  if "$1" "$mutant"; then return 1; fi
}
passes() { # GATE SED_SCRIPT
  mutate "$2" && "$1" "$mutant"
}
compiles() { "$compiler" -x "$language" "-std=$standard" $warnings -Wpadded -I"$(dirname "$1")" -fsyntax-only $here/header.c; }
layout() { gcc $c11 -I"$(dirname "$1")" -fsyntax-only $here/layout.c; }
exports() { # HEADER: the library exports its functions and nothing else
  python3 packaging/header.py functions "$1" >"$work/functions"
  nm -D --defined-only --format=posix "$dist/libshelfcount.so.0" | awk '$2 != "A" { sub("@.*", "", $1); print $1 }' |
    sort | diff "$work/functions" -
}

check "seen: a function removed" sees interface '/shelf_reset(/d'
check "seen: a parameter of another type" sees interface 's/shelf_trail(const shelf_scanner \*scanner, uint64_t/shelf_trail(const shelf_scanner *scanner, uint32_t/'
check "seen: a field inserted" sees interface 's/^    uint32_t inside;/    uint32_t extra;\n&/'
check "seen: a field of another type" sees interface 's/^    float score;  /    int32_t score;  /'
check "seen: a value struct that grows" sees interface 's/^    uint32_t hits;     .*rows matched in its life/    uint32_t extra; \/* /; s/^} shelf_track;/    uint32_t more; &/'
check "passes: a config that grows at its end" passes interface 's/^} shelf_config;/    uint32_t extra; &/'
check "passes: a function added" passes interface 's/^SHELF_API void shelf_close/SHELF_API void shelf_extra(void);\n&/'
check "seen: a constant of another value" sees constants 's/SHELF_FATE_EMPTY = 18/SHELF_FATE_EMPTY = 30/'
check "seen: a constant removed" sees constants '/SHELF_FATE_EMPTY = 18/d'
check "passes: a constant added" passes constants 's/SHELF_FATE_EMPTY = 18/SHELF_FATE_EXTRA = 99, &/'
check "layout.c sees a field inserted" sees layout 's/^    uint32_t inside;/    uint32_t extra;\n&/'
check "layout.c sees a struct that grows" sees layout 's/^} shelf_config;/    uint32_t extra; &/'
for compiler in gcc g++ $clang; do
  case $compiler in g++) language=c++ standard=c++98 ;; *) language=c standard=c99 ;; esac
  # clang lays out, and warns of, only what a program uses.
  [ "$compiler" = "$clang" ] ||
    check "$compiler sees a struct with padding" sees compiles 's/^    uint64_t track_id; .*0 where the row.*/    int32_t extra; uint64_t track_id;/'
  check "$(basename "$compiler") sees an enumerator list with a comma at its end" sees compiles 's/SHELF_PIXELS_BGRA = 3 }/SHELF_PIXELS_BGRA = 3, }/; s/SHELF_ANCHOR_BOTTOM = 1/&, SHELF_EXTRA = 1ULL << 40/'
done
compiler=g++ language=c++ standard=c++98
check "g++ sees a word of C++" sees compiles 's/int32_t axis, float lo/int32_t template, float lo/'
check "exports: exactly the header's functions" exports CInclude/shelfcount.h
check "seen: a function that the library lacks" sees exports 's/^SHELF_API void shelf_close/SHELF_API void shelf_extra(void);\n&/'
check "seen: an exported function that the header lacks" sees exports '/shelf_reset(/d'
finish
