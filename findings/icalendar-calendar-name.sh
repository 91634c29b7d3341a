#!/usr/bin/env bash
# icalendar 7.3.0: the name of a calendar (RFC 7986, section 5.1), which is text like a description.
#
# Guess: `calendar_name` is read and written as text: a comma and a semicolon have a backslash in the file (RFC 5545,
#        section 3.3.11) and none in the program, as with `DESCRIPTION` of the same calendar.
# Seen:  the name is taken as it is, both ways. A valid `NAME:Sieges\, bosses` is read with its backslash, and a name with
#        a comma is written without one, next to a description that has it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check "icalendar==7.3.0" 2>/dev/null

"$folder/venv/bin/python" - <<'PYTHON'
from icalendar import Calendar

TEXT = r"Sieges\, bosses\; events"
head = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//example//EN"]
read = Calendar.from_ical("\r\n".join([*head, f"NAME:{TEXT}", f"DESCRIPTION:{TEXT}", "END:VCALENDAR", ""]))
new = Calendar()
new.calendar_name = "Sieges, bosses; events"
new["DESCRIPTION"] = read["DESCRIPTION"]
lines = new.to_ical().decode().splitlines()
print("read:   ", str(read.calendar_name), "|", str(read["DESCRIPTION"]))
print("written:", [line for line in lines if line.startswith(("NAME", "DESCRIPTION"))])
assert str(read["DESCRIPTION"]) == "Sieges, bosses; events"
assert str(read.calendar_name) == TEXT
assert "NAME:Sieges, bosses; events" in lines
assert f"DESCRIPTION:{TEXT}" in lines
PYTHON
