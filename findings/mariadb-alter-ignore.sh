#!/usr/bin/env bash
# MariaDB 10.11.18 (Debian 12): `ALTER IGNORE TABLE … ADD PRIMARY KEY` over duplicates. 11.8.9 does the same.
#
# Guess: of rows with the same key the first one is kept and the others go. That is how scripts of game packs add a key to a
#        table that never had one.
# Seen:  no row of a duplicate is kept: the account that stood there twice is gone, and there is no warning. A UNIQUE KEY on a
#        column that may be NULL keeps the first one, as expected.
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

connection = pymysql.connect(unix_socket=sys.argv[1], user="root", database="game", ssl_disabled=True)


def left(key: str) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute("CREATE OR REPLACE TABLE accounts (login VARCHAR(45)) ENGINE = InnoDB")
        cursor.execute("INSERT INTO accounts VALUES ('aden'), ('twin'), ('twin'), ('zaken')")
        cursor.execute(f"ALTER IGNORE TABLE accounts ADD {key} (login)")
        cursor.execute("SHOW WARNINGS")
        assert cursor.fetchall() == ()
        cursor.execute("SELECT login FROM accounts ORDER BY login")
        return [login for (login,) in cursor.fetchall()]


for key in ("PRIMARY KEY", "UNIQUE KEY"):
    print(f"{key}: {left(key)}")
assert left("PRIMARY KEY") == ["aden", "zaken"]
assert left("UNIQUE KEY") == ["aden", "twin", "zaken"]
PYTHON
