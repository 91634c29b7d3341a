#!/usr/bin/env bash
# Granian 2.8.9: a long response whose reader is slow, by its interfaces ASGI and RSGI.
#
# Guess: `await transport.send_bytes(chunk)` of an RSGI stream waits for a reader that is behind, as `await send(…)` of ASGI
#        does with the same server: both are awaited.
# Seen:  under ASGI the application has sent a few of 64 chunks of 1 MiB after two seconds in which the client read nothing.
#        Under RSGI it has sent all 64: the call puts the chunk into a queue without a bound, and the whole response is in
#        memory. A large file that is streamed by chunks costs its size for each slow reader.
set -euo pipefail
folder=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; wait; rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check "granian==2.8.9" 2>/dev/null

cat > "$folder/service.py" <<'PYTHON'
from pathlib import Path

CHUNK, CHUNKS = bytes(1 << 20), 64
COUNT = Path(__file__).with_name("sent")


def note(number):
    COUNT.with_suffix(".new").write_text(str(number))
    COUNT.with_suffix(".new").replace(COUNT)


async def asgi(scope, receive, send):
    assert scope["type"] == "http"
    await send({"type": "http.response.start", "status": 200, "headers": []})
    for number in range(CHUNKS):
        await send({"type": "http.response.body", "body": CHUNK, "more_body": True})
        note(number + 1)
    await send({"type": "http.response.body", "body": b"", "more_body": False})


async def rsgi(scope, protocol):
    transport = protocol.response_stream(200, [])
    for number in range(CHUNKS):
        await transport.send_bytes(CHUNK)
        note(number + 1)
PYTHON

cat > "$folder/client.py" <<'PYTHON'
import socket
import sys
import time

for _ in range(100):
    try:
        connection = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
        break
    except ConnectionRefusedError:
        time.sleep(0.1)
connection.sendall(b"GET / HTTP/1.1\r\nHost: example.org\r\n\r\n")
time.sleep(2)  # without reading
print(open("sent").read())
PYTHON

cd "$folder"
for interface in asginl rsgi; do
    port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
    echo 0 > sent
    venv/bin/granian --interface "$interface" --host 127.0.0.1 --port "$port" --log-level error "service:${interface%nl}" &
    server=$!
    python3 client.py "$port" > "seen-$interface"
    echo "$interface: $(cat "seen-$interface") of 64 chunks sent to a client that read nothing"
    kill "$server"
    wait "$server" || true
done
[ "$(cat seen-asginl)" -lt 64 ] && [ "$(cat seen-rsgi)" -eq 64 ]
