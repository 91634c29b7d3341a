"""Pages of single subjects, such as `/c/{name}` and `/sieges/{castle}/{day}`, rendered at the first request.

`OnDemandPages` bounds them.
"""

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from gateway.http.on_demand import OnDemandPages
from gateway.http.page_template import PageTemplate
from gateway.http.path_segments import encode_segments, name_in
from gateway.http.responses import Scope, StoredResponse
from gateway.http.static_files import StaticFiles

Render = Callable[[str, str, Mapping[str, bytes], str], Awaitable[bytes]]
"""Returns the markup of an address in a language, from what the API answers and the JSON text of the site's content.

Raises RenderError.
"""

Read = Callable[[str], Awaitable[tuple[int, bytes]]]
"""Returns the status and the body of a public read by its path."""

_MAX_NAME: Final = 64
"""No subject has a longer name, so it is not looked up."""
_ADDRESS: Final = re.compile(r"/([a-z]+)/([^/]+(?:/[^/]+)?)")
_MISSING: Final = "no-page.html"
_ABSENT_NAME: Final = "no-such-name-\u015d"
"""Stands for all names of a kind that have no page; its letter shows whether markup holds a name in another form."""

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


def boss_values(answer: Any, _language: str) -> dict[str, str]:
    return {"title": answer["boss"]["name"]}


def castle_values(answer: Any, _language: str) -> dict[str, str]:
    return {"title": answer["castle"]["name"]}


def boss_report_values(answer: Any, _language: str) -> dict[str, str]:
    return {"title": answer["name"], "date": answer["died_at"].partition("T")[0]}


def siege_report_values(answer: Any, _language: str) -> dict[str, str]:
    return {"title": answer["castle"], "date": answer["day"]}


def week_values(answer: Any, _language: str) -> dict[str, str]:
    return {"first_day": answer["first_day"], "last_day": answer["last_day"]}


def market_item_values(answer: Any, _language: str) -> dict[str, str]:
    return {"title": answer["name"]}


def competition_values(answer: Any, language: str) -> dict[str, str]:
    competition = answer["competition"]
    title = competition["titles"].get(language, competition["title"])
    return {"title": title, **week_values(competition, language)}


def item_values(answer: Any, _language: str) -> dict[str, str]:
    return {"title": answer["name"]}


def monster_values(answer: Any, _language: str) -> dict[str, str]:
    return {"title": answer["name"], "level": str(answer["level"])}


@dataclass(frozen=True, slots=True)
class _Kind:
    """`segments`: number of path segments after the kind. `subject`: of the link preview; empty: one picture for all.

    `version`: name of the data that the page depends on. `end`: last part of the path at which the API tells how a
    former subject ended; `part`: at which it gives another part of the page. `has_path`: the answer has the canonical
    path, where several addresses lead to one page.
    """

    file: str
    api: str
    values: Values
    subject: str
    version: str = "characters"
    segments: int = 1
    end: str = ""
    part: str = ""
    has_path: bool = False


NAMED_KINDS: Final = {
    "c": _Kind(file="character.html", api="/api/characters/", values=character_values, subject="character"),
    "clan": _Kind(file="clan.html", api="/api/clans/", values=clan_values, subject="clan", end="/end", part="/history"),
    "compare": _Kind(file="compare.html", api="/api/compare/", values=comparison_values, subject="compare", segments=2),
    "boss": _Kind(
        file="boss.html", api="/api/world/bosses/", values=boss_values, subject="boss", version="world", has_path=True
    ),
    "castle": _Kind(
        file="castle.html",
        api="/api/world/castles/",
        values=castle_values,
        subject="castle",
        version="world",
        has_path=True,
    ),
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
    "weeks": _Kind(
        file="week.html", api="/api/weeks/", values=week_values, subject="week", version="world", has_path=True
    ),
    "competition": _Kind(
        file="competition.html",
        api="/api/competitions/",
        values=competition_values,
        subject="competition",
        version="rankings",
    ),
    "items": _Kind(file="item.html", api="/api/items/", values=item_values, subject="", version="guide"),
    "monsters": _Kind(file="monster.html", api="/api/monsters/", values=monster_values, subject="", version="guide"),
    "market": _Kind(file="market-item.html", api="/api/market/items/", values=market_item_values, subject=""),
}
_HOME_PICTURE: Final = "home.jpg"


class NamedPages:
    def __init__(
        self,
        files: StaticFiles,
        read: Read,
        version: Callable[[str], str],
        render: Render | None,
        on_demand: OnDemandPages | None = None,
    ) -> None:
        """`version` returns the version of the data of that name. `render` None: all pages are empty shells."""
        self._files, self._read = files, read
        self._version = version
        self._render = render
        self._on_demand = on_demand or OnDemandPages()
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
        return self._on_demand.cached(origin + path, version) or await self._respond(scope, language, match, version)

    def _absent_page(self, language: str, address: str) -> PageTemplate:
        """Returns the shell for an address of an extra that is off."""
        values = {"title": "", "share_file": _HOME_PICTURE}
        return self._files.named_pages[language, _MISSING].for_subject(_MISSING, address, values, 404)

    async def _respond(self, scope: Scope, language: str, match: re.Match[str], version: str) -> StoredResponse:
        path, origin = scope["path"], self._files.origin(scope)
        kind, name = NAMED_KINDS[match[1]], match[2]
        status, body = await self._read(kind.api + name) if len(name) <= _MAX_NAME else (404, b"")
        is_known = status != 404
        file = kind.file if is_known else _MISSING
        values, address = {"title": name_in(name), "share_file": _HOME_PICTURE}, match[0]
        if status == 200:
            answer = msgspec.json.decode(body)
            values |= kind.values(answer, language)
            address = answer["path"] if kind.has_path else address
            if kind.subject:
                subject = f"{kind.subject}/{encode_segments(name.replace('/', '.'))}"
                values["share_file"] = f"{subject}.{language}.jpg"
        template = self._files.named_pages[language, file]
        page = template.for_subject(file, address, values, 200 if is_known else 404)
        render = self._render
        if render is None or status not in {200, 404}:
            return page.response(origin)
        answers = {kind.api + encode_segments(name): body if is_known else b"null"}
        if not is_known:
            former = await self._read(kind.api + name + kind.end) if kind.end else (404, b"")
            if former[0] != 200:
                prefix = path.removesuffix(match[0])
                page.fill(await self._render_missing(prefix, match[1], language, encode_segments(name), version))
                return page.response(origin)
            answers |= {api_path + kind.end: former[1] for api_path in answers}
        elif kind.part:
            part = await self._read(kind.api + name + kind.part)
            answers |= {api_path + kind.part: part[1] for api_path in answers if part[0] == 200}
        content = template.content

        def call() -> Awaitable[bytes]:
            return render(path, language, answers, content)

        return await self._on_demand.respond(scope, page, path, origin=origin, file=file, version=version, render=call)

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

            def call() -> Awaitable[bytes]:
                assert self._render
                return self._render(path, language, answers, content)

            markup = await self._on_demand.render_once(path, _MISSING, call, keep)
        if _ABSENT_NAME.encode() in markup:
            return b""  # the name is shown, and cannot be replaced in all its forms
        return markup.replace(encoded_name.encode(), name.encode())
