"""The source of a new account: a host or the name of a link, and a campaign. The page sends both at the registration.

Both texts are untrusted: only short names of letters, digits, dots, hyphens and underscores are stored.
"""

import re
from typing import Final

from msgspec import Struct

_NAME: Final = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")


class Source(Struct, frozen=True):
    """Empty texts: unknown. A campaign without a source is not stored."""

    source: str = ""
    campaign: str = ""


def source_of(source: str, campaign: str) -> Source:
    """Returns the source to store for the texts of a form; a text that is no short name counts as empty."""
    name = _name(source)
    return Source(name, _name(campaign)) if name else Source()


def _name(text: str) -> str:
    name = text.strip().lower()
    return name if _NAME.fullmatch(name) else ""
