#!/usr/bin/env bash
# asyncmy 0.2.18 with MariaDB 10.11.18 (Debian 12): `stmt_cache_size` and dates that are zero.
#
# Guess: the cache of prepared statements changes the speed alone.
# Seen:  a query with arguments then gets None for a zero date, which without the cache, and in every query without arguments,
#        is the text '0000-00-00 00:00:00'. So one column has two values in one session, and "never" looks like NULL.
set -euo pipefail
folder=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; wait; rm -rf "$folder"' EXIT
source "$(dirname "${BASH_SOURCE[0]}")/support/mariadb.bash"
start_mariadb "$folder"
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check "asyncmy==0.2.18" 2>/dev/null

"$folder/venv/bin/python" - "$folder/socket" <<'PYTHON'
import asyncio
import sys

import asyncmy


async def values(size: int) -> list[object]:
    connection = await asyncmy.connect(unix_socket=sys.argv[1], user="root", db="game", stmt_cache_size=size)
    async with connection.cursor() as cursor:
        await cursor.execute("SET sql_mode = ''")
        await cursor.execute("CREATE OR REPLACE TABLE accounts (login VARCHAR(45), last_login DATETIME)")
        await cursor.execute("INSERT INTO accounts VALUES ('aden', '0000-00-00 00:00:00')")
        await cursor.execute("SELECT last_login FROM accounts WHERE login = %s", ("aden",))
        with_arguments = await cursor.fetchone()
        await cursor.execute("SELECT last_login FROM accounts")
        without_arguments = await cursor.fetchone()
    await connection.ensure_closed()
    return [with_arguments[0], without_arguments[0]]


plain, cached = asyncio.run(values(0)), asyncio.run(values(10))
print("with arguments, without: ", plain)
print("the same with the cache: ", cached)
assert plain == ["0000-00-00 00:00:00", "0000-00-00 00:00:00"]
assert cached == [None, "0000-00-00 00:00:00"]
PYTHON
