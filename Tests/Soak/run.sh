#!/bin/sh
# Runs a scanner for FRAMES frames and counts what a frame costs at the beginning and at the end.
#
# usage: run.sh BUILD FRAMES
set -eu
cd "$(dirname "$0")/../.."
build=$1 frames=$2 dist=$1/dist/$(uname -m)
. Tests/Consumers/check.sh

compile() {
  gcc -std=gnu11 -O2 -Wall -Wextra -Werror -I"$dist/include" Tests/Soak/soak.c \
    "$dist/libshelfcount-noblas.a" -lm -o "$work/soak"
}
cost() { # SNAPSHOT: instructions of 1,000 frames
  "qemu-$(uname -m)" -plugin "$work/icount.so,out=$work/marks" "$work/soak" cost "$work/$1" &&
    awk '$1 == 3 { print $2 }' "$work/marks" >"$work/$1.cost" && test -s "$work/$1.cost"
}
within() { # PER_MILLE
  test -s "$work/early.cost" -a -s "$work/late.cost" || return
  echo "1,000 frames: $(cat "$work/early.cost") instructions at the beginning, $(cat "$work/late.cost") at the end"
  awk -v a="$(cat "$work/early.cost")" -v b="$(cat "$work/late.cost")" -v limit="$1" \
    'BEGIN { d = (b - a) / a * 1000; exit !(d <= limit && d >= -limit) }'
}

check "compile" compile
check "$frames frames" "$work/soak" run "$frames" "$work"
show
gcc -O2 -shared -fPIC Benchmarks/icount/plugin.c -o "$work/icount.so"
check "the cost of 1,000 frames after warming up" cost early
check "the cost of the last 1,000 frames" cost late
check "both within 2 %" within 20
show
finish
