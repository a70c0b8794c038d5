#!/bin/sh
# Installs those of the Debian packages named that are missing; touches nothing when none is.
# PACKAGE may be NAME:ARCHITECTURE, of another architecture too.
# usage: install-packages.sh PACKAGE...
set -eu
own=$(dpkg --print-architecture)
installed=$(dpkg-query -W -f='${db:Status-Abbrev}${Package}:${Architecture}\n' |
  sed -n "s/^ii //; t ok; d; :ok; p; s/:\($own\|all\)\$//p")
missing=''
foreign=''
for package in "$@"; do
  echo "$installed" | grep -qxF "$package" && continue
  missing="$missing $package"
  case $package in *:*) foreign="$foreign ${package#*:}" ;; esac
done
[ -n "$missing" ] || exit 0

sudo=''
[ "$(id -u)" -eq 0 ] || sudo=sudo
export DEBIAN_FRONTEND=noninteractive
echo "installing:$missing"
for architecture in $foreign; do $sudo dpkg --add-architecture "$architecture"; done
$sudo apt-get update -q || echo 'install-packages.sh: going on with the package lists there are' >&2
# shellcheck disable=SC2086 # $missing is a list
$sudo apt-get install -q -y --no-install-recommends $missing
