#!/usr/bin/env bash
# @extractus/feed-extractor 8.0.3 (npm): the time of an Atom entry. Needs Node 20.
#
# Guess: `published` of an entry is its `published` (RFC 4287, section 4.2.9), the time of its first appearance.
# Seen:  it is `updated`, so an old article whose spelling was corrected today counts as today's news. The entry's own
#        `published` is read only where `updated`, which every entry has to have, is missing.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-fund --no-audit @extractus/feed-extractor@8.0.3

cat > read.mjs <<'JAVASCRIPT'
import { extractFromXml } from "@extractus/feed-extractor";

const published = (times) =>
  extractFromXml(`<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom">
    <id>tag:play.example,2026:news</id><title>News</title><updated>2026-11-28T10:00:00Z</updated>
    <entry><id>tag:play.example,2026:1</id><title>Siege</title>${times}
    <link rel="alternate" href="https://play.example/news/siege"/></entry></feed>`).entries[0].published;
const first = "<published>2026-03-01T09:00:00Z</published>";
const both = published(`${first}<updated>2026-11-28T10:00:00Z</updated>`);
const one = published(first);
console.log("published in March, updated in November:", both);
console.log("published in March alone:               ", one);
process.exit(both === "2026-11-28T10:00:00.000Z" && one === "2026-03-01T09:00:00.000Z" ? 0 : 1);
JAVASCRIPT
node read.mjs
