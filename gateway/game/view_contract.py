"""The view contract: the columns of each view, and the comparison of a view with them.

The grants of `gateway install` and `gateway upgrade`, the privilege checks at start-up, the doctor's checks and the
contract tests are derived from `CONTRACT` and `user_rights.RIGHTS`. To add a view: one line here, one view in each file
of `sql/views`, one query, one handler; and a migration, even one without statements, by which processes of the previous
release recognise that their users' rights on the view are those of a newer one.
"""

from collections.abc import Iterable, Mapping
from typing import Final, Literal

import msgspec

from gateway.texts import Text, text


class ColumnType(msgspec.Struct, frozen=True):
    """The type of a view's column, and the values that it may have (empty: any)."""

    kind: Literal["number", "text"]
    values: frozenset[object] = frozenset()


class ColumnSpec(msgspec.Struct, frozen=True):
    """One column of a view. `nullable`: a family that does not record it gives NULL in every row."""

    type: ColumnType
    nullable: bool = False


class ViewSpec(msgspec.Struct, frozen=True):
    """One view: the user that it is for, and its columns in their order. `optional`: a pack may lack its tables."""

    reader: Literal["read", "auth"]
    columns: dict[str, ColumnSpec]
    optional: bool = False


_TYPES: Final = {
    "int": ColumnType("number"),
    "text": ColumnType("text"),
    "seconds": ColumnType("number"),
    "percent": ColumnType("number"),
    "moment": ColumnType("number"),  # seconds since 1970
    "flag": ColumnType("number", values=frozenset({0, 1})),
    "race": ColumnType("number", values=frozenset({0, 1, 2, 3, 4})),
    "slot": ColumnType("number", values=frozenset(range(18))),
    "side": ColumnType("text", values=frozenset({"owner", "defender", "attacker", "waiting"})),
    "shop": ColumnType("text", values=frozenset({"sell", "package", "buy", "craft", "other"})),
}


def _view(reader: Literal["read", "auth"], columns: str, *, optional: bool = False) -> ViewSpec:
    """`columns`: `name:type` each; `?` marks one that may be NULL."""
    words = (word.partition(":") for word in columns.split())
    specs = {name: ColumnSpec(_TYPES[type_.rstrip("?")], type_.endswith("?")) for name, _, type_ in words}
    return ViewSpec(reader, specs, optional)


CONTRACT: Final[dict[str, ViewSpec]] = {
    "accounts": _view("auth", "login:text password:text access_level:int email:text?"),
    # `last_active` is in the family's own unit here.
    "new_accounts": _view("auth", "login:text password:text email:text? access_level:int last_active:int?"),
    "player_accounts": _view("auth", "login:text password:text email:text?"),
    "account_activity": _view(
        "auth", "login:text access_level:int last_active:moment? last_ip:text? created_at:moment?"
    ),
    "account_bans": _view("auth", "login:text until:int", optional=True),
    "characters": _view(
        "read",
        "character_id:int account_name:text name:text title:text? level:int exp:int sp:int base_class_id:int "
        "class_id:int race:race sex:flag clan_id:int? pvp_kills:int pk_kills:int deaths:int? karma:int fame:int? "
        "hp:int? max_hp:int? mp:int? max_mp:int? cp:int? max_cp:int? stat_str:int? stat_dex:int? stat_con:int? "
        "stat_int:int? stat_wit:int? stat_men:int? x:int? y:int? z:int? online:flag trader:flag? playtime:seconds "
        "last_access:moment? created_at:moment? deletion_at:moment? access_level:int noble:int?",
    ),
    "character_bans": _view("read", "character_id:int until:int", optional=True),
    "subclasses": _view("read", "character_id:int class_id:int level:int exp:int sp:int", optional=True),
    "items": _view(
        "read",
        "object_id:int owner_id:int item_id:int amount:int enchant:int place:text slot:slot? augmentation:int?",
    ),
    "clans": _view(
        "read",
        "clan_id:int name:text level:int reputation:int? castle_id:int? ally_id:int? ally_name:text? leader_id:int?",
    ),
    "castles": _view("read", "castle_id:int tax_percent:percent? siege_at:moment?", optional=True),
    "sieges": _view("read", "castle_id:int clan_id:int side:side", optional=True),
    "bosses": _view(
        "read",
        "boss_id:int is_down:flag respawn_at:moment? min_delay:seconds? max_delay:seconds? is_exact:flag "
        "needs_points:flag",
        optional=True,
    ),
    "raid_points": _view("read", "character_id:int boss_id:int points:int", optional=True),
    "clan_halls": _view("read", "hall_id:int owner_id:int? paid_until:moment?", optional=True),
    "hall_sieges": _view("read", "hall_id:int owner_id:int? siege_at:moment?", optional=True),
    "hall_auctions": _view("read", "hall_id:int ends_at:moment? starting_bid:int?", optional=True),
    "hall_registrations": _view("read", "hall_id:int clan_id:int", optional=True),
    "hall_bids": _view("read", "hall_id:int clan_id:int", optional=True),
    "clan_wars": _view("read", "clan_id:int enemy_id:int", optional=True),
    "clan_crests": _view("read", "clan_id:int picture:text", optional=True),
    "heroes": _view("read", "character_id:int class_id:int? count:int?", optional=True),
    # Heroes of the Olympiad alone; `heroes` has those of an item or a donation as well.
    "olympiad_heroes": _view("read", "character_id:int class_id:int? count:int?", optional=True),
    "hero_diary": _view("read", "character_id:int at:moment action:int param:int", optional=True),
    "olympiad": _view("read", "character_id:int class_id:int? points:int? fights:int? wins:int?", optional=True),
    "olympiad_last": _view("read", "character_id:int class_id:int? points:int? fights:int? wins:int?", optional=True),
    "olympiad_period": _view(
        "read", "cycle:int is_validation:flag? ends_at:moment? validation_ends_at:moment?", optional=True
    ),
    "olympiad_fights": _view(
        "read", "character_id:int rival_id:int winner:int started_at:moment seconds:seconds", optional=True
    ),
    "seven_signs": _view(
        "read",
        "cycle:int period:int previous_winner:int dawn_stones:int dawn_festival:int dusk_stones:int dusk_festival:int "
        "avarice_owner:int gnosis_owner:int strife_owner:int",
        optional=True,
    ),
    "cursed_weapons": _view("read", "item_id:int character_id:int kills:int ends_at:moment?", optional=True),
    # Shops as the game has stored them, also of players who have closed them since.
    "shops": _view("read", "character_id:int kind:shop since:moment?", optional=True),
    # `entry_id`: of a seller the object of `items`, of a buyer the item, of a crafter the recipe.
    "shop_items": _view("read", "character_id:int entry_id:int amount:int price:int enchant:int?", optional=True),
}
"""View → its reader and columns."""

