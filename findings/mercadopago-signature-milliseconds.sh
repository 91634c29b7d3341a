#!/usr/bin/env bash
# mercadopago 3.6.0 (Mercado Pago's SDK for Python): tolerance of the signature of a webhook.
#
# Guess: the validator describes the header as `ts=<ms>,v1=<hex>`, so a fresh signature in milliseconds is accepted with a
#        tolerance of five minutes.
# Seen:  with a tolerance the number is read as seconds. A fresh signature in milliseconds is refused as out of tolerance;
#        without a tolerance the same one is accepted, and one in seconds is accepted with it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check "mercadopago==3.6.0" 2>/dev/null

"$folder/venv/bin/python" - <<'PYTHON'
import hashlib
import hmac
import time

from mercadopago.webhook import InvalidWebhookSignatureError, WebhookSignatureValidator

SECRET, REQUEST, PAYMENT = "a-secret-of-this-script", "3f0c2a1e", "123456789"


def outcome(timestamp: int, **options: int) -> str:
    text = f"id:{PAYMENT};request-id:{REQUEST};ts:{timestamp};"
    signature = hmac.new(SECRET.encode(), text.encode(), hashlib.sha256).hexdigest()
    try:
        WebhookSignatureValidator.validate(f"ts={timestamp},v1={signature}", REQUEST, PAYMENT, SECRET, **options)
    except InvalidWebhookSignatureError as error:
        return error.reason.value
    return "accepted"


now = time.time()
seen = {
    "milliseconds, tolerance of 300 s": outcome(int(now * 1000), tolerance_seconds=300),
    "milliseconds, no tolerance": outcome(int(now * 1000)),
    "seconds, tolerance of 300 s": outcome(int(now), tolerance_seconds=300),
}
for case, result in seen.items():
    print(f"{case}: {result}")
assert list(seen.values()) == ["TimestampOutOfTolerance", "accepted", "accepted"]
PYTHON
