#!/usr/bin/env bash
# node-ical 0.27.2: the address of an event (RFC 5545, section 3.8.4.6). Needs Node 20.
#
# Guess: `event.url` is the address as a text. `VALUE=URI` names the type that the property has anyway, so a calendar may
#        write it or leave it out without a difference.
# Seen:  with the parameter `event.url` is an object with `val` and `params`, so a link made from it leads to
#        "[object Object]"; without it, a text. The same holds for a summary or place with a language.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-fund --no-audit node-ical@0.27.2

cat > read.mjs <<'JAVASCRIPT'
import ical from "node-ical";

const read = (line) => {
  const event = ["BEGIN:VEVENT", "UID:siege-5", "DTSTAMP:20261128T000000Z", "DTSTART:20261220T210000Z", line, "END:VEVENT"];
  const text = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//example//EN", ...event, "END:VCALENDAR", ""].join("\r\n");
  return Object.values(ical.sync.parseICS(text)).find(({ type }) => type === "VEVENT");
};
const plain = read("URL:https://play.example/world").url;
const typed = read("URL;VALUE=URI:https://play.example/world").url;
const place = read("LOCATION;LANGUAGE=es:Castillo de Aden").location;
console.log("without the parameter:", plain);
console.log("with VALUE=URI:       ", JSON.stringify(typed));
console.log("with LANGUAGE=es:     ", JSON.stringify(place));
const holds = plain === "https://play.example/world" && typed?.val === plain && place?.val === "Castillo de Aden";
process.exit(holds && String(typed) === "[object Object]" ? 0 : 1);
JAVASCRIPT
node read.mjs
