"""Addresses of reports: `/bosses/queen-ant/2026-11-20-1354` (UTC) and `/sieges/aden/2026-11-15`. Pure.

An id may stand for a name, and epoch seconds for a minute.
"""

import re
from collections import Counter
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Final

from gateway.features.world.facts import BOSSES, CASTLES

_MINUTE: Final = 60
_NUMBER: Final = re.compile(r"[0-9]{1,12}")


def slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def _by_slug(names: Mapping[int, str]) -> dict[str, int]:
    """Names that stand for one id."""
    counts = Counter(map(slug, names.values()))
    return {slug(name): number for number, name in names.items() if counts[slug(name)] == 1}


_BOSS_IDS: Final = _by_slug({number: facts.name for number, facts in BOSSES.items()})
_CASTLE_IDS: Final = _by_slug(CASTLES)


def boss_id(text: str) -> int | None:
    return int(text) if _NUMBER.fullmatch(text) else _BOSS_IDS.get(text)


def castle_id(text: str) -> int | None:
    return int(text) if _NUMBER.fullmatch(text) else _CASTLE_IDS.get(text)


def seconds_of(text: str) -> range | None:
    """Returns the seconds that a text stands for; None for another text."""
    if _NUMBER.fullmatch(text):
        return range(int(text), int(text) + 1)
    try:
        at = int(datetime.strptime(text, "%Y-%m-%d-%H%M").replace(tzinfo=UTC).timestamp())
    except ValueError:
        return None
    return range(at, at + _MINUTE)


def boss_report_path(boss: int, died_at: int) -> str:
    name = slug(BOSSES[boss].name) if boss in BOSSES else ""
    minute = datetime.fromtimestamp(died_at, UTC).strftime("%Y-%m-%d-%H%M")
    return f"/bosses/{name if _BOSS_IDS.get(name) == boss else boss}/{minute}"


def siege_report_path(castle: int, day: str) -> str:
    """`day`: in the site's time zone."""
    return f"/sieges/{slug(CASTLES[castle]) if castle in CASTLES else castle}/{day}"
