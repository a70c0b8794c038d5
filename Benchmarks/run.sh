#!/bin/sh
# Builds cbench.c against the shared library that ships and runs it.
#
# usage: run.sh DIST BUILD SAVE [OPTION...]
#
# DIST: directory of the libraries; BUILD: where the program goes; SAVE: 1 keeps the results in
# results/<machine>/; OPTION: of cbench, see `cbench -h`
set -eu
here=$(dirname "$0")
dist=$(cd "$1" && pwd) build=$2 save=$3
shift 3

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

gcc -std=c99 -O2 -Wall -Wextra -I"$dist/include" "$here/cbench.c" -o "$build/cbench" \
  -L"$dist" -lshelfcount -Wl,-rpath,"$dist"

description=$(describe)
echo "$description"
if [ "$save" = 1 ]; then
  results=$here/results/$(machine | tr -c '[:alnum:]\n' - | tr '[:upper:]' '[:lower:]')
  mkdir -p "$results"
  "$build/cbench" -c "$results/cbench.csv" "$@"
  echo "$description" >"$results/machine.txt"
  echo "written: $results"
else
  "$build/cbench" "$@"
fi
