"""Reads the rates of a game server from its own configuration files.

Each pack has them in files and under names of its own; a name that is not there has the value of the pack's code.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from msgspec import Struct

from gateway.extras.guide.datapack.drops import DROP_KINDS, DropKind, DropRates, RankRates
from gateway.install.items_parse import ImportFailedError

MAX_FILE_BYTES: Final = 4 * 1024 * 1024
FILES: Final[Mapping[str, tuple[str, ...]]] = {
    "mobius": ("Rates.ini", "General.ini", "Other.ini"),
    "mobius_ct0": ("Rates.ini",),
    "frozen": ("rates.properties", "options.properties", "l2jfrozen.properties"),
    "orion": ("rates.ini", "L2jOrion.ini"),
    "lucera": ("rates.properties", "drops.properties"),
    "acis": ("server.properties",),
    "rusacis": ("rates.properties", "rus_acis.properties"),
}
"""The files that a pack reads its rates from, the one that has most of them first. Others have the same names for other
things."""
_CT0_DROP_LIMIT, _CT0_RAID_DROP_LIMIT = 2, 7
_LINE: Final = re.compile(r"\s*([^#!=:\s]+)\s*[=:]\s*(.*?)\s*")
_DATA: Final = frozenset({".xml", ".csv"})
_TRUE: Final = frozenset({"true", "yes", "on", "1"})


class ServerRates(Struct, frozen=True, kw_only=True):
    """`files`: those that were read. `has_custom_spawns`: the server uses the table of the operator's own spawns."""

    rates: DropRates
    files: tuple[Path, ...]
    has_custom_spawns: bool


class _Values:
    def __init__(self, values: Mapping[str, str]) -> None:
        self._values = values

    def number(self, name: str, default: float = 1.0) -> float:
        text = self._values.get(name.lower(), "")
        try:
            value = float(text) if text else default
        except ValueError:
            value = float("nan")
        if not 0 <= value < 1e9:
            raise ImportFailedError(f"{name} = {text[:40]}: not a rate")
        return value

    def whole(self, name: str, default: int) -> int:
        return int(self.number(name, default))

    def is_true(self, name: str, *, default: bool = False) -> bool:
        return self._values.get(name.lower(), str(default)).lower() in _TRUE

    def by_item(self, name: str) -> dict[int, float]:
        """Reads `57,15;6656,1`, as the packs write multipliers of single items."""
        pairs = [pair.split(",") for pair in self._values.get(name.lower(), "").split(";") if pair.strip()]
        try:
            return {int(item): float(rate) for item, rate in pairs}
        except ValueError:
            raise ImportFailedError(f"{name}: not a list of item,rate;item,rate") from None

    def drop_kinds(self, name: str) -> frozenset[DropKind]:
        words = {word.strip().upper() for word in self._values.get(name.lower(), "").split(",")}
        return frozenset(kind for word, kind in DROP_KINDS.items() if word in words)

    def ids(self, name: str) -> frozenset[int]:
        words = re.split(r"[,;\s]+", self._values.get(name.lower(), ""))
        return frozenset(int(word) for word in words if word.isascii() and word.isdigit())


def read(family: str, folder: Path) -> ServerRates:
    """`folder`: the server's folder of configuration files; its subfolders are searched too.

    Raises ImportFailedError where none of the pack's files is there, or one has an unreadable rate.
    """
    if not folder.is_dir():
        raise ImportFailedError(f"{folder}: there is no such folder")
    files = rate_files(family, folder)
    if not any(path.name.lower() == FILES[family][0].lower() for path in files):
        raise ImportFailedError(f"{folder}: has no file {FILES[family][0]}; name the folder that has them")
    values: dict[str, str] = {}
    for path in files:
        values |= dict(_entries(path))
    settings = _Values(values)
    is_custom = settings.is_true("CustomSpawnlistTable", default=True)
    return ServerRates(rates=_rates(family, settings), files=tuple(files), has_custom_spawns=is_custom)


def rate_files(family: str, folder: Path) -> list[Path]:
    names = {name.lower() for name in FILES[family]}
    return sorted(path for path in folder.rglob("*") if path.name.lower() in names and path.is_file())


def newest_file(family: str, folder: Path, game_config: Path) -> int:
    """Returns the modification time of the newest file of data and of rates, in epoch nanoseconds; 0 without files.

    Raises OSError.
    """
    data = (path for path in folder.rglob("*") if path.suffix.lower() in _DATA and path.is_file())
    return max((path.stat().st_mtime_ns for path in (*data, *rate_files(family, game_config))), default=0)


