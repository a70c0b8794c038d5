#!/bin/sh
# Compiles the programs of Tests/Consumers and Examples/c as a user of the library would, links each
# with the static and the shared library, and runs it.
#
# usage: run.sh [DIST]     DIST: directory of the libraries (.build/dist/<arch>)
set -eu
cd "$(dirname "$0")/../.."
dist=$(cd "${1:-.build/dist/$(uname -m)}" && pwd)
. Tests/Consumers/check.sh

here=Tests/Consumers
warnings='-pedantic -Wall -Wextra -Werror'
c99="-std=c99 -O2 $warnings"
c11="-std=c11 -O2 $warnings"
cpp="-std=c++17 -O2 $warnings"
clang=$(command -v clang || true)
archive() { echo "$dist/lib$1.a $(libraries "$1")"; }
shared() { echo "-L$dist -l$1 -Wl,-rpath,$dist"; }
libraries() { case $1 in *-noblas) echo -lm ;; *) echo -lopenblas -lm ;; esac }

# ---- The header ---------------------------------------------------------------------------------

header() { # COMPILER LANGUAGE STANDARD
  case $2 in c) extra=-Wc++-compat ;; *) extra= ;; esac
  "$1" -x "$2" "-std=$3" -pedantic -Wall -Wextra -Wpadded $extra -Werror -ICInclude \
    -fsyntax-only $here/c/header.c
}
for standard in c99 c11 c17 c2x; do
  check "header: gcc, $standard" header gcc c $standard
  [ -z "$clang" ] || check "header: clang, $standard" header "$clang" c $standard
done
for standard in c++98 c++11 c++17 c++20 c++23; do
  check "header: g++, $standard" header g++ c++ $standard
  [ -z "$clang" ] || check "header: clang++, $standard" header "$clang" c++ $standard
done

structs() { sed -n "$1" "$2" | sort; }
every_struct_has_a_layout() {
  structs 's/^typedef struct \(shelf_[a-z]*\) {$/\1/p' CInclude/shelfcount.h >"$work/declared"
  structs 's/^SIZE(\(.*\), .*/\1/p' $here/c/layout.c >"$work/asserted"
  diff "$work/declared" "$work/asserted"
}
check "layout: every struct of the header is in layout.c" every_struct_has_a_layout
check "layout: this machine" gcc $c11 -ICInclude -fsyntax-only $here/c/layout.c
if [ -n "$clang" ]; then
  for target in x86_64-linux-gnu i686-linux-gnu aarch64-linux-gnu armv7-linux-gnueabihf; do
    check "layout: $target" "$clang" --target=$target -ffreestanding $c11 -ICInclude \
      -fsyntax-only $here/c/layout.c
  done
fi
check "the shim declares CBLAS as <cblas.h> does" \
  gcc $c99 $(pkg-config --cflags openblas) -fsyntax-only $here/c/blas_shim.c

# ---- Programs -----------------------------------------------------------------------------------

# The headers are those shipped in DIST.
build() { # LANGUAGE SOURCE PROGRAM LINK_OPTION...
  language=$1 source=$2 output=$work/$3
  shift 3
  case $language in
  c99) gcc $c99 -I"$dist/include" "$source" -o "$output" "$@" ;;
  c11) gcc $c11 -I"$dist/include" "$source" -o "$output" "$@" ;;
  c++) g++ $cpp -I"$dist/include" "$source" -o "$output" "$@" ;;
  sanitized)
    gcc $c99 -g -fsanitize=address,undefined -fno-sanitize-recover=all -I"$dist/include" \
      "$source" -o "$output" "$@"
    ;;
  swift) swiftc -O -swift-version 6 -ICInclude "$source" -o "$output" $(for_swiftc "$@") ;;
  esac
}
for_swiftc() { # swiftc wants -Xlinker where gcc wants -Wl,
  printf '%s\n' "$@" | sed 's/^-Wl,\(.*\),\(.*\)/-Xlinker \1 -Xlinker \2/'
}
run() { # PROGRAM ARGUMENT...; its output stays in PROGRAM.out
  output=$work/$1
  shift
  status=0
  "$output" "$@" >"$output.out" || status=$?
  head -n 40 "$output.out"
  return $status
}
build_and_run() { # LANGUAGE SOURCE PROGRAM 'LINK OPTIONS' ARGUMENT...
  name=$3 link=$4
  build "$1" "$2" "$name" $link || return
  shift 4
  run "$name" "$@"
}
same() { # PROGRAM PROGRAM
  test -s "$work/$1.out" && cmp "$work/$1.out" "$work/$2.out"
}

stream=$work/stream.txt
write_stream "$stream"

for kind in archive shared; do
  for library in shelfcount shelfcount-noblas; do
    with=$($kind $library)
    on="$library, $kind"
    id=$library-$kind
    check "C replay: $on" build_and_run c99 Examples/c/replay.c replay-$id "$with" "$stream" 640 480
    check "C ten lines: $on" build_and_run c11 Examples/c/ten_lines.c ten-$id "$with"
    check "C++ program, two scanners: $on" \
      build_and_run c++ $here/cpp/main.cpp cpp-$id "$with" "$stream" 640 480
    check "hosted Swift program: $on" \
      build_and_run swift $here/swift/main.swift swift-$id "$with" "$stream" 640 480
    check "C and C++ print the same: $on" same replay-$id cpp-$id
    check "C and Swift print the same: $on" same replay-$id swift-$id
    check "ten lines count one can: $on" grep -qx '1 counted' "$work/ten-$id.out"
    check "misuse: $on" build_and_run c99 $here/c/misuse.c misuse-$id "$with"
    check "misuse, sanitized: $on" build_and_run sanitized $here/c/misuse.c misuse-san-$id "$with"
    check "no allocation: $on" build_and_run c99 $here/c/alloc_count.c alloc-$id "$with"
    show
  done
done
check "archive and shared library print the same" \
  same replay-shelfcount-archive replay-shelfcount-shared
check "archive and shared library without BLAS print the same" \
  same replay-shelfcount-noblas-archive replay-shelfcount-noblas-shared
check "closed form" run replay-shelfcount-archive "$stream" 640 480 closed
check "closed form prints the same with and without BLAS in the build" \
  same replay-shelfcount-archive replay-shelfcount-noblas-archive

finish
