#!/usr/bin/env bash
# rss-parser 3.13.0 (npm): links of Atom entries. Needs Node 20.
#
# Guess: a link without `rel` leads to the article: it "MUST be interpreted as" an alternate one (RFC 4287, section 4.2.7.2),
#        and `rel="alternate"` may be left out without a difference.
# Seen:  the reader takes the first link of the entry then, whatever it is, here the enclosed picture. With the word written
#        out it finds the article.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-fund --no-audit rss-parser@3.13.0

cat > read.mjs <<'JAVASCRIPT'
import Parser from "rss-parser";

const link = async (attribute) => {
  const feed = `<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom">
    <id>tag:play.example,2026:news</id><title>News</title><updated>2026-11-28T10:00:00Z</updated>
    <entry><id>tag:play.example,2026:1</id><title>Siege</title><updated>2026-11-28T10:00:00Z</updated>
    <link rel="enclosure" type="image/png" href="https://play.example/siege.png"/>
    <link ${attribute}href="https://play.example/news/siege"/></entry></feed>`;
  return (await new Parser().parseString(feed)).items[0].link;
};
const short = await link("");
const long = await link('rel="alternate" ');
console.log("without rel:  ", short);
console.log("rel=alternate:", long);
process.exit(short === "https://play.example/siege.png" && long === "https://play.example/news/siege" ? 0 : 1);
JAVASCRIPT
node read.mjs
