"""Progress of a character within its level.

The table holds the total experience at which each level starts. Levels 1 to 80 are equal in the data packs of Mobius
and Frozen (`experience.xml`) and of aCis (`playerLevels.xml`). From level 81 on it follows Mobius and Frozen, used
by servers with a higher level cap; aCis ends at 6,299,994,999 for level 81, too small a difference to
change a percentage.
"""

from typing import Final

_TABLE = """
0 68 363 1168 2884 6038 11287 19423 31378 48229 71201 101676 141192 191452 254327 331864 426284 539995 675590 835854
1023775 1242536 1495531 1786365 2118860 2497059 2925229 3407873 3949727 4555766 5231213 5981539 6812472 7729999
8740372 9850111 11066012 12395149 13844879 15422851 17137002 18995573 21007103 23180442 25524751 28049509 30764519
33679907 36806133 40153995 45524865 51262204 57383682 63907585 70852742 80700339 91162131 102265326 114038008
126509030 146307211 167243291 189363788 212716741 237351413 271973532 308441375 346825235 387197529 429632402
474205751 532692055 606319094 696376867 804219972 931275828 1151275834 1511275834 2099275834 4200000000 6300000000
8820000000 11844000000 15472800000 19827360000 25314105600 32211728640
"""
STARTS: Final = (0, *map(int, _TABLE.split()))
"""Indexed by level from 1; entry 0 is unused."""
MAX_LEVEL: Final = len(STARTS) - 1
"""Last level in the table; its end is unknown."""


def percent(level: int, exp: int) -> float:
    """Returns the completed share of the level, 0 to 100, truncated to two decimals as in the game.

    Experience below the level's start (lost by death) gives 0, experience of a higher level 100. A level below 1 counts
    as 1. From the end of the table on, where no next level is known, the result is 100.
    """
    start, end = _bounds(level)
    if start == end:
        return 100.0
    return min(max(exp - start, 0) * 10_000 // (end - start), 10_000) / 100


def to_next(level: int, exp: int) -> int:
    """Returns the experience missing for the next level; 0 from the end of the table on."""
    start, end = _bounds(level)
    return 0 if start == end else max(end - max(exp, 0), 0)


def _bounds(level: int) -> tuple[int, int]:
    """Returns the experience at the level's start and end; twice the same if no next level is known."""
    level = min(max(level, 1), MAX_LEVEL)
    return STARTS[level], STARTS[min(level + 1, MAX_LEVEL)]
