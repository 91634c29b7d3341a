#!/usr/bin/env bash
# MariaDB 10.11.18 (Debian 12): the name in error 1062 when a table is rebuilt. 11.8.9 does the same, MySQL 9.7.4 does not.
#
# Guess: "Duplicate entry 'X' for key 'PRIMARY'" names one of the two rows that are now the same, so that the operator knows
#        which account to rename before the collation is changed.
# Seen:  it names the last row of the table, which has no twin at all. The two logins differ by a blank at the end, which the
#        old collation counts and the new one does not.
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


def refusal(*logins: str) -> str:
    cursor.execute(
        "CREATE OR REPLACE TABLE accounts (login VARCHAR(45) COLLATE utf8mb4_general_nopad_ci PRIMARY KEY) ENGINE = InnoDB"
    )
    cursor.executemany("INSERT INTO accounts VALUES (%s)", logins)
    try:
        cursor.execute("ALTER TABLE accounts MODIFY login VARCHAR(45) COLLATE utf8mb4_general_ci")
    except pymysql.err.IntegrityError as error:
        return f"{error.args[0]} {error.args[1]}"
    return "changed"


cases = (("aden", "twin", "twin ", "zaken"), ("aden", "twin", "twin ", "zaken", "zariche"), ("aden", "twin", "zaken"))
seen = [refusal(*logins) for logins in cases]
for logins, result in zip(cases, seen, strict=True):
    print(logins, "->", result)
assert seen[0] == "1062 Duplicate entry 'zaken' for key 'PRIMARY'"
assert seen[1] == "1062 Duplicate entry 'zariche' for key 'PRIMARY'"
assert seen[2] == "changed"
PYTHON