ACCOUNT_VIEWS: Final = tuple(name for name, view in CONTRACT.items() if view.reader == "auth")
GAME_VIEWS: Final = tuple(name for name, view in CONTRACT.items() if view.reader == "read")
WRITTEN_VIEWS: Final = ("new_accounts", "player_accounts")
"""The targets of INSERT and UPDATE: accounts of access level 0 alone, WITH CASCADED CHECK OPTION."""

EMAIL: Final = "email"
"""The one column that the views of accounts lack where the family's accounts have no address."""

FIRST_SECOND: Final = 1_000_000_000
LAST_SECOND: Final = 4_102_444_800
"""Moments of a game lie between 2001 and 2100; a larger number is in milliseconds."""

_NUMBERS: Final = frozenset(
    {"tinyint", "smallint", "mediumint", "int", "integer", "bigint", "decimal", "numeric", "double", "float", "bit"}
)
_TEXTS: Final = frozenset({"char", "varchar", "tinytext", "text", "mediumtext", "longtext", "enum", "set"})
_NULL_TYPES: Final = frozenset({"null", "binary", "varbinary"})
"""Names that servers give the type of a column that is always NULL."""


class Fault(msgspec.Struct, frozen=True):
    """A breach of the contract by a view. An empty column: the view itself is missing."""

    view: str
    column: str
    problem: Text

    def __str__(self) -> str:
        return str(self.problem)


def faults(view: str, types: Mapping[str, str], *, email: bool) -> list[Fault]:
    """Compares a view's columns (name → type, as information_schema names it) with the contract.

    `email`: whether the accounts of the family have an address. Columns that the contract does not name are allowed.
    """
    if not types:
        return [Fault(view, "", text("doctor.views.missing", name=view))]
    types = {name.lower(): type_.lower() for name, type_ in types.items()}
    specs = {name: spec for name, spec in CONTRACT[view].columns.items() if email or name != EMAIL}
    problems = {name: _type_problem(f"{view}.{name}", spec, types.get(name)) for name, spec in specs.items()}
    return [Fault(view, name, problem) for name, problem in problems.items() if problem]


def _type_problem(name: str, spec: ColumnSpec, type_: str | None) -> Text | None:
    if type_ is None:
        return text("doctor.views.missing", name=name)
    is_number = spec.type.kind == "number"
    if type_ in (_NULL_TYPES if spec.nullable else ()) or type_ in (_NUMBERS if is_number else _TEXTS):
        return None
    if type_ in _NULL_TYPES:
        return text("doctor.views.null_number" if is_number else "doctor.views.null_text", name=name)
    return text("doctor.views.no_number" if is_number else "doctor.views.no_text", name=name, type=type_)


def null_columns(types: Mapping[str, Mapping[str, str]]) -> list[str]:
    """Returns `view.column` of each column that is always NULL in these views (view → column → type)."""
    return [
        f"{view}.{column}"
        for view, spec in CONTRACT.items()
        for column in spec.columns
        if types.get(view, {}).get(column, "").lower() in _NULL_TYPES
    ]


def invalid_values(values: Iterable[tuple[str, str, object]]) -> list[Fault]:
    """Checks sampled values (view, column, value) by the column's type. Returns at most one fault for a column."""
    faults: dict[tuple[str, str], Text] = {}
    for view, column, value in values:
        type_ = CONTRACT[view].columns[column].type
        if value is not None and (problem := _value_problem(f"{view}.{column}", type_, value)):
            faults.setdefault((view, column), problem)
    return [Fault(view, column, problem) for (view, column), problem in faults.items()]


def _value_problem(name: str, type_: ColumnType, value: object) -> Text | None:
    if type_ is _TYPES["moment"] and isinstance(value, int) and not FIRST_SECOND < value < LAST_SECOND:
        return text("doctor.views.no_moment", name=name, value=str(value))
    if type_.values and value not in type_.values:
        return text("doctor.views.no_value", name=name, value=f"{value!r:.40}")
    return None
