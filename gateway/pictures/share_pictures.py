"""Link previews of single subjects: /share/{subject}/{name}.{language}.jpg, in the site's language without one.

They are drawn at the first request and cached by the card. Signatures and cards for other sites,
/share/signature/{name}.{language}.png and /share/card/{name}.{language}.png, have figures of up to ten minutes ago; a
changed name or clan is drawn at once.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

import msgspec
import structlog
from litestar import Response
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from msgspec.structs import replace

from gateway.http.errors import NotFound, TooManyRequests
from gateway.http.rate_limit import RateLimiter
from gateway.http.response_cache import public
from gateway.http.routes import get
from gateway.http.s3fifo import S3FifoCache
from gateway.http.security_headers import FOR_OTHER_SITES
from gateway.pictures.card_process import CardProcess, PictureForm
from gateway.pictures.card_texts import CardTexts
from gateway.pictures.share_card import ShareCard
from gateway.pictures.share_picture import Brand
from gateway.texts import languages

CardOf = Callable[[str, CardTexts], Awaitable[ShareCard | None]]
"""Returns the card of a name as it stands in the page's address; None, or NotFound, without a public page."""

FRESH_SECONDS: Final = 60
RETRY_AFTER: Final = 2
REDRAW_SECONDS: Final = 600.0
"""A signature is drawn again after this time at the earliest."""
BROWSER_SECONDS: Final = 2
"""With the poll of the levels, a change of privacy takes effect within five seconds, also in browsers."""
_MAX_WAITING: Final = 32
_MAX_BYTES: Final = 8 << 20
_PER_SECOND: Final = 5
_BURST: Final = 20
"""Drawings in all; each takes some 50 ms of a core."""

log = structlog.stdlib.get_logger("gateway.http")


@dataclass(slots=True)
class _CachedPicture:
    picture: bytes
    drawn_at: float
    size: int = 0
    hit: bool = False


class SharePictures:
    """Draws one picture at a time, in a process of its own."""

    def __init__(self, drawing: CardProcess | None, brand: Callable[[], Brand], default: str) -> None:
        """`drawing` None: there are no pictures. `default`: the site's language."""
        self._drawing, self._brand = drawing, brand
        self._default = default
        self._pictures: S3FifoCache[_CachedPicture] = S3FifoCache(_MAX_BYTES)
        self._limiter = RateLimiter(_PER_SECOND, _BURST)
        self._lock = asyncio.Lock()
        self._waiting_count = 0

    def route(self, subject: str, card_of: CardOf, version: str = "") -> HTTPRouteHandler:
        """Returns GET /share/{subject}/{name}.{language}.jpg. `version`: as in the cache policy."""

        async def get_share_picture(file: FromPath[str]) -> Response[bytes]:
            return await self._respond(file, ".jpg", "preview", card_of)

        get_share_picture.__name__ = f"get_{subject}_share_picture"
        get_share_picture.__doc__ = f"Link preview of a public page ({subject}): 1200 by 630 pixels."
        path, policy = f"/share/{subject}/{{file:str}}", public(max_age=FRESH_SECONDS, version=version, is_drawn=True)
        return get(path, NotFound, TooManyRequests, opt=policy)(get_share_picture)

    def signature_routes(self, card_of: CardOf, version: str) -> list[HTTPRouteHandler]:
        """Returns GET /share/signature/{name}.{language}.png and /share/card/{name}.{language}.png."""
        policy = public(max_age=FRESH_SECONDS, version=version, is_drawn=True, browser_age=BROWSER_SECONDS)

        @get("/share/signature/{file:str}", NotFound, TooManyRequests, opt=policy)
        async def get_signature(file: FromPath[str]) -> Response[bytes]:
            """Signature of a public character for forums: a PNG of 468 by 60 pixels."""
            return await self._respond(file, ".png", "signature", card_of)

        @get("/share/card/{file:str}", NotFound, TooManyRequests, opt=policy)
        async def get_card(file: FromPath[str]) -> Response[bytes]:
            """Card of a public character for other sites: a PNG of 1200 by 630 pixels."""
            return await self._respond(file, ".png", "card", card_of)

        return [get_signature, get_card]

    async def _respond(self, file: str, suffix: str, form: PictureForm, card_of: CardOf) -> Response[bytes]:
        """Raises NotFound for another file, and without a public page."""
        name, texts = self._parts_of(file, suffix)
        card = await card_of(name, texts) if texts else None
        if card is None or (picture := await self.draw(card, form)) is None:
            raise NotFound
        media_type = "image/jpeg" if form == "preview" else "image/png"
        return Response(picture, media_type=media_type, headers=FOR_OTHER_SITES)

    def _parts_of(self, file: str, suffix: str) -> tuple[str, CardTexts | None]:
        """Returns the name and the texts of the language; no texts for another file."""
        if not file.endswith(suffix):
            return file, None
        name, _, language = file.removesuffix(suffix).rpartition(".")
        if name and language in languages():
            return name, CardTexts(language)
        return file.removesuffix(suffix), CardTexts(self._default)

    async def draw(self, card: ShareCard, form: PictureForm = "preview") -> bytes | None:
        """Returns the built cover, or the last signature, above the limit of drawings. Raises TooManyRequests while
        many pictures wait, and for a new signature above the limit.
        """
        brand = self._brand()
        identity = card if form == "preview" else replace(card, figures=(), badges=(), shield="", note="")
        key = blake2b(msgspec.json.encode((brand, identity, form))).hexdigest()
        cached = self._pictures.get(key)
        if cached is None or (form != "preview" and time.monotonic() - cached.drawn_at >= REDRAW_SECONDS):
            drawn_before = time.monotonic()
            if self._drawing and self._limiter.wait("", drawn_before):
                if cached is None and form != "preview":
                    raise TooManyRequests(retry_after=RETRY_AFTER)
                return cached.picture if cached else self._drawing.cover
            if self._waiting_count >= _MAX_WAITING:
                raise TooManyRequests(retry_after=RETRY_AFTER)
            self._waiting_count += 1
            try:
                async with self._lock:
                    cached = self._pictures.get(key)
                    if cached is None or cached.drawn_at < drawn_before:
                        cached = await self._store(key, brand, card, form) or cached
            finally:
                self._waiting_count -= 1
        if cached:
            cached.hit = True
        return cached.picture if cached else None

    async def _store(self, key: str, brand: Brand, card: ShareCard, form: PictureForm) -> _CachedPicture | None:
        try:
            picture = await self._drawing.draw(brand, card, form) if self._drawing else None
        except (OSError, ValueError) as error:
            log.warning("share_picture_not_drawn", reason=str(error))
            return None
        cached = _CachedPicture(picture, time.monotonic()) if picture else None
        if cached:
            self._pictures.put(key, cached, len(cached.picture))
        return cached
