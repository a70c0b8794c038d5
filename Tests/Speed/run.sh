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

cbench() {
  gcc -std=gnu99 -O1 -Wall -Wextra -Werror -I"$dist/include" Benchmarks/cbench/*.c -o "$work/cbench" \
    -L"$dist" -lshelfcount -lm -Wl,-rpath,"$dist" && "$work/cbench" -l -s grid,crowd >"$work/runs"
}
each_once() { # scene, n, by, kalman and matcher name a line; both scenes, sizes, filters and countings
  cut -d, -f2,3,6-8 "$work/runs" | tail -n +2 | sort >"$work/keys"
  test "$(wc -l <"$work/keys")" -ge 40 && test -z "$(uniq -d "$work/keys")"
}
json() { # two lines of results to objects, one of which was counted
  head='scene,n,stream,preset,by,kalman,matcher'
  printf '%s,median_us,p10_us,p90_us,p99_us\n' "$head" >"$work/m.csv"
  printf 'grid,10,grid 10,shelf,item,blas,greedy,2.5,2,3,4\n' >>"$work/m.csv"
  printf 'crowd,9,crowd 9,bytetrack,track,closed,optimal,1,1,1,1\n' >>"$work/m.csv"
  printf 'grid,9,grid 9,shelf,track,closed,greedy,1,1,1,1\n' >>"$work/m.csv"
  printf '%s,instructions\ngrid,10,grid 10,shelf,item,blas,greedy,777\n' "$head" >"$work/i.csv"
  Benchmarks/json_lines.py "$work/m.csv" "$work/i.csv" "$work/out" || return
  cat >"$work/wanted" <<'END'
{"scene": "grid", "n": 10, "kalman": "blas", "matcher": "greedy", "by": "item", "median_us": 2.5, "low_us": 2.0, "high_us": 3.0, "p99_us": 4.0, "instructions": 777}
{"scene": "crowd", "n": 9, "kalman": "closed", "matcher": "optimal", "by": "track", "median_us": 1.0, "low_us": 1.0, "high_us": 1.0, "p99_us": 1.0, "instructions": null}
END
  diff "$work/wanted" "$work/out"
}
check "cbench compiles without a warning" cbench
check "cbench runs each configuration once" each_once
check "results as JSON: an object a line, of the presets that stand for by item and by track" json

check "vectors in the hot loops" Tests/Speed/vectorised.py "$build"
show

finish
