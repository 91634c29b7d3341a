"""Addresses of bosses, castles and their reports. Pure.

`/boss/queen-ant`, `/castle/aden`, `/bosses/queen-ant/2026-11-20-1354` (UTC), `/sieges/aden/2026-11-15`.
An id may stand for a name, and epoch seconds for a minute.
"""

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Final

from gateway.concurrency.durations import MINUTE
from gateway.extras.world.facts import BOSSES, CASTLES, boss_of

_NUMBER: Final = re.compile(r"[0-9]{1,12}")


def slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def _by_slug(names: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Names that stand for one id."""
    numbers: dict[str, set[int]] = {}
    for name, number in names:
        numbers.setdefault(slug(name), set()).add(number)
    return {name: ids.pop() for name, ids in numbers.items() if len(ids) == 1}


_BOSS_IDS: Final = _by_slug([(facts.name, boss_of(npc_id)) for npc_id, facts in BOSSES.items() if boss_of(npc_id)])
_FORMER_NAMES: Final = {"andreas-van-halter": 29062}
_CASTLE_IDS: Final = _by_slug((name, castle) for castle, name in CASTLES.items())


def boss_id(text: str) -> int | None:
    """Returns the boss of a name, or of an id of it or of one of its variants."""
    if _NUMBER.fullmatch(text):
        return boss_of(int(text)) or int(text)
    return _BOSS_IDS.get(text) or _FORMER_NAMES.get(text)


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
    return range(at, at + MINUTE)


def boss_key(boss: int) -> str:
    """Returns the name in the address of a boss; the id where bosses share a name, and of a custom pack."""
    boss = boss_of(boss) or boss
    name = slug(BOSSES[boss].name) if boss in BOSSES else ""
    return name if _BOSS_IDS.get(name) == boss else str(boss)


def castle_key(castle: int) -> str:
    return slug(CASTLES[castle]) if castle in CASTLES else str(castle)


def boss_path(boss: int) -> str:
    return f"/boss/{boss_key(boss)}"


def castle_path(castle: int) -> str:
    return f"/castle/{castle_key(castle)}"


def boss_report_path(boss: int, died_at: int) -> str:
    minute = datetime.fromtimestamp(died_at, UTC).strftime("%Y-%m-%d-%H%M")
    return f"/bosses/{boss_key(boss)}/{minute}"


def siege_report_path(castle: int, day: str) -> str:
    """`day`: in the site's time zone."""
    return f"/sieges/{castle_key(castle)}/{day}"
