#!/bin/sh
# Writes the binary interface of a header in DIRECTORY: interface.abi, what ABI tools read of a C twin
# of the library, and constants.txt.
#
# usage: baseline.sh HEADER DIRECTORY
set -eu
header=$1 directory=$2
packaging=$(dirname "$0")/../../packaging
python3 "$packaging/header.py" constants "$header" | grep -v '^SHELF_VERSION_' >"$directory/constants.txt"
python3 "$packaging/header.py" twin "$header" >"$directory/twin.c"
include=$(cd "$(dirname "$header")" && pwd)
# Compiled where it lies: the interface holds the path as given.
(cd "$directory" && gcc -shared -fPIC -g -std=c11 -I"$include" twin.c -o twin.so \
  -Wl,-soname=libshelfcount.so.0)
abidw --no-show-locs --no-corpus-path --no-comp-dir-path --out-file "$directory/interface.abi" \
  "$directory/twin.so"
rm "$directory/twin.c" "$directory/twin.so"
