"""The only client of push services (RFC 8030): sends one message, and tells a refusal from an unknown outcome."""

import asyncio
import time
from email.utils import parsedate_to_datetime
from typing import Final
from urllib.parse import urlsplit

import httpx

from gateway.extras.push import endpoints
from gateway.extras.push.endpoints import AddressRefused
from gateway.features.messages import Attempt
from gateway.http.trusted_certificates import trusted_certificates

CONNECTIONS: Final = 20
MIN_WAIT_SECONDS: Final = 60
MAX_WAIT_SECONDS: Final = 3600
_TIMEOUT_SECONDS: Final = 10
_MAX_RESPONSE_BYTES: Final = 64 * 1024
_SENT_STATUSES: Final = frozenset({200, 201, 202, 204})
_GONE_STATUSES: Final = frozenset({404, 410})
_POSTPONED_STATUSES: Final = frozenset({429, 503})


class PushClient:
    """Connects to checked addresses, so that no name leads into the operator's network; follows no redirect."""

    def __init__(self) -> None:
        self._client = httpx.AsyncClient(
            verify=trusted_certificates(),
            timeout=httpx.Timeout(_TIMEOUT_SECONDS, connect=_TIMEOUT_SECONDS / 2),
            limits=httpx.Limits(max_connections=CONNECTIONS),
            follow_redirects=False,
            trust_env=False,
        )

    async def send(self, endpoint: str, host: str, headers: dict[str, str], body: bytes) -> Attempt:
        """`host`: as `endpoints.host_of` has checked it."""
        try:
            address = await endpoints.resolve(host)
        except AddressRefused:
            return Attempt("refused", reason="address")
        except OSError as error:
            return Attempt("postponed", MIN_WAIT_SECONDS, type(error).__name__)
        try:
            async with asyncio.timeout(2 * _TIMEOUT_SECONDS):
                return await self._post(_at(endpoint, address), host, headers, body)
        except (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout) as error:
            return Attempt("postponed", MIN_WAIT_SECONDS, type(error).__name__)
        except httpx.InvalidURL:
            return Attempt("refused", reason="address")
        except (httpx.HTTPError, TimeoutError) as error:
            return Attempt("unknown", reason=type(error).__name__)

    async def _post(self, url: str, host: str, headers: dict[str, str], body: bytes) -> Attempt:
        options = {"sni_hostname": host}
        headers = {**headers, "Host": host}
        async with self._client.stream("POST", url, content=body, headers=headers, extensions=options) as response:
            await _discard_body(response)
            status = response.status_code
            if status in _SENT_STATUSES:
                return Attempt("sent")
            if status in _GONE_STATUSES:
                return Attempt("gone", reason=str(status))
            if status in _POSTPONED_STATUSES:
                wait = wait_seconds(response.headers.get("retry-after", ""), time.time())
                return Attempt("postponed", wait, str(status))
            return Attempt("unknown" if status >= 500 else "refused", reason=str(status))

    async def close(self) -> None:
        await self._client.aclose()


def wait_seconds(text: str, now: float) -> int:
    """Returns the time of a Retry-After header, in seconds or as a date, within the limits above."""
    try:
        seconds = int(text) if text.isdecimal() else parsedate_to_datetime(text).timestamp() - now
    except (ValueError, OverflowError):
        seconds = 0
    return int(min(max(seconds, MIN_WAIT_SECONDS), MAX_WAIT_SECONDS))


def _at(endpoint: str, address: str) -> str:
    """Returns the endpoint with another host and port."""
    return urlsplit(endpoint)._replace(netloc=address).geturl()


async def _discard_body(response: httpx.Response) -> None:
    """Reads a short body, so that the connection can be used again."""
    size = 0
    async for part in response.aiter_bytes():
        size += len(part)
        if size > _MAX_RESPONSE_BYTES:
            return
