"""Pages of single subjects, such as `/c/{name}` and `/sieges/{castle}/{day}`, rendered at the first request.

They are cached. A bounded number of them is rendered at the same time. A page that is not rendered in time is sent as
an empty shell, and cached later.
"""

import asyncio
import re
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import msgspec
import structlog

from gateway.http.page_template import PageTemplate
from gateway.http.path_segments import encode_segments, name_in
from gateway.http.rate_limit import AddressLimit, Clients
from gateway.http.responses import Scope, StoredResponse
from gateway.http.s3fifo import S3FifoCache
from gateway.http.static_files import StaticFiles
from gateway.observability.logging import RateLimitedLogger

Render = Callable[[str, str, Mapping[str, bytes], str], Awaitable[bytes]]
"""Returns the markup of an address in a language, from what the API answers and the JSON text of the site's content.

Raises RenderError.
"""

Read = Callable[[str], Awaitable[tuple[int, bytes]]]
"""Returns the status and the body of a public read by its path."""

_WAIT_SECONDS: Final = 2.0
_MAX_WAITING: Final = 64
_MAX_BYTES: Final = 16 << 20
_MAX_NAME: Final = 64
"""No subject has a longer name, so it is not looked up."""
_ADDRESS: Final = re.compile(r"/([a-z]+)/([^/]+(?:/[^/]+)?)")
_MISSING: Final = "no-page.html"
_ABSENT_NAME: Final = "no-such-name-\u015d"
"""Stands for all names of a kind that have no page; its letter shows whether markup holds a name in another form."""
_RENDERS_PER_SECOND: Final = 2
_RENDERS_AT_ONCE: Final = 60
"""Pages that one address may have rendered; the next ones are empty shells, which the browser fills."""

log = RateLimitedLogger(structlog.stdlib.get_logger("gateway.http"))


Values = Callable[[Any, str], dict[str, str]]
"""Returns the placeholders of a page's head, from the answer of the API and the language."""


def character_values(answer: Any, _language: str) -> dict[str, str]:
    rank = f"#{answer['ranks']['pvp']['rank']}"
    values = {"title": answer["char_name"], "level": str(answer["level"]), "class_name": answer["class_name"]}
    return {**values, "rank": rank}


def clan_values(answer: Any, _language: str) -> dict[str, str]:
    clan = answer["clan"]
    return {"title": clan["clan_name"], "level": str(clan["level"]), "rank": f"#{clan['rank']}"}


def comparison_values(answer: Any, _language: str) -> dict[str, str]:
    return {"title": f"{answer['left']['char_name']} vs {answer['right']['char_name']}"}


def boss_report_values(answer: Any, _language: str) -> dict[str, str]:
    return {"title": answer["name"], "date": answer["died_at"].partition("T")[0]}


def siege_report_values(answer: Any, _language: str) -> dict[str, str]:
    return {"title": answer["castle"], "date": answer["day"]}


def week_values(answer: Any, _language: str) -> dict[str, str]:
    return {"first_day": answer["first_day"], "last_day": answer["last_day"]}


def competition_values(answer: Any, language: str) -> dict[str, str]:
    competition = answer["competition"]
    title = competition["titles"].get(language, competition["title"])
    return {"title": title, **week_values(competition, language)}


@dataclass(frozen=True, slots=True)
class _Kind:
    """`segments`: number of path segments after the kind. `subject`: of the link preview.

    `version`: name of the data that the page depends on. `end`: last part of the path at which the API tells how a
    former subject ended.
    """

    file: str
    api: str
    values: Values
    subject: str
    version: str = "characters"
    segments: int = 1
    end: str = ""


NAMED_KINDS: Final = {
    "c": _Kind(file="character.html", api="/api/characters/", values=character_values, subject="character"),
    "clan": _Kind(file="clan.html", api="/api/clans/", values=clan_values, subject="clan", end="/end"),
    "compare": _Kind(file="compare.html", api="/api/compare/", values=comparison_values, subject="compare", segments=2),
    "bosses": _Kind(
        file="boss-report.html",
        api="/api/world/bosses/",
        values=boss_report_values,
        subject="boss",
        version="world",
        segments=2,
    ),
    "sieges": _Kind(
        file="siege-report.html",
        api="/api/world/sieges/",
        values=siege_report_values,
        subject="siege",
        version="world",
        segments=2,
    ),
    "weeks": _Kind(file="week.html", api="/api/weeks/", values=week_values, subject="week", version="world"),
    "competition": _Kind(
        file="competition.html",
        api="/api/competitions/",
        values=competition_values,
        subject="competition",
        version="rankings",
    ),
}
_HOME_PICTURE: Final = "home.jpg"


@dataclass(slots=True)
class _CachedPage:
    response: StoredResponse
    version: str
    size: int = 0
    hit: bool = False


