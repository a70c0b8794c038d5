#!/bin/sh
# Prints the version that the header states: 0.1.0.
awk '/define SHELF_VERSION_(MAJOR|MINOR|PATCH)/ { printf "%s%s", dot, $3; dot = "." } END { print "" }' \
  "$(dirname "$0")/../CInclude/shelfcount.h"
