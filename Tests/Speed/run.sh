#!/bin/sh
# What speed rests on and no clock has to show: fork and memory of the process, vectors in the hot
# loops, nothing left of the stage marks.
#
# usage: run.sh BUILD DIST     BUILD: where the program was built; DIST: directory of the libraries
set -eu
cd "$(dirname "$0")/../.."
build=$1 dist=$(cd "$2" && pwd)
. Tests/Consumers/check.sh

manners() { # LIBRARY KALMAN
  gcc -O2 -Wall -Wextra -Werror -I"$dist/include" Tests/Speed/manners.c -o "$work/manners" \
    -L"$dist" -l"$1" -Wl,-rpath,"$dist" && "$work/manners" "$2"
}
for pair in 'shelfcount blas' 'shelfcount closed' 'shelfcount-noblas closed'; do
  check "fork, resident memory: $pair" manners $pair
  show
done

# The program is compiled with the trait Stages, so its core shows what to look for.
names_stages() { nm -u "$build"/release/ShelfCore.build/*.o | grep -w shelf_stage; }
no_stages() {
  for file in "$dist"/libshelfcount.a "$dist"/libshelfcount-noblas.a "$dist"/libshelfcount*.so.0; do
    if strings -a "$file" | grep -i 'shelf_stage'; then return 1; fi
  done
}
check "with the trait Stages the core calls shelf_stage" names_stages
check "without it nothing is left of that" no_stages

check "vectors in the hot loops" Tests/Speed/vectorised.py "$build"
show

finish
