#!/bin/sh
# Makes one object of an archive of Embedded Swift: what the header declares and what that needs.
# Everything else becomes local: Embedded Swift objects carry weak swift_* functions, which would
# replace the real runtime of a Swift program that links the archive.
#
# usage: one-object.sh ARCHIVE OBJECT [TOOLS]     TOOLS: prefix of ld and objcopy
set -eu
archive=$1 object=$2 tools=${3:-}
roots=$("$(dirname "$0")/header.py" functions | sed 's/^/--undefined=/')
# shellcheck disable=SC2086 # $roots is a list of options
"${tools}ld" -r --gc-sections $roots --whole-archive "$archive" -o "$object.linked"
"${tools}objcopy" --wildcard --keep-global-symbol='shelf_*' --strip-unneeded \
  --remove-section=.swift_modhash --remove-section='.swift1_autolink_entries' \
  "$object.linked" "$object"
rm "$object.linked"
