"""Pages with a name in their address, `/c/{name}` and `/clan/{name}`: rendered at the first request, then cached.

Behind a bounded queue: a page that is not rendered in time is sent as an empty shell, and is in the cache later.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import quote

import msgspec
import structlog

from gateway.http.response_cache import App, call_app
from gateway.http.responses import PreparedResponse, Scope
from gateway.http.s3fifo import S3FifoCache
from gateway.http.static_files import PageTemplate, StaticFiles
from gateway.observability.logging import RateLimitedLogger

Render = Callable[[str, str, Mapping[str, bytes]], Awaitable[bytes]]
"""Returns the markup of an address in a language, from what the API answers. Raises RenderError."""

_WAIT_SECONDS: Final = 2.0
_MAX_WAITING: Final = 64
_MAX_BYTES: Final = 16 << 20
_MAX_NAME: Final = 64
_ADDRESS: Final = re.compile(r"/(c|clan)/([^/]+)")
_MISSING: Final = "no-page.html"
_UNQUOTED: Final = "!'()*~"
"""Signs that `encodeURIComponent` of the page leaves as they are, beside letters, digits and `-_.`."""

log = RateLimitedLogger(structlog.stdlib.get_logger("gateway.http"))


@dataclass(frozen=True, slots=True)
class _Kind:
    file: str
    api: str


_KINDS: Final = {"c": _Kind("character.html", "/api/characters/"), "clan": _Kind("clan.html", "/api/clans/")}


@dataclass(slots=True)
class _CachedPage:
    page: PageTemplate
    size: int
    hit: bool = False


class CharacterHead(msgspec.Struct, frozen=True):
    """What the head of a character's page names."""

    char_name: str
    level: int
    class_name: str
    pvp_kills: int
    ranks: dict[str, Any]


class ClanHeadRow(msgspec.Struct, frozen=True):
    clan_name: str
    level: int
    rank: int


class ClanHead(msgspec.Struct, frozen=True):
    clan: ClanHeadRow


class NamedPages:
    def __init__(
        self,
        files: StaticFiles,
        app: App,
        ids: Callable[[], str],
        version: Callable[[], str],
        render: Render | None,
        failures: tuple[type[Exception], ...] = (),
    ) -> None:
        """`version` changes with what the pages show; `render` None: all pages are empty shells; `failures`: what it
        raises."""
        self._files, self._app, self._ids = files, app, ids
        self._version, self._render, self._failures = version, render, failures
        self._pages: S3FifoCache[_CachedPage] = S3FifoCache(_MAX_BYTES)
        self._cached_version = ""
        self._flights: dict[str, asyncio.Task[PageTemplate]] = {}

    async def find(self, scope: Scope) -> PreparedResponse | None:
        """Returns None for an address of another kind."""
        path: str = scope["path"]
        language = self._files.languages.of_path(path)
        match = _ADDRESS.fullmatch(path.removeprefix(self._files.languages.prefixes[language]))
        if match is None or len(match[2]) > _MAX_NAME or (language, _MISSING) not in self._files.named_pages:
            return None
        if self._cached_version != (version := f"{self._version()} {self._files.content_version}"):
            self._pages, self._cached_version = S3FifoCache(_MAX_BYTES), version
        cached = self._pages.get(path)
        if cached:
            cached.hit = True
        page = cached.page if cached else await self._made(path, language, match)
        return page.response(self._files.origin(scope))

    async def _made(self, path: str, language: str, match: re.Match[str]) -> PageTemplate:
        kind, name = _KINDS[match[1]], match[2]
        status, _, body = await call_app(self._app, kind.api + name, b"", self._ids(), {})
        is_known = status != 404
        file = kind.file if is_known else _MISSING
        values = _values(kind, body) if status == 200 else {"title": name}
        shell = self._files.named_pages[language, file].named(match[0], values, 200 if is_known else 404)
        is_full = path not in self._flights and len(self._flights) >= _MAX_WAITING
        if self._render is None or is_full or status not in {200, 404}:
            return shell
        flight = self._flights.get(path)
        if flight is None:
            answers = {kind.api + quote(name, safe=_UNQUOTED): body if is_known else b"null"}
            flight = self._flights[path] = asyncio.create_task(self._filled(path, language, shell, answers))
            flight.add_done_callback(lambda _: self._flights.pop(path, None))
        await asyncio.wait([flight], timeout=_WAIT_SECONDS)
        return flight.result() if flight.done() else shell

    async def _filled(
        self, path: str, language: str, shell: PageTemplate, answers: Mapping[str, bytes]
    ) -> PageTemplate:
        assert self._render
        pages, page = self._pages, shell.empty()
        try:
            page.fill(await self._render(path, language, answers))
        except self._failures as error:
            log.warning("page_not_rendered", page=path.partition("/")[0], reason=str(error))
            return shell
        if page.status == 200:
            size = page.response("").size
            pages.put(path, _CachedPage(page, size), size)
        return page


def _values(kind: _Kind, body: bytes) -> dict[str, str]:
    if kind.file == "clan.html":
        clan = msgspec.json.decode(body, type=ClanHead).clan
        return {"title": clan.clan_name, "level": str(clan.level), "rank": f"#{clan.rank}"}
    head = msgspec.json.decode(body, type=CharacterHead)
    rank = f"#{head.ranks['pvp']['rank']}"
    return {"title": head.char_name, "level": str(head.level), "class_name": head.class_name, "rank": rank}
