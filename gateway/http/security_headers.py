"""Security headers: content security policies, transport security and permissions."""

import base64
from hashlib import sha256
from typing import Final

from gateway.http.responses import Headers

_PAGE = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: https://i.ytimg.com; "
    "connect-src 'self'; frame-src https://www.youtube-nocookie.com; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
# The administration shows texts of players and talks to its own service alone.
_ADMIN = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'"
)
# API responses opened as a page may load and run nothing.
_DATA = "default-src 'none'; frame-ancestors 'none'"
_PERMISSIONS = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"


_STYLE_SOURCES = b"style-src 'self'"
_SCRIPT_SOURCES = b"script-src 'self'"


def page_headers(hsts: str) -> Headers:
    """Returns headers for HTML and everything that a page loads. YouTube's player requires a Referer."""
    return [
        (b"content-security-policy", _PAGE.encode()),
        (b"referrer-policy", b"strict-origin-when-cross-origin"),
        (b"cross-origin-opener-policy", b"same-origin"),
        (b"permissions-policy", _PERMISSIONS.encode()),
        *_common_headers(hsts),
    ]


def admin_headers(hsts: str) -> Headers:
    """Returns headers for the page of the administration and what it loads."""
    return [
        (b"content-security-policy", _ADMIN.encode()),
        (b"referrer-policy", b"no-referrer"),
        (b"cross-origin-opener-policy", b"same-origin"),
        (b"cross-origin-resource-policy", b"same-origin"),
        (b"permissions-policy", _PERMISSIONS.encode()),
        (b"x-robots-tag", b"noindex"),
        *_common_headers(hsts),
    ]


def allow_inline(headers: Headers, html: bytes) -> Headers:
    """Returns the headers with a policy that allows the styles and scripts that stand in a built page, by their hashes.

    A script with attributes is none of these: it has an address, or is data.
    """
    styles = [element.partition(b">")[2].partition(b"</style>")[0] for element in html.split(b"<style")[1:]]
    scripts = [element.partition(b"</script>")[0] for element in html.split(b"<script>")[1:]]
    for sources, texts in ((_STYLE_SOURCES, styles), (_SCRIPT_SOURCES, scripts)):
        hashes = "".join(f" '{text_hash(text)}'" for text in texts).encode()
        headers = [(name, value.replace(sources, sources + hashes)) for name, value in headers]
    return headers


def text_hash(text: bytes) -> str:
    return f"sha256-{base64.b64encode(sha256(text).digest()).decode()}"


def data_headers(hsts: str) -> Headers:
    """Returns headers for JSON, errors included."""
    return [
        (b"content-security-policy", _DATA.encode()),
        (b"referrer-policy", b"no-referrer"),
        (b"cross-origin-resource-policy", b"same-origin"),
        *_common_headers(hsts),
    ]


FOR_OTHER_SITES: Final = {"cross-origin-resource-policy": "cross-origin"}
"""Headers of pictures that other sites show: a badge, link previews, crests."""


def content_headers(hsts: str) -> Headers:
    """Returns headers for the operator's pictures and files: an SVG or HTML file opened as a page runs no script."""
    return [
        (b"content-security-policy", b"default-src 'none'; style-src 'unsafe-inline'; sandbox"),
        (b"referrer-policy", b"no-referrer"),
        *_common_headers(hsts),
    ]


def _common_headers(hsts: str) -> Headers:
    """`hsts`: value of Strict-Transport-Security; empty: none."""
    transport = [(b"strict-transport-security", hsts.encode())] if hsts else []
    return [(b"x-content-type-options", b"nosniff"), *transport]
