#!/bin/sh
# Runs test targets of the Makefile, all of them even if one fails, and sums up: the failed checks
# again, one line a part, and at the very end `N passed, N failed`. A part that does not count its
# checks in this form (format, Swift Testing, which has a summary of its own) counts as one.
# usage: run-parts.sh LOGS TARGET...
set -u
logs=$1
shift
mkdir -p "$logs"
summary='' failed_parts='' passed=0 failed=0

for part in "$@"; do
  log=$logs/$part.log
  echo "==== $part"
  start=$(date +%s)
  { make --no-print-directory "$part" 2>&1; echo $? >"$logs/status"; } | tee "$log"
  seconds=$(($(date +%s) - start))

  result=ok
  if [ "$(cat "$logs/status")" -ne 0 ]; then
    result=FAILED
    failed_parts="$failed_parts $part"
  fi
  counts=$(grep -E '^[0-9]+ passed, [0-9]+ failed$' "$log" |
    awk '{ passed += $1; failed += $3 } END { if (NR) print passed " passed, " failed " failed" }')
  if [ -n "$counts" ]; then
    passed=$((passed + ${counts%% *}))
    counted=${counts#*, }
    failed=$((failed + ${counted%% *}))
  else
    [ $result = ok ] && passed=$((passed + 1)) || failed=$((failed + 1))
    counts=$(grep -E 'Test run with .* (passed|failed)' "$log" | tail -n 1)
  fi
  summary="$summary$(printf '%-22s %-6s %4d s  %s' "$part" $result $seconds "$counts")
"
done

echo "==== summary"
for part in $failed_parts; do
  echo "failures of $part, all in $logs/$part.log:"
  grep -E '^FAILED|^✘|error:' "$logs/$part.log" | awk '!seen[$0]++' | head -n 40
done
printf '%s' "$summary"
echo "$passed passed, $failed failed"
[ -z "$failed_parts" ]
