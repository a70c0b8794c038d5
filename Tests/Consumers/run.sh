#!/bin/sh
# Compiles the programs of Tests/Consumers and Examples as a user of the library would, links each with
# the static and the shared library, and runs it: on this machine, or for ARM in an emulator.
#
# usage: run.sh [DIST]     DIST: directory of the libraries (.build/dist/<arch>)
set -eu
cd "$(dirname "$0")/../.."
dist=$(cd "${1:-.build/dist/$(uname -m)}" && pwd)
arch=$(basename "$dist")
. packaging/architecture.sh
. Tests/Consumers/check.sh

here=Tests/Consumers
warnings='-pedantic -Wall -Wextra -Werror'
c99="-std=c99 -O2 $warnings"
c11="-std=c11 -O2 $warnings"
cpp="-std=c++17 -O2 $warnings"
archive() { echo "$dist/lib$1.a $(libraries "$1")"; }
shared() { echo "-L$dist -l$1 -Wl,-rpath,$dist"; }
libraries() { case $1 in *-noblas) echo -lm ;; *) echo -lopenblas -lm ;; esac }

# The headers are those shipped in DIST.
build() { # LANGUAGE SOURCE PROGRAM LINK_OPTION...
  language=$1 source=$2 output=$work/$3
  shift 3
  case $language in
  c99) "${tools}gcc" $c99 -I"$dist/include" "$source" -o "$output" "$@" ;;
  c11) "${tools}gcc" $c11 -I"$dist/include" "$source" -o "$output" "$@" ;;
  c++) "${tools}g++" $cpp -I"$dist/include" "$source" -o "$output" "$@" ;;
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
  $emulator "$output" "$@" >"$output.out" || status=$?
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

two_cameras() { # ID 'LINK OPTIONS': both threads count what one does
  for camera in left right; do cp "$stream" "$work/$camera"; done
  build_and_run c++ Examples/cpp/two_cameras.cpp cameras-$1 "$2 -pthread" \
    "$work/left" "$work/right" 640 480 || return
  test "$(grep -c ': 17 counted' "$work/cameras-$1.out")" = 2 &&
    cmp "$work/left.svg" "$work/right.svg" && grep -q '<line' "$work/left.svg"
}

draws() { # ID 'LINK OPTIONS': decodes the stream as tensors, counts and draws
  gzip -dc Examples/data/pan-ease.csv.gz >"$work/film.csv"
  build_and_run c99 Examples/c/draw.c draw-$1 "$2" "$work/film.csv" 640 480 >/dev/null || return
  grep -q '>17 counted<' "$work/draw-$1.out" && grep -q '^<line' "$work/draw-$1.out" &&
    grep -q '^<polyline' "$work/draw-$1.out"
}

frames=10000
[ -z "$emulator" ] || frames=200
stream=$work/stream.txt
write_stream "$stream"

for kind in archive shared; do
  for library in shelfcount shelfcount-noblas; do
    with=$($kind $library)
    on="$library, $kind"
    id=$library-$kind
    check "C replay: $on" build_and_run c99 Examples/c/replay.c replay-$id "$with" "$stream" 640 480
    check "C ten lines: $on" build_and_run c11 Examples/c/ten_lines.c ten-$id "$with"
    check "ten lines count one can: $on" grep -qx '1 counted' "$work/ten-$id.out"
    check "C++ program, two scanners: $on" \
      build_and_run c++ $here/cpp/main.cpp cpp-$id "$with" "$stream" 640 480
    check "C and C++ print the same: $on" same replay-$id cpp-$id
    check "C++ wrapper: $on" build_and_run c++ $here/cpp/wrapper.cpp wrapper-$id "$with"
    check "C++ wrapper without exceptions: $on" \
      build_and_run c++ $here/cpp/wrapper.cpp plain-$id "$with -fno-exceptions"
    check "C++ two cameras: $on" two_cameras $id "$with"
    check "C decodes, counts and draws: $on" draws $id "$with"
    check "misuse: $on" build_and_run c99 $here/c/misuse.c misuse-$id "$with"
    check "no allocation: $on" build_and_run c99 $here/c/alloc_count.c alloc-$id "$with" $frames
    show
    [ -z "$emulator" ] || continue # there are no sanitizers and no hosted Swift for the others
    check "signals, fork, two in one block: $on" build_and_run c99 $here/c/faults.c faults-$id "$with"
    check "misuse, sanitized: $on" build_and_run sanitized $here/c/misuse.c misuse-san-$id "$with"
    check "hosted Swift program: $on" \
      build_and_run swift $here/swift/main.swift swift-$id "$with" "$stream" 640 480
    check "C and Swift print the same: $on" same replay-$id swift-$id
  done
done
without() { # LIBRARY: the ten lines where the loader does not find it; it says which one is missing
  mkdir -p "$work/broken"
  sed "s/$1\\.so\\.0/$1.so.X/g" "$dist/libshelfcount.so.0" >"$work/broken/libshelfcount.so.0"
  [ "$1" != libshelfcount ] || rm "$work/broken/libshelfcount.so.0"
  if LD_LIBRARY_PATH=$work/broken "$work/ten-loose" >"$work/broken/out" 2>&1; then return 1; fi
  cat "$work/broken/out"
  grep -q "$1\.so.*cannot open shared object file" "$work/broken/out"
}
if [ -z "$emulator" ]; then
  check "ten lines, found by the loader's path" \
    build c11 Examples/c/ten_lines.c ten-loose "-L$dist" -lshelfcount -Wl,--allow-shlib-undefined
  check "without OpenBLAS the loader says so" without libopenblas
  check "without the library of this SONAME the loader says so" without libshelfcount
fi
if [ -z "$emulator" ]; then # 36 million pictures: a second here, minutes there
  check "letterbox: every picture of 1...2000 x 1...2000" \
    build_and_run c99 $here/c/letterbox.c letterbox "$(archive shelfcount-noblas)"
  show
fi
check "archive and shared library print the same" \
  same replay-shelfcount-archive replay-shelfcount-shared
check "archive and shared library without BLAS print the same" \
  same replay-shelfcount-noblas-archive replay-shelfcount-noblas-shared
check "closed form" run replay-shelfcount-archive "$stream" 640 480 closed
check "closed form prints the same with and without BLAS in the build" \
  same replay-shelfcount-archive replay-shelfcount-noblas-archive

quiet_blas() { # ENVIRONMENT...
  build c11 $here/c/quiet_blas.c quiet $(shared shelfcount) -lopenblas && env "$@" "$work/quiet"
}
if [ -z "$emulator" ]; then
  check "O18: the threads of OpenBLAS stay idle" quiet_blas
  show
  check "O18: with one thread" quiet_blas OPENBLAS_NUM_THREADS=1
  show
fi

finish
