#!/bin/sh
# Makes the reference of the C interface and the pages of docs/ a website: BUILD/docs, to be served by
# any web server (`python3 -m http.server -d .build/docs`; start at /documentation/shelfcount).
#
# usage: build-docs.sh [BUILD]
set -eu
cd "$(dirname "$0")/.."
build=${1:-.build}
catalog=$build/docc/shelfcount.docc
rm -rf "$build/docc" "$build/docs"
mkdir -p "$catalog" "$build/docc/symbols"

clang -extract-api -x c-header "$PWD/CInclude/shelfcount.h" -I CInclude -fparse-all-comments \
  --product-name=shelfcount -o "$build/docc/symbols/shelfcount.symbols.json"
for page in quick-start tuning memory porting versions accuracy; do
  # Links into the repository lead nowhere here: their text stays.
  sed -E -e 's/\[([^]]*)\]\([a-z-]*\.md[^)]*\)/\1/g' -e 's/!?\[([^]]*)\]\((\.\.\/|[a-z-]+\.png)[^)]*\)/\1/g' \
    "docs/$page.md" >"$catalog/$page.md"
done
cat >"$catalog/shelfcount.md" <<PAGE
# \`\`shelfcount\`\`

Stable tracks and an honest count from a flickering stream of detections. Version $(packaging/version.sh).

## Topics

### Guides

$(for page in quick-start tuning memory porting versions accuracy; do echo "- <doc:$page>"; done)
PAGE
docc convert "$catalog" --additional-symbol-graph-dir "$build/docc/symbols" --output-dir "$build/docs" \
  --fallback-display-name shelfcount --fallback-bundle-identifier shelfcount \
  --transform-for-static-hosting --warnings-as-errors
