"""The live link preview of this process: the leader of the snapshot draws it, Redis shares it, the others load it."""

import asyncio
import hashlib
from collections.abc import Callable
from typing import Final

import msgspec
import structlog

from gateway.http.rendering.page_store import Read
from gateway.http.rendering.share_picture import PLACES, PodiumDrawing, PodiumPlace
from gateway.redis.client import RedisClient
from gateway.redis.lease import Leadership

_POLL_SECONDS: Final = 5.0
_TTL_SECONDS: Final = 7200.0
_RANKINGS, _SITE = "/api/rankings/pvp", "/api/site"

log = structlog.stdlib.get_logger("gateway.http")


class RankingsAnswer(msgspec.Struct, frozen=True):
    data: list[PodiumPlace]


class SiteAnswer(msgspec.Struct, frozen=True):
    name: str


class SharePictureStore:
    def __init__(
        self,
        drawing: PodiumDrawing,
        *,
        read: Read,
        publish: Callable[[bytes], None],
        version: Callable[[], str],
        redis: RedisClient | None,
        leader: Leadership,
        build: str,
    ) -> None:
        """`publish` takes the picture; `version` returns that of the snapshot, empty without one."""
        self._drawing, self._read, self._publish = drawing, read, publish
        self._snapshot_version, self._redis, self._leader = version, redis, leader
        self._key = f"share-picture:{build}"
        self._drawn: tuple[str, list[PodiumPlace]] | None = None
        self._seen = self._digest = ""
        self._picture = b""

    async def run(self) -> None:
        """Never returns."""
        while True:
            await self.tick()
            await asyncio.sleep(_POLL_SECONDS)

    async def tick(self) -> None:
        """As leader, draws the podium of a new snapshot if it has changed; else loads that of the leader."""
        if not self._leader.is_leader:
            await self._load()
            return
        version = self._snapshot_version()
        if version and version != self._seen:
            self._seen = version
            await self._update()

    async def _update(self) -> None:
        shown = await self._shown()
        if shown and shown != self._drawn:
            try:
                self._use(await asyncio.to_thread(self._drawing.draw, *shown))
                self._drawn = shown
            except (OSError, ValueError) as error:
                log.warning("share_picture_not_drawn", reason=str(error))
        if self._redis and self._picture and await self._redis.set(self._address, self._picture, _TTL_SECONDS):
            await self._redis.set(self._key, self._digest.encode(), _TTL_SECONDS)

    async def _shown(self) -> tuple[str, list[PodiumPlace]] | None:
        """Returns the site's name and the podium; None while there are too few characters for one."""
        site, rankings = await self._read(_SITE), await self._read(_RANKINGS)
        if site is None or rankings is None:
            return None
        places = msgspec.json.decode(rankings, type=RankingsAnswer).data[:PLACES]
        return (msgspec.json.decode(site, type=SiteAnswer).name, places) if len(places) == PLACES else None

    async def _load(self) -> None:
        digest = (await self._redis.get(self._key) or b"").decode() if self._redis else ""
        if not self._redis or digest in {"", self._digest}:
            return
        if picture := await self._redis.get(f"{self._key}:{digest}"):
            self._use(picture)

    def _use(self, picture: bytes) -> None:
        self._picture, self._digest = picture, hashlib.sha256(picture).hexdigest()[:10]
        self._publish(picture)

    @property
    def _address(self) -> str:
        return f"{self._key}:{self._digest}"
