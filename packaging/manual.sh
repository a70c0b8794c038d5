#!/bin/sh
# Prints the manual page of the program, made from what its --help says.
# usage: manual.sh PROGRAM
set -eu
program=$1
version=$("$(dirname "$0")/version.sh")

# Sections end in a colon, options are "  --name VALUE   text" with further lines indented more, all
# else stays as it is laid out.
page() { # SECTION_MACRO
  awk -v macro="$1" '
    function clean(s) { gsub(/\\/, "\\e", s); gsub(/-/, "\\-", s); sub(/^[.\047]/, "\\\\&&", s); return s }
    function close_raw() { if (raw) { print ".fi"; raw = 0 } }
    /^$/ { close_raw(); option = 0; next }
    /^[A-Z][^:.]*:$/ { close_raw(); option = 0; sub(/:$/, ""); print macro " " "\"" clean($0) "\""; next }
    /^  --[a-z]/ {
      close_raw()
      split(substr($0, 3), parts, /   +/)
      print ".TP\n.B " clean(parts[1]) "\n" clean(substr($0, index($0, parts[2])))
      option = 1
      next
    }
    option && /^ +/ { sub(/^ +/, ""); print clean($0); next }
    /^Usage: / { close_raw(); sub(/^Usage: /, ""); print ".PP\n.B " clean($0); next }
    /^ / { if (!raw) { print ".PP\n.nf"; raw = 1 } print clean($0); next }
    { close_raw(); if (!text) print ".PP"; print clean($0) }
  '
}

summary=$("$program" --help | sed -n 's/^shelfcount \(.*\)\.$/\1/p')
cat <<HEAD
.TH SHELFCOUNT 1 "" "ShelfCount $version" "User Commands"
.SH NAME
shelfcount \- $summary
.SH SYNOPSIS
.B shelfcount
.I COMMAND
[options]
.SH DESCRIPTION
HEAD
"$program" --help | sed '1,/^Usage/d' | page .SS
for command in $("$program" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
  echo ".SH \"SHELFCOUNT $(echo "$command" | tr a-z A-Z)\""
  "$program" help "$command" | page .SS
done
cat <<'TAIL'
.SH SEE ALSO
The header
.I shelfcount.h
of the package libshelfcount\-dev is the manual of the library.
TAIL
