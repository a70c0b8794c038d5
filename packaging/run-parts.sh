#!/bin/sh
# Runs test targets of the Makefile, all of them even if one fails, and sums up: one line a part,
# the failed checks again, and `N passed, N failed` of all scripts at the very end.
# usage: run-parts.sh LOGS TARGET...
set -u
logs=$1
shift
mkdir -p "$logs"
summary='' failed_parts='' passed=0 failed=0

for part in "$@"; do
  echo "==== $part"
  start=$(date +%s)
  { make --no-print-directory "$part" 2>&1; echo $? >"$logs/$part.status"; } |
    tee "$logs/$part.log"
  seconds=$(($(date +%s) - start))
  status=$(cat "$logs/$part.status")
  counts=$(grep -E '^[0-9]+ passed, [0-9]+ failed$' "$logs/$part.log" | tail -n 1)
  if [ -n "$counts" ]; then
    passed=$((passed + ${counts%% *}))
    counted=${counts#*, }
    failed=$((failed + ${counted%% *}))
  else # Swift Testing
    counts=$(grep -E 'Test run with .* (passed|failed)' "$logs/$part.log" | tail -n 1)
  fi
  result=ok
  if [ "$status" -ne 0 ]; then
    result=FAILED
    failed_parts="$failed_parts $part"
  fi
  line=$(printf '%-12s %-7s %4ds  %s' "$part" "$result" "$seconds" "$counts")
  summary="$summary$line
"
done

echo "==== summary"
for part in $failed_parts; do
  echo "failures of $part ($logs/$part.log):"
  grep -E '^FAILED|^not ok|^✘|error:' "$logs/$part.log" | head -n 40
done
printf '%s' "$summary"
echo "$passed passed, $failed failed"
[ -z "$failed_parts" ]
