"""Views of pages that have a query, such as `/rankings?tab=pk&page=2`, rendered at the first request.

`OnDemandPages` bounds them. Each view has one address: its parameters in the order of its page. A query with
another parameter, or a value of another form, is an empty shell. Search engines may list pages of the boards and of the
guide, but no past days, filters, searches and orders.
"""

import re
from collections.abc import Awaitable, Callable, Mapping, Set
from dataclasses import dataclass
from typing import Final
from urllib.parse import parse_qsl, urlencode

from gateway.http.on_demand import OnDemandPages
from gateway.http.responses import Scope, StoredResponse
from gateway.http.static_files import StaticFiles

RenderView = Callable[[str, str, str], Awaitable[bytes]]
"""Returns the markup of an address in a language, from the JSON text of the site's content. Raises RenderError."""

_WORD: Final = re.compile(r"[a-z_]{1,20}")
_NUMBER: Final = re.compile(r"[0-9]{1,4}")
_PAGE: Final = re.compile(r"[1-9][0-9]{0,5}")
_NAME: Final = re.compile(r"[^\x00-\x1f]{1,50}")


@dataclass(frozen=True, slots=True)
class _Page:
    """`parameters`: in the order of the page's own links. `indexed`: those of views that search engines may list.

    `version`: name of the data that the views depend on.
    """

    parameters: Mapping[str, re.Pattern[str]]
    indexed: Set[str]
    version: str


PAGES: Final = {
    "/rankings": _Page(
        {
            "tab": _WORD,
            "at": re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}"),
            "movement": _WORD,
            "sort": _WORD,
            "metric": _WORD,
            "search_name": _NAME,
            "race": _NUMBER,
            "class_id": _NUMBER,
            "min_level": _NUMBER,
            "max_level": _NUMBER,
            "online_only": re.compile("true"),
            "page": _PAGE,
        },
        {"tab", "page"},
        "rankings",
    ),
    "/guide": _Page(
        {"q": _NAME, "level": _NUMBER, "category": _WORD, "page": _PAGE},
        {"level", "category", "page"},
        "guide",
    ),
    "/market": _Page(
        {
            "q": _NAME,
            "side": re.compile("buy"),
            "town": _NAME,
            "min_enchant": _NUMBER,
            "max_price": re.compile(r"[1-9][0-9]{0,14}"),
            "page": _PAGE,
        },
        {"side", "page"},
        "characters",
    ),
}
_MAX_QUERY: Final = 300


class QueryPages:
    def __init__(
        self, files: StaticFiles, version: Callable[[str], str], render: RenderView, on_demand: OnDemandPages
    ) -> None:
        """`version` returns the version of the data of that name."""
        self._files = files
        self._version = version
        self._render = render
        self._on_demand = on_demand

    async def find(self, scope: Scope) -> StoredResponse | None:
        """Returns None for every other address."""
        path: str = scope["path"]
        language = self._files.languages.of_path(path)
        address = path.removeprefix(self._files.languages.prefixes[language])
        page_kind = PAGES.get(address)
        if page_kind is None:
            return None
        parameters = view_parameters(page_kind.parameters, scope["query_string"])
        if parameters is None or parameters.keys() <= {"tab"}:
            return None
        template = self._files.view(path, parameters.get("tab", ""))
        if template is None:
            return None
        query = urlencode(parameters)
        view, origin = f"{path}?{query}", self._files.origin(scope)
        version = f"{self._version(page_kind.version)} {self._files.content_version}"
        if response := self._on_demand.cached(origin + view, version):
            return response
        page = template.for_query(query, is_indexed=parameters.keys() <= page_kind.indexed)

        def call() -> Awaitable[bytes]:
            return self._render(view, language, template.content)

        file = f"{address[1:]}.html"
        return await self._on_demand.respond(scope, page, view, origin=origin, file=file, version=version, render=call)


def view_parameters(forms: Mapping[str, re.Pattern[str]], query: bytes) -> dict[str, str] | None:
    """Returns the parameters of a view in their order; None if one is unknown, has another form, or is repeated.

    Empty ones are left out: a browser without scripts sends all fields of a form.
    """
    if len(query) > _MAX_QUERY:
        return None
    try:
        pairs = parse_qsl(query.decode("ascii"), errors="strict")
    except ValueError:
        return None
    values = dict(pairs)
    is_known = all(name in forms and forms[name].fullmatch(value) for name, value in pairs)
    if not is_known or len(values) != len(pairs):
        return None
    return {name: values[name] for name in forms if name in values}
