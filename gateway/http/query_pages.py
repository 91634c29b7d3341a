"""Views of the rankings that have a query, such as `/rankings?tab=pk&page=2`, rendered at the first request.

`OnDemandPages` bounds them. Each view has one address: its parameters in the order of `_PARAMETERS`. A query with
another parameter, or a value of another form, is an empty shell. Search engines may list pages of the boards, but no
past days, filters and orders.
"""

import re
from collections.abc import Awaitable, Callable
from typing import Final
from urllib.parse import parse_qsl, urlencode

from gateway.http.on_demand import OnDemandPages
from gateway.http.responses import Scope, StoredResponse
from gateway.http.static_files import StaticFiles

RenderView = Callable[[str, str, str], Awaitable[bytes]]
"""Returns the markup of an address in a language, from the JSON text of the site's content. Raises RenderError."""

_PATH: Final = "/rankings"
_WORD: Final = re.compile(r"[a-z_]{1,20}")
_NUMBER: Final = re.compile(r"[0-9]{1,4}")
_PARAMETERS: Final = {
    "tab": _WORD,
    "at": re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}"),
    "movement": _WORD,
    "sort": _WORD,
    "metric": _WORD,
    "search_name": re.compile(r"[^\x00-\x1f]{1,50}"),
    "race": _NUMBER,
    "class_id": _NUMBER,
    "min_level": _NUMBER,
    "max_level": _NUMBER,
    "online_only": re.compile("true"),
    "page": re.compile(r"[1-9][0-9]{0,5}"),
}
"""In the order of the page's own links (`ui/src/features/rankings/view.ts`)."""
_INDEXED: Final = {"tab", "page"}
_MAX_QUERY: Final = 300
_DATA: Final = "rankings"
"""Name of the version that the views depend on."""


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
        if path != self._files.languages.address(language, _PATH):
            return None
        parameters = view_parameters(scope["query_string"])
        if parameters is None or parameters.keys() <= {"tab"}:
            return None
        template = self._files.view(path, parameters.get("tab", ""))
        if template is None:
            return None
        query = urlencode(parameters)
        view, origin = f"{path}?{query}", self._files.origin(scope)
        version = f"{self._version(_DATA)} {self._files.content_version}"
        if response := self._on_demand.cached(origin + view, version):
            return response
        page = template.for_query(query, is_indexed=parameters.keys() <= _INDEXED)

        def call() -> Awaitable[bytes]:
            return self._render(view, language, template.content)

        file = f"{_PATH[1:]}.html"
        return await self._on_demand.respond(scope, page, view, origin=origin, file=file, version=version, render=call)


def view_parameters(query: bytes) -> dict[str, str] | None:
    """Returns the parameters of a view in their order; None if one is unknown, has another form, or is repeated."""
    if len(query) > _MAX_QUERY:
        return None
    try:
        pairs = parse_qsl(query.decode("ascii"), keep_blank_values=True, errors="strict")
    except ValueError:
        return None
    values = dict(pairs)
    is_known = all(name in _PARAMETERS and _PARAMETERS[name].fullmatch(value) for name, value in pairs)
    if not is_known or len(values) != len(pairs):
        return None
    return {name: values[name] for name in _PARAMETERS if name in values}
