#!/bin/sh
# Make sure that a Chromium is there for the browser tests: an installed one, else Debian's, else Playwright's own.
set -eu
bin=$1
for name in chromium chromium-browser google-chrome google-chrome-stable; do
    if command -v "$name" >/dev/null 2>&1; then exit 0; fi
done
if command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
    echo "installing Chromium for the browser tests (apt-get install chromium)"
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium >/dev/null && exit 0
fi
echo "installing Playwright's Chromium for the browser tests"
"$bin/playwright" install chromium
