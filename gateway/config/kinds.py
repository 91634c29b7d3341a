"""Types and marks of settings."""

import re
from typing import Annotated
from urllib.parse import urlsplit

from msgspec import Meta

Port = Annotated[int, Meta(ge=0, le=65535)]
Count = Annotated[int, Meta(ge=1)]
Milliseconds = Annotated[int, Meta(ge=1, le=600_000)]


HOST = re.compile(r"([a-z0-9._-]+|\[[0-9a-f:]+\])(:[0-9]{1,5})?")
"""Host and port, as a browser writes them."""


class Secret:
    """Marks a setting that is never shown."""


class File:
    """Marks a path, which in the configuration file is relative to that file."""


def is_origin(text: str) -> bool:
    """Returns True for scheme, host and port alone, as a browser writes them."""
    try:
        url = urlsplit(text)
        has_host = url.scheme in {"http", "https"} and bool(HOST.fullmatch(url.netloc)) and url.port != 0
    except ValueError:
        return False
    return has_host and text == f"{url.scheme}://{url.netloc}"
