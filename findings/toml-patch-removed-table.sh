#!/usr/bin/env bash
# @decimalturn/toml-patch 3.3.0: removal of one of several `[[tables]]`. Needs Node 20.
#
# Guess: "patch" keeps the comments of what stays. The comment above the removed table goes with it, or stays where it was.
# Seen:  if the table after the next one has no comment, the comment of the removed table moves down to that one: "# Forum"
#        stands above the shop. The values are right, so a check of the values does not notice.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-fund --no-audit @decimalturn/toml-patch@3.3.0

cat > remove.mjs <<'JAVASCRIPT'
import { parse, patch } from "@decimalturn/toml-patch";

const text = `# Forum
[[links]]
url = "/forum"

# Wiki
[[links]]
url = "/wiki"

[[links]]
url = "/shop"
`;
const values = parse(text);
values.links.shift();
const left = patch(text, values);
console.log(left);
const lines = left.split("\n").filter((line) => line !== "");
const expected = ["# Wiki", "[[links]]", 'url = "/wiki"', "# Forum", "[[links]]", 'url = "/shop"'];
process.exit(JSON.stringify(lines) === JSON.stringify(expected) ? 0 : 1);
JAVASCRIPT
node remove.mjs
