#!/bin/sh
# Prints the names of the functions that the header declares, sorted, one a line.
# usage: header-functions.sh [HEADER]
set -eu
header=${1:-$(dirname "$0")/../CInclude/shelfcount.h}
tr '\n' ' ' <"$header" | grep -o 'SHELF_API [^(;]*shelf_[a-z0-9_]*(' |
  sed 's/.*[ *]\(shelf_[a-z0-9_]*\)($/\1/' | sort
