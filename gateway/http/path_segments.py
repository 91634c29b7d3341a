"""Names with a slash in one segment of a path: `/c/a%2Fb` names `a/b`, and `/compare/a/b` names two.

A server decodes the path before the application sees it, and both look alike. Here an encoded slash stays encoded in
`scope["path"]`, and the reader of a name decodes it.
"""

import re
from typing import Final
from urllib.parse import quote, unquote

from gateway.http.responses import Scope

_SLASH: Final = "%2F"
_ENCODED: Final = re.compile(rb"%2f", re.IGNORECASE)
_SAFE_CHARACTERS: Final = "!'()*~"
"""Characters that `encodeURIComponent` of the page leaves unescaped, beside letters, digits and `-_.`."""


def keep_encoded_slashes(scope: Scope) -> Scope:
    """Returns the scope of a request with its encoded slashes in the path; most requests have none."""
    raw_path: bytes = scope.get("raw_path") or b""
    if b"%2" not in raw_path or not _ENCODED.search(raw_path):
        return scope
    return {**scope, "path": unquote(_ENCODED.sub(b"%252F", raw_path).decode("latin-1"))}


def name_in(segment: str) -> str:
    """Returns the name that a segment of `scope["path"]` stands for."""
    return segment.replace(_SLASH, "/")


def encode_segments(path: str) -> str:
    """Returns segments of `scope["path"]` as the page writes them into an address."""
    return "/".join(quote(name_in(segment), safe=_SAFE_CHARACTERS) for segment in path.split("/"))
