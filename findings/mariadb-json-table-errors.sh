#!/usr/bin/env bash
# MariaDB 10.11.18 (Debian 12): values of JSON_TABLE that do not fit their column. 11.8.9 does the same.
#
# Guess: `ERROR ON ERROR` raises an error for them, as MySQL 9.7.4 does (3669), and an INSERT in strict mode does so anyway.
# Seen:  neither does. A number too large becomes the largest one, a text that is no number 0, a long text is cut, and the
#        INSERT stores them. The same values as literals are refused with 1264, 1366 and 1406.
set -euo pipefail
folder=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; wait; rm -rf "$folder"' EXIT
source "$(dirname "${BASH_SOURCE[0]}")/support/mariadb.bash"
start_mariadb "$folder"
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check "pymysql==1.2.4" 2>/dev/null

"$folder/venv/bin/python" - "$folder/socket" <<'PYTHON'
import sys

import pymysql

COLUMNS = "(amount INT PATH '$.amount' ERROR ON ERROR, name VARCHAR(4) PATH '$.name' ERROR ON ERROR)"
cursor = pymysql.connect(unix_socket=sys.argv[1], user="root", database="game", ssl_disabled=True).cursor()
cursor.execute("SET sql_mode = 'STRICT_ALL_TABLES'")
cursor.execute("CREATE TABLE items (amount INT, name VARCHAR(4))")
cursor.execute(
    f"INSERT INTO items SELECT amount, name FROM JSON_TABLE(%s, '$[*]' COLUMNS {COLUMNS}) AS item",
    '[{"amount": 3000000000, "name": "Aden"}, {"amount": "many", "name": "Aden"}, {"amount": 5, "name": "Antharas"}]',
)
cursor.execute("SELECT amount, name FROM items")
stored = cursor.fetchall()
refusals = []
for row in ((3_000_000_000, "Aden"), ("many", "Aden"), (5, "Antharas")):
    try:
        cursor.execute("INSERT INTO items VALUES (%s, %s)", row)
    except pymysql.err.MySQLError as error:
        refusals.append(error.args[0])
print("stored from JSON:", stored)
print("literals refused:", refusals)
assert stored == ((2_147_483_647, "Aden"), (0, "Aden"), (5, "Anth"))
assert refusals == [1264, 1366, 1406]
PYTHON