class NamedPages:
    def __init__(
        self,
        files: StaticFiles,
        read: Read,
        version: Callable[[str], str],
        render: Render | None,
        failures: tuple[type[Exception], ...] = (),
        clients: Clients | None = None,
    ) -> None:
        """`version` returns the version of the data of that name. `render` None: all pages are empty shells.
        `failures`: exceptions of `render`. `clients`: None: the limit by address holds for nobody."""
        self._files, self._read = files, read
        self._version = version
        self._render = render
        self._failures = failures
        self._pages: S3FifoCache[_CachedPage] = S3FifoCache(_MAX_BYTES)
        self._flights: dict[str, asyncio.Task[bytes]] = {}
        self._limit = AddressLimit(clients, _RENDERS_PER_SECOND, _RENDERS_AT_ONCE) if clients else None
        self._missing: dict[str, tuple[str, bytes]] = {}
        """Version and markup of pages of absent names, by their path."""

    async def find(self, scope: Scope) -> StoredResponse | None:
        """Returns None for an address of another kind. Pages of extras that are off are as those of absent names."""
        path: str = scope["path"]
        language = self._files.languages.of_path(path)
        address = path.removeprefix(self._files.languages.prefixes[language])
        if self._files.is_absent(address):
            return self._absent_page(language, address).response(self._files.origin(scope))
        match = _ADDRESS.fullmatch(address)
        kind = NAMED_KINDS.get(match[1]) if match else None
        if match is None or kind is None or match[2].count("/") != kind.segments - 1:
            return None
        if not {(language, _MISSING), (language, kind.file)} <= self._files.named_pages.keys():
            return None  # the page is not built
        version, origin = f"{self._version(kind.version)} {self._files.content_version}", self._files.origin(scope)
        if (response := self._cached(origin + path, version)) is not None:
            return response
        page = await self._load_page(scope, language, match, version)
        # A rendered page is compressed once, for the cache and for this visitor.
        return self._cached(origin + path, version) or page.response(origin)

    def _cached(self, key: str, version: str) -> StoredResponse | None:
        cached = self._pages.get(key)
        if cached is None or cached.version != version:
            return None
        cached.hit = True
        return cached.response

    def _absent_page(self, language: str, address: str) -> PageTemplate:
        """Returns the shell for an address of an extra that is off."""
        values = {"title": "", "share_file": _HOME_PICTURE}
        return self._files.named_pages[language, _MISSING].for_subject(_MISSING, address, values, 404)

    async def _load_page(self, scope: Scope, language: str, match: re.Match[str], version: str) -> PageTemplate:
        path: str = scope["path"]
        kind, name = NAMED_KINDS[match[1]], match[2]
        status, body = await self._read(kind.api + name) if len(name) <= _MAX_NAME else (404, b"")
        is_known = status != 404
        file = kind.file if is_known else _MISSING
        values = {"title": name_in(name), "share_file": _HOME_PICTURE}
        if status == 200:
            values |= kind.values(msgspec.json.decode(body), language)
            subject = f"{kind.subject}/{encode_segments(name.replace('/', '.'))}"
            values["share_file"] = f"{subject}.{language}.jpg"
        template = self._files.named_pages[language, file]
        page = template.for_subject(file, match[0], values, 200 if is_known else 404)
        if self._render is None or status not in {200, 404}:
            return page
        answers = {kind.api + encode_segments(name): body if is_known else b"null"}
        if not is_known:
            former = await self._read(kind.api + name + kind.end) if kind.end else (404, b"")
            if former[0] != 200:
                prefix = path.removesuffix(match[0])
                page.fill(await self._render_missing(prefix, match[1], language, encode_segments(name), version))
                return page
            answers |= {address + kind.end: former[1] for address in answers}
        if path not in self._flights and self._is_over_limit(scope):
            return page

        def keep(markup: bytes) -> None:
            filled_page, origin = page.shell_copy(), self._files.origin(scope)
            filled_page.fill(markup)
            if filled_page.status == 200:
                self._keep_page(origin + path, filled_page.response(origin), version)

        content = template.content
        page.fill(await self._render_once(path, file, lambda render: render(path, language, answers, content), keep))
        return page

    def _keep_page(self, key: str, response: StoredResponse, version: str) -> None:
        cached = self._pages.get(key) or _CachedPage(response, version)
        cached.response, cached.version = response, version
        self._pages.put(key, cached, response.size)

    def _is_over_limit(self, scope: Scope) -> bool:
        return self._limit is not None and self._limit.refuse(scope, time.monotonic()) is not None

    async def _render_missing(self, prefix: str, kind_name: str, language: str, name: str, version: str) -> bytes:
        """Returns the markup for a name without a page; all names of a kind have the same but for their addresses."""
        kind = NAMED_KINDS[kind_name]
        absent_name = "/".join([_ABSENT_NAME] * kind.segments)
        path, encoded_name = f"{prefix}/{kind_name}/{absent_name}", encode_segments(absent_name)
        cached_version, markup = self._missing.get(path, ("", b""))
        if cached_version != version:
            address = kind.api + encoded_name
            answers = {address: b"null", **({address + kind.end: b"null"} if kind.end else {})}
            content = self._files.named_pages[language, _MISSING].content

            def keep(markup: bytes) -> None:
                self._missing[path] = version, markup

            markup = await self._render_once(
                path, _MISSING, lambda render: render(path, language, answers, content), keep
            )
        if _ABSENT_NAME.encode() in markup:
            return b""  # the name is shown, and cannot be replaced in all its forms
        return markup.replace(encoded_name.encode(), name.encode())

    async def _render_once(
        self, path: str, file: str, call: Callable[[Render], Awaitable[bytes]], keep: Callable[[bytes], None]
    ) -> bytes:
        """Returns the markup, one for all that wait for it; empty if it is late or fails, or too many wait.

        `keep` gets it also if it is late.
        """
        flight = self._flights.get(path)
        if flight is None:
            if self._render is None or len(self._flights) >= _MAX_WAITING:
                return b""
            flight = self._flights[path] = asyncio.create_task(self._render_page(file, call(self._render), keep))
            flight.add_done_callback(lambda _: self._flights.pop(path, None))
        await asyncio.wait([flight], timeout=_WAIT_SECONDS)
        return flight.result() if flight.done() else b""

    async def _render_page(self, file: str, render: Awaitable[bytes], keep: Callable[[bytes], None]) -> bytes:
        try:
            markup = await render
        except self._failures as error:
            log.warning("page_not_rendered", page=file, reason=str(error))
            return b""
        keep(markup)
        return markup
