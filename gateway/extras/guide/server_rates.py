"""Reads the rates of a game server from its own configuration files.

Each pack has them in files and under names of its own; a name that is not there has the value of the pack's code.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct

from gateway.extras.guide.drops import RankRates, Rates
from gateway.install.items_parse import ImportFailedError

MAX_FILE_BYTES: Final = 4 * 1024 * 1024
FILES: Final[Mapping[str, tuple[str, ...]]] = {
    "mobius": ("Rates.ini",),
    "mobius_ct0": ("Rates.ini",),
    "frozen": ("rates.properties",),
    "orion": ("rates.ini",),
    "lucera": ("rates.properties", "drops.properties"),
    "acis": ("server.properties",),
    "rusacis": ("rates.properties", "rus_acis.properties"),
}
"""The files that a pack reads its rates from. Others have the same names for other things."""
_CT0_DROP_LIMIT, _CT0_RAID_DROP_LIMIT = 2, 7
_LINE: Final = re.compile(r"\s*([^#!=:\s]+)\s*[=:]\s*(.*?)\s*")
_TRUE: Final = frozenset({"true", "yes", "on", "1"})


class ServerRates(Struct, frozen=True):
    """`files`: those that were read."""

    rates: Rates
    files: tuple[Path, ...]


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

    def is_true(self, name: str) -> bool:
        return self._values.get(name.lower(), "").lower() in _TRUE

    def by_item(self, name: str) -> dict[int, float]:
        """Reads `57,15;6656,1`, as the packs write multipliers of single items."""
        pairs = [pair.split(",") for pair in self._values.get(name.lower(), "").split(";") if pair.strip()]
        try:
            return {int(item): float(rate) for item, rate in pairs}
        except ValueError:
            raise ImportFailedError(f"{name}: not a list of item,rate;item,rate") from None

    def ids(self, name: str) -> frozenset[int]:
        words = re.split(r"[,;\s]+", self._values.get(name.lower(), ""))
        return frozenset(int(word) for word in words if word.isascii() and word.isdigit())


def read(family: str, folder: Path) -> ServerRates:
    """`folder`: the server's folder of configuration files; its subfolders are searched too.

    Raises ImportFailedError where none of the pack's files is there, or one has an unreadable rate.
    """
    if not folder.is_dir():
        raise ImportFailedError(f"{folder}: there is no such folder")
    wanted = {name.lower() for name in FILES[family]}
    files = sorted(path for path in folder.rglob("*") if path.name.lower() in wanted and path.is_file())
    if not files:
        raise ImportFailedError(f"{folder}: has no file {' or '.join(FILES[family])}; name the folder that has them")
    values: dict[str, str] = {}
    for path in files:
        values |= dict(_entries(path))
    return ServerRates(_rates(family, _Values(values)), tuple(files))


def _entries(path: Path) -> Iterator[tuple[str, str]]:
    """Yields the names, in lower case, and their values. A line that ends with a backslash goes on in the next one."""
    if path.stat().st_size > MAX_FILE_BYTES:
        raise ImportFailedError(f"{path}: too large for a file of settings")
    text = path.read_bytes().decode("utf-8-sig", "replace")
    for line in re.sub(r"\\\r?\n\s*", "", text).splitlines():
        if match := _LINE.fullmatch(line):
            yield match[1].lower(), match[2]


def _rates(family: str, values: _Values) -> Rates:
    match family:
        case "mobius_ct0":
            return _ct0(values)
        case "rusacis":
            return _rusacis(values)
        case "acis" | "lucera":
            return _by_boss(values, "RateGrandDropItems" if family == "lucera" else "RateRaidDropItems")
        case _:
            # Frozen spells its minions so.
            return _by_rank(values, "Minon" if family == "frozen" else "Minion")


def _by_rank(values: _Values, minion: str) -> Rates:
    def of(name: str, prefix: str) -> RankRates:
        ranks: Sequence[str] = (minion, "Raid", "Boss")
        return RankRates(values.number(name), *(values.number(f"{prefix}{rank}") for rank in ranks))

    return Rates(
        items=of("RateDropItems", "Items"),
        adena=of("RateDropAdena", "Adena"),
        spoil=of("RateDropSpoil", "Spoil"),
        seal_stones=values.number("RateDropSealStones"),
    )


def _by_boss(values: _Values, grand: str) -> Rates:
    items, adena, spoil = (values.number(f"RateDrop{name}") for name in ("Items", "Adena", "Spoil"))
    return Rates(
        items=RankRates(items, items, values.number("RateRaidDropItems"), values.number(grand)),
        adena=RankRates(adena, adena, adena, adena),
        spoil=RankRates(spoil, spoil, spoil, spoil),
    )


def _rusacis(values: _Values) -> Rates:
    items, currency, spoil = (values.number(f"RateDrop{name}") for name in ("Items", "Currency", "Spoil"))
    return Rates(
        items=RankRates(items, items, values.number("RateRaidDropItems"), values.number("RateGrandDropItems")),
        adena=RankRates(currency, currency, currency, currency),
        spoil=RankRates(spoil, spoil, spoil, spoil),
        seal_stones=values.number("RateDropSealStone"),
        herbs=values.number("RateDropHerbs"),
        is_alternate=values.is_true("AlternateDropList"),
    )


def _ct0(values: _Values) -> Rates:
    def of(kind: str) -> RankRates:
        usual, raid = (values.number(f"{source}Drop{kind}Multiplier") for source in ("Death", "Raid"))
        return RankRates(usual, usual, raid, raid)

    spoil = values.number("SpoilDropChanceMultiplier")
    return Rates(
        items=of("Chance"),
        items_amount=of("Amount"),
        spoil=RankRates(spoil, spoil, spoil, spoil),
        spoil_amount=values.number("SpoilDropAmountMultiplier"),
        herbs=values.number("HerbDropChanceMultiplier"),
        herbs_amount=values.number("HerbDropAmountMultiplier"),
        item_chances=values.by_item("DropChanceMultiplierByItemId"),
        item_amounts=values.by_item("DropAmountMultiplierByItemId"),
        drop_limit=values.whole("DropMaxOccurrencesNormal", _CT0_DROP_LIMIT),
        raid_drop_limit=values.whole("DropMaxOccurrencesRaidboss", _CT0_RAID_DROP_LIMIT),
    )
