#!/bin/sh
# Lays out the Python package, with the module that is made from the header, in DIRECTORY.
# usage: python-tree.sh DIRECTORY
set -eu
cd "$(dirname "$0")/.."
mkdir -p "$1"
cp -R Python/. "$1/"
/usr/bin/python3 packaging/header.py python >"$1/shelfcount/_abi.py"
