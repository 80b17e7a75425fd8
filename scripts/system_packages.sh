#!/bin/sh
# Installs the servers, the browser and the Korean letters that the tests look at, where that is allowed (root on Debian).
# Elsewhere the tests that need them are skipped, each with a line that says what to install.
set -eu
missing=""
command -v mariadbd >/dev/null 2>&1 || [ -x /usr/sbin/mariadbd ] || missing="$missing mariadb-server"
command -v chromium >/dev/null 2>&1 || missing="$missing chromium"
[ -d /usr/share/fonts/truetype/nanum ] || missing="$missing fonts-nanum"
[ -n "$missing" ] || exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
  echo "Installing$missing for the tests ..."
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq
  # shellcheck disable=SC2086
  apt-get install -y -qq --no-install-recommends $missing >/dev/null
else
  echo "Not installed:$missing. Tests that need them are skipped; to run them: apt-get install$missing" >&2
fi
