"""Checks the origin of requests: the administration accepts those of its own page, never of another site."""

from collections.abc import Collection
from typing import Any, Final, cast
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from gateway.features.accounts.limits import HttpRequest
from gateway.http.errors import CrossSite

Connection = ASGIConnection[Any, Any, Any, Any]

COOKIE: Final = "admin_session"
PATH: Final = "/api/admin"
_LOCAL_HOSTS: Final = {"localhost", "127.0.0.1", "::1"}


def check_origin(request: Connection, public_url: str) -> None:
    """Raises CrossSite unless the administration's page has sent the request.

    Browsers name the page in `Origin` and `Sec-Fetch-Site`; a request that changes something needs one of them.
    """
    fetch_site, origin = request.headers.get("sec-fetch-site", ""), request.headers.get("origin", "")
    is_read = cast("dict[str, Any]", request.scope)["method"] in {"GET", "HEAD"}
    if fetch_site and fetch_site not in ({"same-origin", "none"} if is_read else {"same-origin"}):
        raise CrossSite
    if origin and origin not in _own_origins(request, public_url):
        raise CrossSite
    if not is_read and not origin and not fetch_site:
        raise CrossSite


def _own_origins(request: Connection, public_url: str) -> Collection[str]:
    """Returns the public address alone where one is set; a site of this machine also has its other local names."""
    host = request.headers.get("host", "")
    if public_url and not (_is_local(public_url) and _is_local(f"//{host}")):
        return {public_url}
    return {public_url, f"https://{host}", f"http://{host}"} - {""}


def _is_local(url: str) -> bool:
    try:
        return urlsplit(url).hostname in _LOCAL_HOSTS
    except ValueError:  # a bracket in the host that the request names
        return False


def session_cookie(request: HttpRequest, public_url: str, token: str, seconds: int) -> Cookie:
    """Returns the session's cookie. A page on this machine may be served without https; any other may not.

    The host that the request names counts only without `public_url`.
    """
    is_local = _is_local(public_url or f"//{request.headers.get('host', '')}")
    secure = public_url.startswith("https://") or not is_local
    return Cookie(COOKIE, value=token, path=PATH, max_age=seconds, secure=secure, httponly=True, samesite="strict")
