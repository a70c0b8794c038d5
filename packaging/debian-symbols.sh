#!/bin/sh
# Prints the .symbols file of the header's functions, all of this version where they are not listed yet.
# usage: debian-symbols.sh [OLD_FILE]
set -eu
old=${1:-/dev/null}
version=$("$(dirname "$0")/version.sh")
echo 'libshelfcount.so.0 libshelfcount0 #MINVER#'
{
  echo "SHELFCOUNT_0"
  "$(dirname "$0")/header.py" functions
} | while read -r name; do
  since=$(sed -n "s/^ $name@SHELFCOUNT_0 //p" "$old")
  echo " $name@SHELFCOUNT_0 ${since:-$version}"
done
