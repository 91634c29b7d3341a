"""The link previews of this process. The one of the rankings shows live names: the leader of the snapshot draws it,
Redis shares it, the others load it. Each process draws those of the other pages when the site's brand changes.
"""

import asyncio
import hashlib
from collections.abc import Callable
from typing import Final

import msgspec
import structlog

from gateway.http.rendering.page_store import Read
from gateway.pictures.share_picture import BUILT_BRAND, PLACES, Brand, PodiumDrawing, PodiumPlace
from gateway.redis.client import RedisClient
from gateway.redis.lease import Leadership

POLL_SECONDS: Final = 5.0
_TTL_SECONDS: Final = 7200.0
_RANKINGS: Final = "/api/rankings/pvp"

log = structlog.stdlib.get_logger("gateway.http")


class RankingsAnswer(msgspec.Struct, frozen=True):
    data: list[PodiumPlace]


class SharePictureStore:
    def __init__(
        self,
        drawing: PodiumDrawing,
        *,
        read: Read,
        publish: Callable[[bytes], None],
        publish_covers: Callable[[dict[str, bytes]], None],
        brand: Callable[[], Brand | None],
        version: Callable[[], str],
        redis: RedisClient | None,
        leader: Leadership,
        build: str,
    ) -> None:
        """`publish` takes the picture of the rankings, `publish_covers` those of all pages by name; `brand` returns
        None for the one of the built pictures; `version` returns that of the snapshot, empty without one.
        """
        self._drawing = drawing
        self._read = read
        self._publish = publish
        self._publish_covers, self._brand = publish_covers, brand
        self._cover_brand: Brand | None = None
        self._snapshot_version = version
        self._redis = redis
        self._leader = leader
        self._key = f"share-picture:{build}"
        self._drawn_podium: tuple[Brand, list[PodiumPlace]] | None = None
        self._checked_state: tuple[str, Brand | None] | None = None
        self._digest = ""
        self._picture = b""

    async def refresh(self) -> None:
        """Draws or loads what has changed."""
        await self.update_covers()
        await self.tick()

    async def update_covers(self) -> None:
        """Draws the previews of all pages if the brand has changed."""
        brand = self._brand()
        if brand == self._cover_brand:
            return
        self._cover_brand = brand
        try:
            self._publish_covers(await asyncio.to_thread(self._drawing.covers, brand) if brand else {})
        except (OSError, ValueError) as error:
            log.warning("share_picture_not_drawn", reason=str(error))

    async def tick(self) -> None:
        """As leader, draws the podium of a new snapshot if it has changed; else loads that of the leader."""
        if not self._leader.is_leader:
            await self._load()
            return
        version = self._snapshot_version()
        if version and (version, self._brand()) != self._checked_state:
            self._checked_state = (version, self._brand())
            await self._update()

    async def _update(self) -> None:
        podium = await self._read_podium()
        if podium and podium != self._drawn_podium:
            try:
                self._use(await asyncio.to_thread(self._drawing.draw, *podium))
                self._drawn_podium = podium
            except (OSError, ValueError) as error:
                log.warning("share_picture_not_drawn", reason=str(error))
        if self._redis and self._picture and await self._redis.set(self._address, self._picture, _TTL_SECONDS):
            await self._redis.set(self._key, self._digest.encode(), _TTL_SECONDS)

    async def _read_podium(self) -> tuple[Brand, list[PodiumPlace]] | None:
        """Returns the site's brand and the podium; None while there are too few characters for one."""
        rankings = await self._read(_RANKINGS)
        if rankings is None:
            return None
        places = msgspec.json.decode(rankings, type=RankingsAnswer).data[:PLACES]
        return (self._brand() or BUILT_BRAND, places) if len(places) == PLACES else None

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
