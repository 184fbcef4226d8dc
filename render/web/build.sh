#!/usr/bin/env bash
# Makes page.js from src again. Needs Node 20 or later and a network.
set -euo pipefail
cd "$(dirname "$0")"
npm ci --ignore-scripts --no-audit --no-fund
node build.mjs
