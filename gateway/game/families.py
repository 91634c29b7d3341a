"""The families of server packs: the features of their tables, and the columns that identify them.

Pure facts. Names of tables and columns are compared in lower case, since packs and servers differ in it.
"""

from collections.abc import Iterable, Mapping, Set
from typing import Final, Literal

import msgspec

Columns = Mapping[str, Set[str]]
"""Table → its columns, everything in lower case."""

PasswordScheme = Literal["sha1", "bcrypt", "whirlpool"]

TYPED_NAME_MAX: Final = 14
"""Bytes of an account name in the login packet (RequestAuthLogin) of every family; the client cuts the rest off."""


class ItemSaves(msgspec.Struct, frozen=True, kw_only=True):
    """How the game writes an item to the database that it took from its hand-over table. Sources: see
    gateway/docs/operators/game-table-delivery.md.
    """

    immediate: bool = False
    """It writes the item before it marks or deletes the row; adena excepted."""
    interval_seconds: int | None = None
    """It writes changed items by itself, at the latest after this time."""
    playtime_after_seconds: int | None = None
    """It writes the items after `characters.playtime`, in one routine; a change proves that this long after the row."""
    logout_mark: Literal["last_access", "playtime"] | None = None
    """It writes the items when the player leaves, and changes this column of `characters` with the online flag."""


class Family(msgspec.Struct, frozen=True, kw_only=True):
    """The features of a pack's tables, and the columns that identify it."""

    key: str
    title: str
    hashing: PasswordScheme
    """The hash of a new password in the pack's login server; older rows may have another."""
    required: tuple[str, ...]
    """`table.column` that every pack of the family has; `table.a|b`: one of the two."""
    signature: tuple[str, ...]
    """`table.column` that its relatives lack. A custom pack may lack a whole table, which proves nothing."""
    email_column: str | None = None
    """The column of `accounts` with the email address, if there is one."""
    handover_table: str | None = None
    """The table from which the game takes items to hand out."""
    boss_status_setting: str | None = None
    """The setting of the game that writes the row of a raid boss at its death: without it the row says alive."""
    item_saves: ItemSaves = ItemSaves()
    """How the game saves what it takes from that table."""
    accounts_in_seconds: bool = False
    """True if times in `accounts` are in seconds; else they are in milliseconds."""
    typed_name_max: int = TYPED_NAME_MAX
    """The longest account name that a player can type in the game."""
    refuses_fast_connects: bool = False
    """True if each of its servers refuses an address after four connects less than a second after another one.

    It counts them until 300 s pass without a connect from the address; a refused connect counts as well (IPv4Filter).
    """
    filter_column: str = ""
    """The column of `characters` of those packs of the family that have this filter, if not all have it."""

    @property
    def has_email(self) -> bool:
        return self.email_column is not None

    def has_connect_filter(self, columns: Columns) -> bool:
        """Returns whether a pack of the family with these columns refuses fast connects."""
        return self.refuses_fast_connects or self.filter_column in columns.get("characters", ())

    def last_active(self, now: float, column_type: str = "") -> int:
        """Returns a moment (epoch seconds) as `accounts` stores it. A column of 32 bits cannot hold milliseconds."""
        return int(now if self.accounts_in_seconds or column_type == "int" else now * 1000)


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_MOBIUS = _words("characters.charid|obj_id accounts.accesslevel items.object_id clan_data.clan_name")
_RUSACIS = _words("characters.obj_id accounts.access_level accounts.last_active items.object_id clan_data.clan_name")
_FROZEN = _words("characters.obj_id accounts.access_level accounts.lastactive items.object_id clan_data.clan_name")

