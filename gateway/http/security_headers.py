"""Headers that say what a page may do."""

from gateway.http.responses import Headers

_PAGE = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: https://i.ytimg.com; "
    "connect-src 'self'; frame-src https://www.youtube-nocookie.com; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
# Data is shown by nobody: whoever opens it as a page gets one that may do nothing.
_DATA = "default-src 'none'; frame-ancestors 'none'"
# The reference page brings its styles along, by hash, and runs no script.
_DOCS = "default-src 'none'; style-src {styles}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

_PERMISSIONS = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"
_YEAR = 31_536_000


def page_headers(public_url: str) -> Headers:
    """For HTML and everything that a page loads. YouTube's frames want a Referer, so it is not withheld whole."""
    return [
        (b"content-security-policy", _PAGE.encode()),
        (b"referrer-policy", b"strict-origin-when-cross-origin"),
        (b"cross-origin-opener-policy", b"same-origin"),
        (b"permissions-policy", _PERMISSIONS.encode()),
        *data_headers(public_url)[1:],
    ]


def data_headers(public_url: str) -> Headers:
    """For JSON, problems included."""
    headers = [(b"content-security-policy", _DATA.encode()), (b"x-content-type-options", b"nosniff")]
    if public_url.startswith("https://"):
        headers.append((b"strict-transport-security", f"max-age={_YEAR}; includeSubDomains".encode()))
    return headers


def docs_headers(public_url: str, styles: str) -> Headers:
    """For the reference page. `styles`: the hash of its one style sheet, as 'sha256-…'."""
    policy = _DOCS.format(styles=styles)
    return [(b"content-security-policy", policy.encode()), *page_headers(public_url)[1:]]
