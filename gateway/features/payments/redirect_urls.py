"""Validates URLs to which a buyer is sent: pages of this site, and the provider's checkout. Pure.

URLs are not parsed for the decision, because two parsers may disagree: a URL is accepted only if it begins, byte for
byte, with an allowed origin.
"""

import re
from collections.abc import Collection, Sequence
from typing import Final
from urllib.parse import urlsplit

MAX_LENGTH: Final = 200
_CHECKOUT_MAX: Final = 2048  # width of `donations.init_point`
# Characters allowed unescaped in a URL: no space, control character or backslash, ASCII only.
_PLAIN: Final = re.compile(r"[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=%]+")


def return_address(url: str, origins: Sequence[str], *, https_only: bool) -> str | None:
    """Returns the absolute URL of a path or URL of this site; None for any other."""
    if not url or len(url) > MAX_LENGTH or not _PLAIN.fullmatch(url) or not origins:
        return None
    if url.startswith("/"):
        whole = None if url.startswith("//") else origins[0] + url
    else:
        whole = url if any(_has_origin(url, origin) for origin in origins) else None
    if whole is None or (https_only and not whole.startswith("https://")):
        return None
    return whole


def _has_origin(url: str, origin: str) -> bool:
    return url.startswith(origin) and url[len(origin) :][:1] in {"", "/", "?"}


def is_checkout(url: object, hosts: Collection[str], *, https_only: bool) -> bool:
    """Returns whether the provider's `init_point` is on an allowed host."""
    if not isinstance(url, str) or len(url) > _CHECKOUT_MAX or not _PLAIN.fullmatch(url):
        return False
    try:
        scheme = urlsplit(url).scheme
    except ValueError:
        return False
    allowed = {"https"} if https_only else {"https", "http"}
    return scheme in allowed and any(_has_origin(url, f"{scheme}://{host}") for host in hosts)
