#!/usr/bin/env bash
# MariaDB 10.11.18 (Debian 12): the name of an index in FORCE INDEX. 11.8.9 and MySQL 9.7.4 do the same.
#
# Guess: after an index is renamed, a statement or view that forces the old name fails with 1176, so a test that runs it
#        notices.
# Seen:  a name is also any beginning of one. `online` still works after a change to `online_2`, through a view as well, and
#        fails only when a second index with the same beginning is added, with a message that the key does not exist.
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

cursor = pymysql.connect(unix_socket=sys.argv[1], user="root", database="game", ssl_disabled=True).cursor()


def outcome() -> int:
    try:
        cursor.execute("SELECT COUNT(*) FROM players")
    except pymysql.err.MySQLError as error:
        return error.args[0]
    return 0


cursor.execute("CREATE TABLE characters (id INT PRIMARY KEY, online INT, KEY online (online))")
cursor.execute("CREATE VIEW players AS SELECT id FROM characters FORCE INDEX (online) WHERE online > 0")
seen = {"online": outcome()}
cursor.execute("ALTER TABLE characters RENAME INDEX online TO online_2")
seen["online_2"] = outcome()
cursor.execute("ALTER TABLE characters ADD KEY online_3 (online, id)")
seen["online_2, online_3"] = outcome()
cursor.execute("ALTER TABLE characters DROP KEY online_3, RENAME INDEX online_2 TO is_online")
seen["is_online"] = outcome()
for names, error in seen.items():
    print(f"{names}: {error or 'works'}")
assert list(seen.values()) == [0, 0, 1176, 1176]
PYTHON
