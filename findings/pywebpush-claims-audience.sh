#!/usr/bin/env bash
# pywebpush 2.5.0 (Web Push for Python): the claims of the sender (RFC 8292, section 2), kept for all subscriptions.
#
# Guess: `vapid_claims` is read only. A sender keeps one dict with its contact address, and every message gets the audience
#        of its own push service and a new end.
# Seen:  the first call writes `aud` and `exp` into the caller's dict, and later calls keep what they find there. So the
#        second message names the origin of the first one's push service, which the second push service has to refuse.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check \
  "pywebpush==2.5.0" "py-vapid==1.9.6" "http-ece==1.2.1" 2>/dev/null

"$folder/venv/bin/python" - <<'PYTHON'
import base64
import json

import requests
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid
from pywebpush import webpush


class Session:
    """Keeps the headers of a request instead of sending it."""

    def post(self, address, headers, **_):
        self.headers = headers
        response = requests.Response()
        response.status_code = 201
        return response


def audience(host: str, claims: dict) -> str:
    session = Session()
    subscription = {"endpoint": f"https://{host}/1", "keys": {"p256dh": browser_key, "auth": text(bytes(16))}}
    webpush(subscription, "the siege begins", vapid_private_key=key, vapid_claims=claims, requests_session=session)
    header = next(value for name, value in session.headers.items() if name.lower() == "authorization")
    body = header.partition("t=")[2].split(".")[1]
    return json.loads(base64.urlsafe_b64decode(body + "=="))["aud"]


def text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


key = Vapid()
key.generate_keys()
browser = ec.generate_private_key(ec.SECP256R1()).public_key()
browser_key = text(browser.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))

claims = {"sub": "mailto:admin@play.example"}
seen = [audience(host, claims) for host in ("push.one.example", "push.two.example")]
fresh = [audience(host, {"sub": "mailto:admin@play.example"}) for host in ("push.one.example", "push.two.example")]
print("one dict for both:  ", seen, "and the dict has now", sorted(claims))
print("a dict for each one:", fresh)
assert seen == ["https://push.one.example", "https://push.one.example"]
assert sorted(claims) == ["aud", "exp", "sub"]
assert fresh == ["https://push.one.example", "https://push.two.example"]
PYTHON
