#!/bin/sh
# Builds cbench against the shared library that ships and runs it.
#
# usage: run.sh DIST BUILD PROGRAM SAVE JSON [OPTION...]
#
# DIST: directory of the libraries; BUILD: where the program goes; PROGRAM: shelfcount, which makes
# the scene shelf; SAVE: 1 keeps the results in results/<machine>/ (a run without OPTION does anyhow,
# unless SAVE is 0); JSON: a file for one object a line, with instructions, or empty; OPTION: of
# cbench, see `cbench -h`; without one: all scenes.
# PROTOTYPE=FILE in the environment runs the C prototype in between as well.
set -eu
here=$(dirname "$0")
dist=$(cd "$1" && pwd) build=$2 shelfcount=$3 save=$4 json=$5
shift 5

# The board's name where there is one, else the processor's with the numbers that tell it apart.
machine() {
  if [ -r /proc/device-tree/model ]; then
    tr -d '\0' </proc/device-tree/model
  else
    awk -F'\t*: ' '
      $1 == "model name" { name = $2 }
      $1 == "cpu family" { family = " family " $2 }
      $1 == "model" { model = " model " $2 }
      $1 == "" && NR > 1 { exit }
      END { print (name ? name : "unknown") family model }' /proc/cpuinfo
  fi
}

describe() {
  echo "machine   $(machine), $(nproc) cores seen, load $(cut -d' ' -f1-3 /proc/loadavg) at the start"
  echo "system    $(. /etc/os-release && echo "$PRETTY_NAME"), $(uname -sm)"
  echo "compiler  $(gcc --version | head -n 1); $(swift --version 2>/dev/null | head -n 1)"
  echo "OpenBLAS  $(pkg-config --modversion openblas)," \
    "kernels: $(OPENBLAS_VERBOSE=2 "$build/cbench" -h 2>&1 | sed -n 's/^Core: //p')"
  echo "source    $(git -C "$here" describe --always --dirty), $(date -u +%Y-%m-%d)"
}

gcc -std=gnu99 -O3 -Wall -Wextra ${PROTOTYPE:+"-DPROTOTYPE=\"$(realpath "$PROTOTYPE")\""} \
  -I"$dist/include" "$here"/cbench/*.c -o "$build/cbench" -L"$dist" -lshelfcount -lm \
  -Wl,-rpath,"$dist"

if [ $# -eq 0 ]; then
  save=${save:-1}
  # shellcheck disable=SC2046 # one operand a line
  set -- -s grid,crowd $("$here/scenes.sh" "$shelfcount" "$build/scenes" 10 50 100 200 300)
fi

description=$(describe)
echo "$description"
"$build/cbench" -c "$build/cbench.csv" -M "$(machine)" "$@"

if [ -n "$json" ]; then
  counted=$build/icount.csv
  if ! "$here/icount/count.py" "$(uname -m)" "$dist" "$build" --csv "$counted" "$@"; then
    echo "instructions are not counted" >&2
    counted=-
  fi
  "$here/json_lines.py" "$build/cbench.csv" "$counted" "$json"
  echo "written: $json"
fi
if [ "$save" = 1 ]; then
  results=$here/results/$(machine | tr -c '[:alnum:]\n' - | tr '[:upper:]' '[:lower:]')
  mkdir -p "$results"
  cp "$build/cbench.csv" "$results/cbench.csv"
  echo "$description" >"$results/machine.txt"
  echo "written: $results"
fi
