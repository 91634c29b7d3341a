"""What every file of views has to give: each view's columns and what kind of value stands in them.

Pure facts, the same for the house's own files and for one of an operator's. What a family does not record is NULL in
a column that may be NULL, and in no other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal

import msgspec

Kind = Literal["int", "int or null", "text", "text or null"]
"""`or null`: a family that does not record it may put NULL there for every row."""

ACCOUNT_VIEWS: Final = ("accounts", "account_activity", "account_bans")
GAME_VIEWS: Final = (
    "characters",
    "subclasses",
    "items",
    "clans",
    "castles",
    "sieges",
    "bosses",
    "heroes",
    "olympiad",
)


def _columns(text: str) -> dict[str, Kind]:
    kinds: dict[str, Kind] = {"i": "int", "i?": "int or null", "t": "text", "t?": "text or null"}
    return {name: kinds[mark] for name, _, mark in (word.partition(":") for word in text.split())}


CONTRACT: Final[dict[str, dict[str, Kind]]] = {
    "accounts": _columns("login:t password:t access_level:i email:t?"),
    "account_activity": _columns("login:t access_level:i last_active:i? last_ip:t? created_at:i?"),
    "account_bans": _columns("login:t until:i"),
    "characters": _columns(
        "character_id:i account_name:t name:t title:t? level:i exp:i sp:i base_class_id:i class_id:i race:i sex:i "
        "clan_id:i? pvp_kills:i pk_kills:i deaths:i? karma:i fame:i? hp:i? max_hp:i? mp:i? max_mp:i? cp:i? max_cp:i? "
        "stat_str:i? stat_dex:i? stat_con:i? stat_int:i? stat_wit:i? stat_men:i? x:i? y:i? z:i? "
        "online:i playtime:i last_access:i? created_at:i? deletion_at:i? access_level:i noble:i?"
    ),
    "subclasses": _columns("character_id:i class_id:i level:i exp:i sp:i"),
    "items": _columns("object_id:i owner_id:i item_id:i amount:i enchant:i place:t slot:i? augmentation:i?"),
    "clans": _columns("clan_id:i name:t level:i reputation:i? castle_id:i? ally_id:i? ally_name:t? leader_id:i?"),
    "castles": _columns("castle_id:i tax_percent:i? siege_at:i?"),
    "sieges": _columns("castle_id:i clan_id:i side:t"),
    "bosses": _columns("boss_id:i respawn_at:i? hp:i?"),
    "heroes": _columns("character_id:i class_id:i? count:i?"),
    "olympiad": _columns("character_id:i class_id:i? points:i? fights:i? wins:i?"),
}
"""View → column → kind."""

EMAIL: Final = ("accounts", "email")
"""The one column that a view lacks altogether where the family has no address."""

KEYS: Final = frozenset(
    {("accounts", "login"), ("characters", "character_id"), ("items", "object_id"), ("clans", "clan_id")}
)
"""View and column that every row is found by, and that no row may have a NULL in."""

_NUMBERS: Final = frozenset(
    {"tinyint", "smallint", "mediumint", "int", "integer", "bigint", "decimal", "numeric", "double", "float", "bit"}
)
_TEXTS: Final = frozenset({"char", "varchar", "tinytext", "text", "mediumtext", "longtext", "enum", "set"})
_NOTHING: Final = frozenset({"null", "binary", "varbinary"})
"""How servers call the type of a column that is NULL and nothing else."""

_MOMENT_TYPES: Final = frozenset({"date", "datetime", "timestamp"})

Held = Literal["number", "text", "moment"]
"""What a column of the game's holds."""

FIRST_SECOND: Final = 1_000_000_000
LAST_SECOND: Final = 4_102_444_800
"""Moments of a game lie between 2001 and 2100; a number above is in milliseconds."""
_MOMENTS: Final = {
    "account_activity": ("last_active", "created_at"),
    "characters": ("last_access", "created_at", "deletion_at"),
    "castles": ("siege_at",),
    "bosses": ("respawn_at",),
}
_ONE_OF: Final[dict[str, dict[str, frozenset[object]]]] = {
    "characters": {"online": frozenset({0, 1}), "sex": frozenset({0, 1}), "race": frozenset({0, 1, 2, 3, 4, None})},
    "items": {"slot": frozenset({None, *range(18)})},
    "sieges": {"side": frozenset({"owner", "defender", "attacker", "waiting"})},
}


class Fault(msgspec.Struct, frozen=True):
    """Where a view breaks the contract, and how. An empty column: the view itself is not there."""

    view: str
    column: str
    problem: str

    def __str__(self) -> str:
        return f"{self.view}.{self.column} {self.problem}" if self.column else f"{self.view} {self.problem}"


def faults(view: str, found: Mapping[str, str], *, email: bool) -> list[Fault]:
    """What keeps a view of these columns (name → type, as information_schema names it) from serving.

    `email`: whether the accounts of the family have an address. A column too many does no harm.
    """
    if not found:
        return [Fault(view, "", "is missing")]
    types = {name.lower(): kind.lower() for name, kind in found.items()}
    wanted: dict[str, Kind] = {name: kind for name, kind in CONTRACT[view].items() if email or (view, name) != EMAIL}
    told = [(name, _problem(kind, types.get(name))) for name, kind in wanted.items()]
    return [Fault(view, name, problem) for name, problem in told if problem]


def held(wanted: Kind) -> Held:
    """What a column of the game's has to hold, to be a view's of this kind as it is."""
    return "number" if wanted.startswith("int") else "text"


def held_by(type_: str) -> Held | None:
    """By the name of a type as information_schema has it; None for one that is neither number, text nor moment."""
    kinds: tuple[tuple[Held, frozenset[str]], ...] = (
        ("number", _NUMBERS),
        ("text", _TEXTS),
        ("moment", _MOMENT_TYPES),
    )
    return next((kind for kind, types in kinds if type_.lower() in types), None)


def _problem(wanted: Kind, found: str | None) -> str:
    if found is None:
        return "is missing"
    kind, _, null = wanted.partition(" ")
    if found in _NOTHING:
        return "" if null else f"is always NULL, and has to be {_WORDS[kind]}"
    return "" if found in (_NUMBERS if kind == "int" else _TEXTS) else f"is {found}, and has to be {_WORDS[kind]}"


_WORDS: Final = {"int": "a number", "text": "text"}


def unrecorded(found: Mapping[str, Mapping[str, str]]) -> list[str]:
    """`view.column` of what these views (view → column → type) never say, in the contract's order."""
    return [
        f"{view}.{column}"
        for view, columns in CONTRACT.items()
        for column in columns
        if found.get(view, {}).get(column, "").lower() in _NOTHING
    ]


def strange(view: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> list[Fault]:
    """What some rows of a view hold and must not: a moment that is not in seconds, a slot or a side that is none."""
    told: dict[str, str] = {}
    moments, choices = _MOMENTS.get(view, ()), _ONE_OF.get(view, {})
    for row in rows:
        for name, value in zip(columns, row, strict=True):
            if name in moments and isinstance(value, int) and not FIRST_SECOND < value < LAST_SECOND:
                told.setdefault(name, f"holds {value}, which is no moment in seconds since 1970")
            if name in choices and value not in choices[name]:
                told.setdefault(name, f"holds {value!r:.40}, which is none of its values")
    return [Fault(view, name, problem) for name, problem in told.items()]
