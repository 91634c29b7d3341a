"""The only client of generic webhooks: sends an alert as JSON, signed as Standard Webhooks describe.

`webhook-signature` is `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64. The addresses come from the settings
alone, redirects are not followed, and no log or table has an address.
"""

import base64
import hashlib
import hmac
import re
import time
from typing import Final

import msgspec

from gateway.extras.alerts.messages import AlertMessage
from gateway.features.messages import Attempt
from gateway.http.trusted_certificates import trusted_certificates

TIMEOUT_SECONDS: Final = 10
_RETRY_SECONDS: Final = 60
_MAX_WAIT_SECONDS: Final = 3600


class WebhookClient:
    def __init__(self, address: str, key: bytes) -> None:
        # Imported here: without a webhook the service does not load the library.
        import httpx

        self._address, self._key = address, key
        self._client = httpx.AsyncClient(
            verify=trusted_certificates(), timeout=TIMEOUT_SECONDS, follow_redirects=False, trust_env=False
        )

    async def send(self, message: AlertMessage) -> Attempt:
        import httpx

        body = msgspec.json.encode(message)
        id = f"message_{message.id}"
        timestamp = str(int(time.time()))
        headers = {
            "Content-Type": "application/json",
            "webhook-id": id,
            "webhook-timestamp": timestamp,
            "webhook-signature": signature(self._key, id, timestamp, body),
        }
        try:
            async with self._client.stream("POST", self._address, content=body, headers=headers) as response:
                return _attempt(response.status_code, response.headers.get("Retry-After", ""))
        except (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout) as error:
            return Attempt("postponed", _RETRY_SECONDS, type(error).__name__)
        except httpx.HTTPError as error:
            return Attempt("unknown", reason=type(error).__name__)

    async def close(self) -> None:
        await self._client.aclose()


def signature(key: bytes, id: str, timestamp: str, body: bytes) -> str:
    digest = hmac.new(key, b".".join((id.encode(), timestamp.encode(), body)), hashlib.sha256).digest()
    return f"v1,{base64.b64encode(digest).decode()}"


def _attempt(status: int, retry_after: str) -> Attempt:
    match status:
        case 410:
            return Attempt("gone", _MAX_WAIT_SECONDS, str(status))
        case 429:
            seconds = int(retry_after) if re.fullmatch(r"\d{1,9}", retry_after) else _RETRY_SECONDS
            return Attempt("postponed", min(max(seconds, 1), _MAX_WAIT_SECONDS), str(status))
        case _ if 200 <= status < 300:
            return Attempt("sent")
        case _:
            return Attempt("refused" if status < 500 else "unknown", reason=str(status))