def _entries(path: Path) -> Iterator[tuple[str, str]]:
    """Yields the names, in lower case, and their values. A line that ends with a backslash goes on in the next one."""
    if path.stat().st_size > MAX_FILE_BYTES:
        raise ImportFailedError(f"{path}: too large for a file of settings")
    text = path.read_bytes().decode("utf-8-sig", "replace")
    for line in re.sub(r"\\\r?\n\s*", "", text).splitlines():
        if match := _LINE.fullmatch(line):
            yield match[1].lower(), match[2]


def _rates(family: str, values: _Values) -> DropRates:
    match family:
        case "mobius_ct0":
            return _ct0(values)
        case "rusacis":
            return _rusacis(values)
        case "acis" | "lucera":
            return _by_boss(values, "RateGrandDropItems" if family == "lucera" else "RateRaidDropItems")
        case _:
            # Frozen spells its minions so. The code of Orion reads the last setting, and uses it nowhere.
            is_epic_only = family != "orion" and values.is_true("HighRateServerDrops")
            return _by_rank(values, "Minon" if family == "frozen" else "Minion", is_epic_only=is_epic_only)


def _with_bosses(rate: float, *, raid: float, grand: float) -> RankRates:
    return RankRates(monster=rate, minion=rate, raid=raid, grand=grand)


def _of_all(rate: float) -> RankRates:
    return _with_bosses(rate, raid=rate, grand=rate)


def _by_rank(values: _Values, minion: str, *, is_epic_only: bool) -> DropRates:
    def of(name: str, prefix: str) -> RankRates:
        return RankRates(
            monster=values.number(name),
            minion=values.number(f"{prefix}{minion}"),
            raid=values.number(f"{prefix}Raid"),
            grand=values.number(f"{prefix}Boss"),
        )

    return DropRates(
        items=of("RateDropItems", "Items"),
        adena=of("RateDropAdena", "Adena"),
        spoil=of("RateDropSpoil", "Spoil"),
        seal_stones=values.number("RateDropSealStones"),
        is_epic_only=is_epic_only,
    )


def _by_boss(values: _Values, grand: str) -> DropRates:
    items, adena, spoil = (values.number(f"RateDrop{name}") for name in ("Items", "Adena", "Spoil"))
    return DropRates(
        items=_with_bosses(items, raid=values.number("RateRaidDropItems"), grand=values.number(grand)),
        adena=_of_all(adena),
        spoil=_of_all(spoil),
        one_roll_items=values.ids("RateIncreaseChance"),
        many_roll_items=values.ids("RateIncreaseQtty"),
    )


def _rusacis(values: _Values) -> DropRates:
    items, currency, spoil = (values.number(f"RateDrop{name}") for name in ("Items", "Currency", "Spoil"))
    return DropRates(
        items=_with_bosses(items, raid=values.number("RateRaidDropItems"), grand=values.number("RateGrandDropItems")),
        adena=_of_all(currency),
        spoil=_of_all(spoil),
        seal_stones=values.number("RateDropSealStone"),
        herbs=values.number("RateDropHerbs"),
        is_alternate=values.is_true("AlternateDropList"),
        skipped_kinds=values.drop_kinds("SkipCategory"),
    )


def _ct0(values: _Values) -> DropRates:
    def of(kind: str) -> RankRates:
        usual, raid = (values.number(f"{source}Drop{kind}Multiplier") for source in ("Death", "Raid"))
        return _with_bosses(usual, raid=raid, grand=raid)

    spoil = values.number("SpoilDropChanceMultiplier")
    return DropRates(
        items=of("Chance"),
        items_amount=of("Amount"),
        spoil=_of_all(spoil),
        spoil_amount=values.number("SpoilDropAmountMultiplier"),
        herbs=values.number("HerbDropChanceMultiplier"),
        herbs_amount=values.number("HerbDropAmountMultiplier"),
        item_chances=values.by_item("DropChanceMultiplierByItemId"),
        item_amounts=values.by_item("DropAmountMultiplierByItemId"),
        drop_limit=values.whole("DropMaxOccurrencesNormal", _CT0_DROP_LIMIT),
        raid_drop_limit=values.whole("DropMaxOccurrencesRaidboss", _CT0_RAID_DROP_LIMIT),
    )
