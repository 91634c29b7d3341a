"""The source of a new account: a host or the name of a link, and a campaign, as the page told at the registration.

Both are texts of a stranger's browser: only short names of letters, digits, dots, hyphens and underscores are stored.
"""

import re
from typing import Final

from msgspec import Struct

_NAME: Final = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")


class Source(Struct, frozen=True):
    """Empty texts: nothing was told. A campaign counts with its source alone."""

    source: str = ""
    campaign: str = ""


def source_of(source: str, campaign: str) -> Source:
    """Returns what is stored of the texts of a form; other texts count as nothing told."""
    name = _name(source)
    return Source(name, _name(campaign)) if name else Source()


def _name(text: str) -> str:
    lowered = text.strip().lower()
    return lowered if _NAME.fullmatch(lowered) else ""
