#!/bin/sh
# Runs the fuzz targets, each from its committed inputs and from what earlier runs here have found.
#
# usage: run.sh BUILD SECONDS [TARGET...]     finds go to BUILD/fuzz/finds/TARGET
#
# A find fails; it is then shrunk by `BUILD/fuzz/bin/TARGET -minimize_crash=1 -runs=10000 FILE`, fixed,
# and added to Tests/Fuzz/corpus/TARGET.
set -eu
cd "$(dirname "$0")/../.."
build=$1/fuzz seconds=$2
shift 2
[ $# -gt 0 ] || set -- calls snapshot decode reader model
Tests/Fuzz/build.sh "${build%/fuzz}"
. Tests/Consumers/check.sh
# OpenBLAS's threads would only wait; Swift's own crash handler would run before the sanitizer's.
export OPENBLAS_NUM_THREADS=1 SWIFT_BACKTRACE=enable=no
export ASAN_OPTIONS=detect_leaks=0

fuzz() { # TARGET
  mkdir -p "$build/corpus/$1" "$build/finds/$1"
  "$build/bin/$1" -max_total_time="$seconds" -max_len=4096 -timeout=20 -rss_limit_mb=2048 \
    -print_final_stats=1 -artifact_prefix="$build/finds/$1/" \
    "$build/corpus/$1" "Tests/Fuzz/corpus/$1" 2>"$build/$1.log" ||
    { tail -n 60 "$build/$1.log" && return 1; }
}
for target in "$@"; do
  check "fuzz $target for $seconds s" fuzz "$target"
  sed -n 's/^stat::number_of_executed_units: */        runs: /p; $d' "$build/$target.log"
done
finish
