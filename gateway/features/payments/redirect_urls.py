"""Where a buyer may be sent: back to us, and to the provider's own checkout. Pure.

An address is never taken apart to be judged, as two parsers may take it apart in two ways: it either begins, byte for
byte, with an origin of ours, or it does not.
"""

import re
from collections.abc import Collection, Sequence
from typing import Final
from urllib.parse import urlsplit

LONGEST: Final = 200
_CHECKOUT_LONGEST: Final = 512  # what `donations.init_point` holds
# What may stand in an address unescaped: no space, no control character, no backslash, nothing beyond ASCII.
_PLAIN: Final = re.compile(r"[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=%]+")


def return_address(url: str, origins: Sequence[str], *, https_only: bool) -> str | None:
    """The whole address of a path or an address of ours; None for what a buyer must not be sent to."""
    if not url or len(url) > LONGEST or not _PLAIN.fullmatch(url) or not origins:
        return None
    if url.startswith("/"):
        whole = None if url.startswith("//") else origins[0] + url
    else:
        whole = url if any(_lies_in(url, origin) for origin in origins) else None
    if whole is None or (https_only and not whole.startswith("https://")):
        return None
    return whole


def _lies_in(url: str, origin: str) -> bool:
    return url.startswith(origin) and url[len(origin) :][:1] in {"", "/", "?"}


def is_checkout(url: object, hosts: Collection[str], *, https_only: bool) -> bool:
    """Whether the provider's `init_point` lies where a checkout may lie."""
    if not isinstance(url, str) or len(url) > _CHECKOUT_LONGEST or not _PLAIN.fullmatch(url):
        return False
    try:
        scheme = urlsplit(url).scheme
    except ValueError:
        return False
    allowed = {"https"} if https_only else {"https", "http"}
    return scheme in allowed and any(_lies_in(url, f"{scheme}://{host}") for host in hosts)
