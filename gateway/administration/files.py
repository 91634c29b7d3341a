"""The built page of the administration: one shell in each language for all of its addresses, and hashed assets.

Its files are beside those of the site, in `ui/dist/admin`, and only served from here.
"""

from http.cookies import CookieError, SimpleCookie
from pathlib import Path
from typing import Final

from gateway.config.networks import Networks
from gateway.http.rate_limit import Clients
from gateway.http.responses import PreparedResponse, Scope
from gateway.http.security_headers import admin_headers
from gateway.http.static_files import IMMUTABLE, NO_STORE, read_asset

PAGE: Final = "/admin"
API: Final = "/api/admin"
LANGUAGE_COOKIE: Final = "admin_language"
"""Set by the page; the operator chooses the language."""
_SOURCE: Final = "en"


class AdminArea:
    """Hides the administration from other networks, and serves its page."""

    def __init__(self, page_folder: Path, clients: Clients, networks: tuple[str, ...], hsts: str) -> None:
        self._clients = clients
        self._networks = Networks(networks)
        headers = admin_headers(hsts)
        folder = page_folder / "admin"
        self._shells = {
            path.stem: read_asset(path, path.name, NO_STORE, headers) for path in sorted(folder.glob("*.html"))
        }
        self._assets = {
            f"{PAGE}/assets/{path.name}": read_asset(path, path.name, IMMUTABLE, headers)
            for path in sorted((folder / "assets").glob("*"))
            if path.suffix not in {".br", ".gz"}
        }

    def hides(self, scope: Scope) -> bool:
        """Returns True for a path of the administration that does not exist for this client."""
        path = scope["path"]
        if not path.startswith((PAGE, API)) or (not _is_below(path, PAGE) and not _is_below(path, API)):
            return False
        return bool(self._networks) and self._clients.address(scope) not in self._networks

    def find(self, scope: Scope) -> PreparedResponse | None:
        """Returns the response for an address of the page; None for any other."""
        path = scope["path"]
        if not _is_below(path, PAGE) or self.hides(scope):
            return None
        if path in self._assets:
            return self._assets[path]
        if "." in path:
            return None
        return self._shells.get(_language(scope)) or self._shells.get(_SOURCE)


def _is_below(path: str, prefix: str) -> bool:
    return path == prefix or path.startswith(f"{prefix}/")


def _language(scope: Scope) -> str:
    for name, value in scope["headers"]:
        if name == b"cookie" and LANGUAGE_COOKIE.encode() in value:
            try:
                morsel = SimpleCookie(value.decode("latin-1")).get(LANGUAGE_COOKIE)
            except CookieError:
                return _SOURCE
            return morsel.value if morsel else _SOURCE
    return _SOURCE
