#!/bin/sh
# Installs those of the Debian packages named that are missing; touches nothing when none is.
# usage: install-packages.sh PACKAGE...
set -eu
installed=$(dpkg-query -W -f='${db:Status-Abbrev}${Package}\n' | sed -n 's/^ii //p')
missing=''
for package in "$@"; do
  echo "$installed" | grep -qxF "$package" || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

sudo=''
[ "$(id -u)" -eq 0 ] || sudo=sudo
export DEBIAN_FRONTEND=noninteractive
echo "installing:$missing"
$sudo apt-get update -q || echo 'install-packages.sh: going on with the package lists there are' >&2
# shellcheck disable=SC2086 # $missing is a list
$sudo apt-get install -q -y --no-install-recommends $missing
