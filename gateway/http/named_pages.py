"""Pages of single subjects, such as `/c/{name}` and `/sieges/{castle}/{day}`, rendered at the first request.

They are cached. A bounded number of them is rendered at the same time. A page that is not rendered in time is sent as
an empty shell, and cached later.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import msgspec
import structlog

from gateway.http.page_template import PageTemplate
from gateway.http.path_segments import encode_segments, name_in
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
    """`segments`: number of path segments after the kind. `subject`: of the link preview; empty: the preview of Home.

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


_KINDS: Final = {
    "c": _Kind("character.html", "/api/characters/", character_values, "character"),
    "clan": _Kind("clan.html", "/api/clans/", clan_values, "clan", end="/end"),
    "compare": _Kind("compare.html", "/api/compare/", comparison_values, "", segments=2),
    "bosses": _Kind("boss-report.html", "/api/world/bosses/", boss_report_values, "boss", "world", 2),
    "sieges": _Kind("siege-report.html", "/api/world/sieges/", siege_report_values, "siege", "world", 2),
    "weeks": _Kind("week.html", "/api/weeks/", week_values, "week", "world"),
    "competition": _Kind("competition.html", "/api/competitions/", competition_values, "competition", "rankings"),
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
    ) -> None:
        """`version` returns the version of the data of that name. `render` None: all pages are empty shells.
        `failures`: exceptions of `render`."""
        self._files, self._read = files, read
        self._version, self._render, self._failures = version, render, failures
        self._pages: S3FifoCache[_CachedPage] = S3FifoCache(_MAX_BYTES)
        self._flights: dict[str, asyncio.Task[PageTemplate]] = {}

    async def find(self, scope: Scope) -> StoredResponse | None:
        """Returns None for an address of another kind."""
        path: str = scope["path"]
        language = self._files.languages.of_path(path)
        match = _ADDRESS.fullmatch(path.removeprefix(self._files.languages.prefixes[language]))
        kind = _KINDS.get(match[1]) if match else None
        if match is None or kind is None or match[2].count("/") != kind.segments - 1:
            return None
        if (language, _MISSING) not in self._files.named_pages:
            return None
        version, origin = f"{self._version(kind.version)} {self._files.content_version}", self._files.origin(scope)
        cached = self._pages.get(origin + path)
        if cached and cached.version == version:
            cached.hit = True
            return cached.response
        return (await self._load_page(path, language, match, version, origin)).response(origin)

    async def _load_page(
        self, path: str, language: str, match: re.Match[str], version: str, origin: str
    ) -> PageTemplate:
        kind, name = _KINDS[match[1]], match[2]
        status, body = await self._read(kind.api + name) if len(name) <= _MAX_NAME else (404, b"")
        is_known = status != 404
        file = kind.file if is_known else _MISSING
        values = {"title": name_in(name), "share_file": _HOME_PICTURE}
        if status == 200:
            values |= kind.values(msgspec.json.decode(body), language)
            if kind.subject:
                subject = f"{kind.subject}/{encode_segments(name.replace('/', '.'))}"
                values["share_file"] = f"{subject}.{language}.jpg"
        template = self._files.named_pages[language, file]
        shell = template.for_subject(file, match[0], values, 200 if is_known else 404)
        is_full = path not in self._flights and len(self._flights) >= _MAX_WAITING
        if self._render is None or is_full or status not in {200, 404}:
            return shell
        flight = self._flights.get(path)
        if flight is None:
            answers = {kind.api + encode_segments(name): body if is_known else b"null"}
            if kind.end and not is_known:
                status, body = await self._read(kind.api + name + kind.end)
                answers |= {address + kind.end: body if status == 200 else b"null" for address in answers}
            render = self._render(path, language, answers, template.content)
            rendering = self._render_page(path, file, shell, render, version, origin)
            flight = self._flights[path] = asyncio.create_task(rendering)
            flight.add_done_callback(lambda _: self._flights.pop(path, None))
        await asyncio.wait([flight], timeout=_WAIT_SECONDS)
        return flight.result() if flight.done() else shell

    async def _render_page(
        self, path: str, file: str, shell: PageTemplate, render: Awaitable[bytes], version: str, origin: str
    ) -> PageTemplate:
        page = shell.shell_copy()
        try:
            page.fill(await render)
        except self._failures as error:
            log.warning("page_not_rendered", page=file, reason=str(error))
            return shell
        if page.status == 200:
            response, key = page.response(origin), origin + path
            cached = self._pages.get(key) or _CachedPage(response, version)
            cached.response, cached.version = response, version
            self._pages.put(key, cached, response.size)
        return page
