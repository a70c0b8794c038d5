# Counts checks. Source it, call `check NAME COMMAND...` for each and `finish` at the end.
# A check passes when its command does; its output is shown when it fails.
passed=0
failed=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

check() {
  check_name=$1
  shift
  if "$@" >"$work/check.log" 2>&1; then
    passed=$((passed + 1))
    echo "ok      $check_name"
  else
    failed=$((failed + 1))
    echo "FAILED  $check_name"
    sed 's/^/        /' "$work/check.log"
  fi
}

# Shows what the last check printed.
show() {
  sed 's/^/        /' "$work/check.log"
}

finish() {
  echo "$passed passed, $failed failed"
  [ "$failed" -eq 0 ]
}

# The stream that ships in the repository, as MOT text.
write_stream() { # FILE
  gzip -dc Examples/data/pan-ease.csv.gz | awk -F, 'NR > 1 {
    printf "%d,-1,%s,%s,%.1f,%.1f,%s,%s\n", $1 + 1, $2, $3, $4 - $2, $5 - $3, $6, $7
  }' >"$1"
}
