#!/bin/sh
# One stream, one answer: with the closed form every architecture gives the same tracks, items and
# counts to the last bit; with BLAS the same numbers, states, classes and counts.
#
# usage: run.sh BUILD ARCH...     ARCH: the first is compared with itself (closed form and BLAS) and
#                                 with all others
set -eu
cd "$(dirname "$0")/../.."
build=$1
first=$2
shift
. Tests/Consumers/check.sh
shared=${SHELFCOUNT_SHARED:-../shared}
export OPENBLAS_NUM_THREADS=1

# ---- Streams: NAME WIDTH HEIGHT FPS, the rows in $work/NAME.txt -----------------------------------

streams=$work/streams
write_stream "$work/film.txt"
echo film 640 480 30 >"$streams"
for scene in mixed blind clutter; do
  "$build/release/shelfcount" simulate "$work/$scene" --scene $scene --seed 7
  mv "$work/$scene/det.txt" "$work/$scene.txt"
  echo $scene 640 640 30 >>"$streams"
done
if [ -d "$shared/data/counting" ]; then
  for name in mixed-hard-0 pan-back-1; do
    gzip -dc "$shared/data/counting/$name/det.txt.gz" >"$work/$name.txt"
    echo $name 640 640 30 >>"$streams"
  done
else
  echo "skipped: the recorded streams of $shared/data/counting are not here"
fi

# ---- Answers --------------------------------------------------------------------------------------

compile() { # LIBRARY LINK_OPTION...: with the archive
  library=$1
  shift
  "${tools}gcc" -std=c11 -O1 -Wall -Wextra -Werror -I"$build/dist/$arch/include" \
    Tests/Golden/golden.c "$build/dist/$arch/lib$library.a" -o "$work/$library-$arch" "$@" -lm
}
answer() { # LIBRARY closed|blas STREAM WIDTH HEIGHT FPS
  $emulator "$work/$1-$arch" "$work/$3.txt" "$4" "$5" "$6" "$2" >"$work/$3-$1-$2-$arch"
}
numbers() { sed 's/ |.*//' "$1"; }
same_numbers() { # FILE FILE
  numbers "$1" >"$work/one"
  numbers "$2" >"$work/two"
  grep -q '^count' "$work/one" && cmp "$work/one" "$work/two"
}
identical() { grep -q '^count' "$1" && cmp "$1" "$2"; }

for arch in "$@"; do
  . packaging/architecture.sh
  check "$arch: compile" compile shelfcount -lopenblas
  check "$arch: compile without BLAS" compile shelfcount-noblas
  while read -r name size; do
    reference=$work/$name-shelfcount-noblas-closed-$first
    check "$arch: $name" answer shelfcount-noblas closed $name $size
    check "$arch: $name, closed form of the library with BLAS" answer shelfcount closed $name $size
    check "$arch: $name with BLAS" answer shelfcount blas $name $size
    [ $arch = "$first" ] ||
      check "$arch: $name is that of $first, bit by bit" \
        identical "$reference" "$work/$name-shelfcount-noblas-closed-$arch"
    check "$arch: $name is the same with both libraries, bit by bit" \
      identical "$reference" "$work/$name-shelfcount-closed-$arch"
    check "$arch: $name with BLAS has the same ids and counts" \
      same_numbers "$reference" "$work/$name-shelfcount-blas-$arch"
  done <"$streams"
done
sed -n 's/^count 0 \([0-9]*\).*/\1 counted/p' "$work"/*-shelfcount-noblas-closed-"$first"
finish
