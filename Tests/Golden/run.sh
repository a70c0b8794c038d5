#!/bin/sh
# One stream, one answer: with the closed form every architecture gives the same tracks, items and
# counts to the last bit; with BLAS the same numbers, states, classes and counts. So does the hosted
# library, optimised or not, the rows in the opposite order, and a run that went on elsewhere from a
# snapshot. Tests/Golden/hashes.txt holds the answers' hashes: tracks, items, log and counts.
#
# usage: run.sh BUILD ARCH...              ARCH: the first is compared with itself (closed form and
#                                          BLAS) and with all others
#        run.sh BUILD --refresh ARCH       writes the hashes anew (`make golden`)
set -eu
cd "$(dirname "$0")/../.."
build=$1
shift
refresh=''
[ "$1" != --refresh ] || { refresh=yes && shift; }
first=$1
hashes=Tests/Golden/hashes.txt
. Tests/Consumers/check.sh
shared=${SHELFCOUNT_SHARED:-../shared}
export OPENBLAS_NUM_THREADS=1

# ---- Streams: NAME WIDTH HEIGHT FPS, the rows in $work/NAME.txt -----------------------------------

streams=$work/streams
write_stream "$work/film.txt"
echo film 640 480 30 >"$streams"
for scene in mixed blind clutter flicker hands fast wall lens parallax back fbf; do
  "$build/release/shelfcount" simulate "$work/$scene" --scene $scene --seed 7
  mv "$work/$scene/det.txt" "$work/$scene.txt"
  echo $scene 640 640 30 >>"$streams"
done
own=$(wc -l <"$streams")
if [ -d "$shared/data/counting" ] && [ -z "$refresh" ]; then
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

hash() { # FILE: that of an answer, and how many it counted
  echo "$(sha256sum <"$1" | cut -c1-32) $(sed -n 's/^count 0 \([0-9]*\).*/\1/p' "$1")"
}
is_golden() { # STREAM FILE
  grep -qxF "$1 $(hash "$2")" $hashes || { echo "not in $hashes: $1 $(hash "$2")" && return 1; }
}
closed() { echo "$work/$1-shelfcount-noblas-closed-$first"; } # STREAM: the answer that all must give

if [ -n "$refresh" ]; then
  arch=$first
  . packaging/architecture.sh
  compile shelfcount-noblas
  while read -r name size; do
    answer shelfcount-noblas closed $name $size
    echo "$name $(hash "$(closed $name)")"
  done <"$streams" >"$work/hashes"
  cp "$work/hashes" $hashes
  cat $hashes
  exit
fi

# The BLAS path takes its time in an emulator: of the later streams only the closed form is compared.
with_blas=' film mixed blind mixed-hard-0 pan-back-1 '
for arch in "$@"; do
  . packaging/architecture.sh
  check "$arch: compile" compile shelfcount -lopenblas
  check "$arch: compile without BLAS" compile shelfcount-noblas
  while read -r name size; do
    reference=$(closed $name)
    check "$arch: $name" answer shelfcount-noblas closed $name $size
    [ $arch = "$first" ] ||
      check "$arch: $name is that of $first, bit by bit" \
        identical "$reference" "$work/$name-shelfcount-noblas-closed-$arch"
    case $with_blas in *" $name "*) ;; *) continue ;; esac
    check "$arch: $name, closed form of the library with BLAS" answer shelfcount closed $name $size
    check "$arch: $name with BLAS" answer shelfcount blas $name $size
    check "$arch: $name is the same with both libraries, bit by bit" \
      identical "$reference" "$work/$name-shelfcount-closed-$arch"
    check "$arch: $name with BLAS has the same ids and counts" \
      same_numbers "$reference" "$work/$name-shelfcount-blas-$arch"
  done <"$streams"
done

arch=$first
. packaging/architecture.sh
head -n "$own" "$streams" | while read -r name size; do
  check "$name is as in $hashes" is_golden $name "$(closed $name)"
done >"$work/golden"
cat "$work/golden"
passed=$((passed + $(grep -c '^ok' "$work/golden")))
failed=$((failed + $(grep -c '^FAILED' "$work/golden" || true)))

# ---- Rows in another order; the hosted library; going on elsewhere ---------------------------------

reversed() { # STREAM WIDTH HEIGHT FPS
  "$work/shelfcount-noblas-$first" "$work/$1.txt" "$2" "$3" "$4" closed reversed >"$work/reversed" &&
    identical "$(closed $1)" "$work/reversed"
}
hosted() { # CONFIGURATION: builds the program with the library as Swift programs link it
  # An archive keeps the objects of files that have gone.
  rm -f "$build/$1/libShelfABI.a"
  swift build -c "$1" --product ShelfABI --scratch-path "$build" &&
    gcc -std=c11 -O1 -ICInclude -c Tests/Golden/golden.c -o "$work/hosted.o" &&
    swiftc "$work/hosted.o" "$build/$1/libShelfABI.a" -lopenblas -lm -o "$work/hosted-$1"
}
same_hosted() { # CONFIGURATION STREAM WIDTH HEIGHT FPS
  "$work/hosted-$1" "$work/$2.txt" "$3" "$4" "$5" closed >"$work/hosted-answer" &&
    identical "$(closed $2)" "$work/hosted-answer"
}
on() { # ARCH save|resume FRAME
  arch=$1
  . packaging/architecture.sh
  $emulator "$work/shelfcount-noblas-$1" "$work/mixed.txt" 640 640 30 closed "$2" "$3" "$work/snapshot"
}
goes_on() { # ARCH ARCH
  { on "$1" save 300 && on "$2" resume 300; } >"$work/hopped" && identical "$(closed mixed)" "$work/hopped"
}
for configuration in debug release; do
  check "hosted, $configuration: compile" hosted $configuration
done
while read -r name size; do
  check "$name: rows in the opposite order" reversed $name $size
  for configuration in debug release; do
    check "hosted, $configuration: $name is the same, bit by bit" same_hosted $configuration $name $size
  done
done <"$streams"
previous=$first
for arch in "$@" "$first"; do
  check "a snapshot of $previous goes on on $arch, bit by bit" goes_on "$previous" "$arch"
  previous=$arch
done
finish
