#!/usr/bin/env bash
# ics 0.7.2 (calendars for Python): the calendar scale of a calendar that was read (RFC 5545, section 3.7.1).
#
# Guess: a calendar that is read and written again keeps its meaning, and a property that it did not have has its only
#        value, GREGORIAN.
# Seen:  the writer adds `CALSCALE:GEORGIAN`, a scale that no document defines. icalendar 6.3.1 hands the word on.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check "ics==0.7.2" "icalendar==6.3.1" 2>/dev/null

"$folder/venv/bin/python" - <<'PYTHON'
import icalendar
import ics

EVENT = ["BEGIN:VEVENT", "UID:siege-5", "DTSTAMP:20261128T000000Z", "DTSTART:20261220T210000Z", "SUMMARY:Siege", "END:VEVENT"]
lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//example//EN", *EVENT, "END:VCALENDAR", ""]
written = ics.Calendar("\r\n".join(lines)).serialize()
scale = [line for line in written.splitlines() if line.startswith("CALSCALE")]
print("written:", scale, "read by icalendar:", icalendar.Calendar.from_ical(written)["CALSCALE"])
assert scale == ["CALSCALE:GEORGIAN"]
assert icalendar.Calendar.from_ical(written)["CALSCALE"] == "GEORGIAN"
PYTHON
