#!/usr/bin/env bash
# web-push 3.6.7 (npm): messages longer than one record. Needs Node 20.
#
# Guess: a text too long for one record is refused, or gets a larger record: an application server "MUST encrypt a push
#        message with a single record" (RFC 8291, section 4).
# Seen:  from 4,080 bytes on the request is made of two records, without an error. A browser need not read the second one, so
#        the sender sees a message that was sent and the player none.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-fund --no-audit web-push@3.6.7

cat > encrypt.mjs <<'JAVASCRIPT'
import { createECDH } from "node:crypto";
import webPush from "web-push";

const browser = createECDH("prime256v1");
browser.generateKeys();
const keys = { p256dh: browser.getPublicKey("base64url"), auth: Buffer.alloc(16).toString("base64url") };
const records = (bytes) => {
  const { body } = webPush.generateRequestDetails({ endpoint: "https://push.example/1", keys }, "x".repeat(bytes), {});
  const [size, head] = [body.readUInt32BE(16), 21 + body[20]]; // RFC 8188, section 2.1
  return { size, count: Math.ceil((body.length - head) / size) };
};
const seen = [4079, 4080].map((bytes) => ({ bytes, ...records(bytes) }));
for (const { bytes, size, count } of seen) console.log(`${bytes} bytes: ${count} record(s) of at most ${size} bytes`);
process.exit(seen.every(({ size }) => size === 4096) && seen[0].count === 1 && seen[1].count === 2 ? 0 : 1);
JAVASCRIPT
node encrypt.mjs
