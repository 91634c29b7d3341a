"""The only client of vote sites: one request, short time limits, and a circuit breaker for each site."""

import asyncio
import time
from typing import Final
from urllib.parse import quote

import httpx

from gateway.extras.votes.adapters import AskedSite, VoteSite
from gateway.extras.votes.settings import ConfiguredSite
from gateway.http.trusted_certificates import trusted_certificates

CONNECT_SECONDS: Final = 3.0
TOTAL_SECONDS: Final = 5.0
FAILURES_TO_OPEN: Final = 3
OPEN_SECONDS: Final = 60.0
_MAX_BYTES: Final = 64 * 1024


class VoteSiteFailed(Exception):  # noqa: N818 - names the cause
    """`outcome`: `timeout`, `failed`, or `open` without a request."""

    def __init__(self, outcome: str) -> None:
        super().__init__(outcome)
        self.outcome = outcome


class VoteClient:
    """`trial_origin`: is asked instead of each site's own; empty: none."""

    def __init__(self, trial_origin: str) -> None:
        self._trial_origin = trial_origin
        self._failures: dict[str, int] = {}
        self._open_until: dict[str, float] = {}
        self._client = httpx.AsyncClient(
            verify=trusted_certificates(),
            timeout=httpx.Timeout(TOTAL_SECONDS, connect=CONNECT_SECONDS),
            limits=httpx.Limits(max_connections=20),
            follow_redirects=False,
            trust_env=False,
        )

    async def close(self) -> None:
        await self._client.aclose()

    def link(self, site: VoteSite, settings: ConfiguredSite, voter_id: str) -> str:
        """Returns the address at which the player votes."""
        return (self._trial_origin or site.origin) + site.link.format(id=settings.id, voter=voter_id)

    async def ask(self, site: AskedSite, settings: ConfiguredSite, voter_id: str, address: str) -> bytes:
        """Returns the body of the answer. Raises VoteSiteFailed."""
        if time.monotonic() < self._open_until.get(site.name, 0.0):
            raise VoteSiteFailed("open")
        path = site.path.format(
            id=quote(settings.id), key=quote(settings.key, safe=""), voter=voter_id, address=quote(address, safe="")
        )
        try:
            async with asyncio.timeout(TOTAL_SECONDS):
                body = await self._read((self._trial_origin or site.ask_origin) + path)
        except (TimeoutError, httpx.TimeoutException):
            self._failed(site.name)
            raise VoteSiteFailed("timeout") from None
        except (httpx.HTTPError, httpx.InvalidURL, VoteSiteFailed):
            self._failed(site.name)
            raise VoteSiteFailed("failed") from None
        self._failures.pop(site.name, None)
        return body

    def _failed(self, name: str) -> None:
        self._failures[name] = self._failures.get(name, 0) + 1
        if self._failures[name] >= FAILURES_TO_OPEN:
            self._open_until[name] = time.monotonic() + OPEN_SECONDS

    async def _read(self, url: str) -> bytes:
        body = bytearray()
        async with self._client.stream("GET", url, headers={"Accept": "application/json, text/plain"}) as response:
            if response.status_code != 200:
                raise VoteSiteFailed("failed")
            async for part in response.aiter_bytes():
                body += part
                if len(body) > _MAX_BYTES:
                    raise VoteSiteFailed("failed")
        return bytes(body)
