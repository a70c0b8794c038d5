#!/bin/sh
# The wheel of this machine, installed in a fresh virtual environment as a user would.
#
# usage: run.sh DIST [PYTHON]
set -eu
cd "$(dirname "$0")/../.."
dist=$(cd "$1" && pwd)
system=${2:-/usr/bin/python3}
root=$PWD
. Tests/Consumers/check.sh
wheel=$(ls "$dist"/*.whl)
python=$work/venv/bin/python

install() {
  "$system" -m venv "$work/venv"
  "$python" -m pip install -q --only-binary :all: "$wheel" && return
  echo "no numpy to be had from the package index: Debian's is used"
  "$system" -m venv --clear --system-site-packages "$work/venv"
  "$python" -m pip install -q --no-index --no-deps "$wheel"
}
tests() { (cd "$work" && "$python" "$root/Tests/Python/test_shelfcount.py" "$root/Examples/data/pan-ease.csv.gz"); }
film() { # EXAMPLE OPTION...
  example=$1
  shift
  (cd "$work" && "$python" "$root/Examples/python/$example" "$root/Examples/data/pan-ease.csv.gz" "$@")
}
counts_17() { film "$@" | tail -n 1 | grep -E '^17 counted'; }
draws() { grep -q '<line' "$work/count.svg" && grep -q '<polyline' "$work/count.svg"; }
oldest_glibc() { # the library needs nothing newer than the tag of the wheel promises
  newest=$(readelf -VW "$dist/libshelfcount-noblas.so.0" | grep -o 'GLIBC_[0-9.]*' | sort -uV | tail -n 1)
  echo "$newest"
  test "$(printf '%s\n' "$newest" GLIBC_2.17 | sort -V | tail -n 1)" = GLIBC_2.17
}

check "the wheel installs in a fresh environment" install
show
check "tests of the package" tests
show
check "count.py counts 17" counts_17 count.py 640 480
check "picamera2_imx500.py counts 17 without a camera" counts_17 picamera2_imx500.py --size 640x480
check "picamera2_imx500.py draws edges and trails" draws
check "the library needs no glibc newer than 2.17" oldest_glibc
if "$python" -m pip install -q auditwheel >"$work/pip.log" 2>&1; then
  for each in "$dist"/../*/*.whl; do
    audit() { "$python" -m auditwheel show "$each" | tr '\n' ' ' | grep -E "consistent with .*manylinux_2_(5|12|17)_"; }
    check "auditwheel: $(basename "$each")" audit
  done
else
  echo "skipped: auditwheel, the package index is not within reach"
fi
check "the wheel is py3-none-manylinux" test -n "$(echo "$wheel" | grep -- '-py3-none-manylinux2014_')"
finish