FAMILIES: dict[str, Family] = {
    family.key: family
    for family in (
        Family(
            key="mobius",
            title="L2J Mobius C6 Interlude",
            hashing="sha1",
            email_column="email",
            handover_table="custom_mail",
            boss_status_setting="SaveRBStatusIntoDB",
            filter_column="obj_id",
            item_saves=ItemSaves(playtime_after_seconds=960, logout_mark="last_access"),
            required=_MOBIUS,
            signature=_words(
                "characters.str items.price_sell character_subclasses.char_obj_id clan_subpledges.leader_name "
                "raidboss_spawnlist.respawn_min_delay heroes.char_name castle.siegedayofweek "
                "augmentations.attributes"
            ),
        ),
        Family(
            key="mobius_ct0",
            title="L2J Mobius CT_0 Interlude",
            hashing="sha1",
            email_column="email",
            handover_table="custom_mail",
            item_saves=ItemSaves(playtime_after_seconds=0, logout_mark="last_access"),
            required=_MOBIUS,
            signature=_words(
                "characters.createdate characters.vitality_points items.time character_subclasses.charid "
                "clan_subpledges.leader_id raidboss_spawnlist.respawn_random heroes.claimed castle.regtimeend "
                "item_attributes.augattributes"
            ),
        ),
        Family(
            key="acis",
            title="aCis 380–390",
            hashing="bcrypt",
            refuses_fast_connects=True,
            required=_words("characters.obj_id accounts.access_level items.object_id clan_data.clan_name"),
            signature=_words(
                "characters.clan_privs items.time heroes.active castle.taxpercent castle.certificates "
                "raidboss_spawnlist.spawn_time grandboss_data.boss_id augmentations.item_oid "
                "clan_data.new_leader_id"
            ),
        ),
        Family(
            key="rusacis",
            title="aCis 400+, RusaCis",
            hashing="bcrypt",
            handover_table="items_delayed",
            item_saves=ItemSaves(interval_seconds=60, logout_mark="last_access"),
            refuses_fast_connects=True,
            required=_RUSACIS,
            signature=_words(
                "characters.herountil items.time heroes.active castle.currenttaxpercent castle.certificates "
                "spawn_data.db_value clan_data.graduates augmentations.item_oid clan_data.new_leader_id"
            ),
        ),
        Family(
            key="frozen",
            title="L2jFrozen",
            hashing="sha1",
            boss_status_setting="SaveRBStatusIntoDB",
            refuses_fast_connects=True,
            required=_FROZEN,
            signature=_words(
                "characters.str items.price_sell heroes.charid olympiad_nobles.charid clan_subpledges.leader_name "
                "raidboss_spawnlist.respawn_min_delay augmentations.item_id"
            ),
        ),
        Family(
            key="orion",
            title="L2jOrion",
            hashing="sha1",
            email_column="email",
            handover_table="items_donate",
            boss_status_setting="SaveRBStatusIntoDB",
            refuses_fast_connects=True,
            item_saves=ItemSaves(immediate=True),
            required=_FROZEN,
            signature=_words(
                "characters.str items.price_sell accounts.serial accounts.ipblock characters.titlestatus "
                "heroes.char_id olympiad_nobles.char_id clan_subpledges.leader_name "
                "raidboss_spawnlist.killed_time grandboss_data.killed_time augmentations.item_id"
            ),
        ),
        Family(
            key="lucera",
            title="Lucera 2",
            hashing="whirlpool",
            email_column="l2email",
            handover_table="items_delayed",
            item_saves=ItemSaves(logout_mark="playtime"),
            accounts_in_seconds=True,
            required=_words("characters.obj_id accounts.accesslevel items.item_type character_subclasses.isbase"),
            signature=_words(
                "oly_nobles.points_current clan_subpledges.type siege_clans.residence_id "
                "raidboss_status.respawn_delay items_variation.stat1 castle.tax_percent"
            ),
        ),
    )
}


HANDOVER_TABLES = tuple(sorted({family.handover_table for family in FAMILIES.values() if family.handover_table}))

# A modified pack may have a signature column of another family by chance: the best family must lead by two.
_LEAD = 2


class UnknownFamily(Exception):  # noqa: N818 - it names what was found
    """The tables fit no known family, or more than one; the message lists the differences."""


def detect(columns: Columns) -> Family:
    """Returns the family whose signature columns the tables have. Raises UnknownFamily."""
    fitting = [family for family in FAMILIES.values() if not _missing(family.required, columns)]
    fitting.sort(key=lambda family: _score(family, columns), reverse=True)
    if not fitting:
        raise UnknownFamily(_nothing_fits(columns))
    best = _score(fitting[0], columns)
    if best < 0:
        raise UnknownFamily(_nearest(columns))
    candidates = [family for family in fitting if _score(family, columns) > max(-1, best - _LEAD)]
    if len(candidates) > 1:
        differences = "; ".join(f"{family.key} {_difference(family, columns)}" for family in candidates)
        names = " and ".join(family.key for family in candidates)
        raise UnknownFamily(
            f"the tables fit {names} at once; name one with --family. Of their signature columns, {differences}"
        )
    return fitting[0]


def by_key(key: str) -> Family:
    """Returns the family with that key. Raises UnknownFamily."""
    if key not in FAMILIES:
        raise UnknownFamily(f"there is no family {key!r}; known are {', '.join(FAMILIES)}")
    return FAMILIES[key]


def _score(family: Family, columns: Columns) -> int:
    """Returns the number of signature columns, minus that of the missing ones of which the table exists."""
    comparable = [name for name in family.signature if _table(name) in columns]
    return len(comparable) - 2 * len(_missing(comparable, columns))


def _missing(names: Iterable[str], columns: Columns) -> list[str]:
    return [name for name in names if columns.get(_table(name), frozenset()).isdisjoint(_choices(name))]


def _choices(name: str) -> list[str]:
    return name.partition(".")[2].split("|")


def _table(name: str) -> str:
    return name.partition(".")[0]


def _difference(family: Family, columns: Columns) -> str:
    missing = _missing([*family.required, *family.signature], columns)
    return f"lacks {', '.join(missing[:5])}{' …' if len(missing) > 5 else ''}" if missing else "lacks none"


def _nothing_fits(columns: Columns) -> str:
    tables = ", ".join(sorted(columns)[:12]) or "no table at all"
    for table in ("characters", "accounts", "items", "clan_data"):
        if table not in columns:
            return f"there is no table `{table}` here; found {tables}. Is this the game's schema?"
    return _nearest(columns)


def _nearest(columns: Columns) -> str:
    nearest = sorted(FAMILIES.values(), key=lambda family: len(_needed_and_missing(family, columns)))[:2]
    differences = "; ".join(f"{family.key}, but it {_difference(family, columns)}" for family in nearest)
    return (
        f"the tables fit no known family. Nearest: {differences}. If it is one of them, name it with --family; else "
        "write a views file of your own ([game] views), and name the family whose password hash it has "
        "(gateway/docs/operators/install.md)"
    )


def _needed_and_missing(family: Family, columns: Columns) -> list[str]:
    """Returns the columns of the family that these tables lack. A whole table that is missing is optional."""
    comparable = [name for name in family.signature if _table(name) in columns]
    return _missing({*family.required, *comparable}, columns)
