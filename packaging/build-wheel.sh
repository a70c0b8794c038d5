#!/bin/sh
# Packs the Python package with the library that needs nothing but libc: BUILD/dist/ARCH/*.whl.
#
# usage: build-wheel.sh x86_64|aarch64 [BUILD]
set -eu
cd "$(dirname "$0")/.."
arch=$1 build=${2:-.build}
tree=$build/python/$arch
dist=$build/dist/$arch

rm -rf "$tree"
packaging/python-tree.sh "$tree"
cp "$dist/libshelfcount-noblas.so.0" "$tree/shelfcount/"
rm -f "$dist"/*.whl
# The oldest glibc that the library's symbols need is 2.17 or older: Tests/Python checks it.
(cd "$tree" && /usr/bin/python3 -W ignore setup.py -q bdist_wheel --plat-name "manylinux2014_$arch" -d dist)
cp "$tree"/dist/*.whl "$dist/"
