"""The only client of the site's own public address: which CDN answers there."""

from typing import Final

import httpx

from gateway.texts import Text, text

_TIMEOUT_SECONDS: Final = 5
_HEADERS: Final[dict[str, Text | str]] = {
    "cf-ray": "Cloudflare",
    "x-amz-cf-id": "CloudFront",
    "x-azure-ref": "Azure Front Door",
    "x-served-by": "Fastly",
    "x-sucuri-id": "Sucuri",
    "cdn-loop": text("doctor.address.some_cdn"),
    "via": text("doctor.address.some_proxy"),
}
"""Headers that a CDN adds to its answers, and its name."""


async def find_cdn(public_url: str) -> Text | str:
    """Returns the name of the CDN whose headers an answer has; empty if there is none, or no answer."""
    try:
        async with httpx.AsyncClient(timeout=_TIMEOUT_SECONDS, trust_env=False) as http:
            headers = (await http.get(f"{public_url}/api/server/status")).headers
    except httpx.HTTPError:
        return ""
    return next((name for header, name in _HEADERS.items() if header in headers), "")
