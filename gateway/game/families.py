"""The families of server packs: what each can hold, and how to tell them apart by their tables.

Pure facts. Names of tables and columns are compared in lower case, since packs and servers differ in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Literal

import msgspec

Columns = Mapping[str, Set[str]]
"""Table → its columns, everything in lower case."""

PasswordScheme = Literal["sha1", "bcrypt", "whirlpool"]
OfflineTraders = Literal["online is 2", "row in character_offline_trade", "online is 0"]


class Family(msgspec.Struct, frozen=True, kw_only=True):
    """What a pack's tables hold, and by which columns it is known."""

    key: str
    title: str
    hashing: PasswordScheme
    """How the login server of the pack stores a new password; single rows may be older and look otherwise."""
    email_column: str | None
    """The column of `accounts` that holds the address, if there is one."""
    records_creation: bool
    """Whether `accounts` says when the account was made."""
    offline_traders: OfflineTraders
    handover_table: str | None
    """Where the game looks for items to hand out."""
    has: tuple[str, ...]
    """`table.column` (or `table`) that the pack has and some other lacks."""
    lacks: tuple[str, ...] = ()

    @property
    def has_email(self) -> bool:
        return self.email_column is not None


FAMILIES: dict[str, Family] = {
    family.key: family
    for family in (
        Family(
            key="mobius",
            title="L2J Mobius C6 Interlude",
            hashing="sha1",
            email_column="email",
            records_creation=True,
            offline_traders="online is 2",
            handover_table="custom_mail",
            has=(
                "characters.charid",
                "accounts.accesslevel",
                "accounts.created_time",
                "character_subclasses.char_obj_id",
            ),
            lacks=("characters.createdate",),
        ),
        Family(
            key="mobius_ct0",
            title="L2J Mobius CT_0 Interlude",
            hashing="sha1",
            email_column="email",
            records_creation=True,
            offline_traders="online is 2",
            handover_table="custom_mail",
            has=("characters.charid", "accounts.accesslevel", "characters.createdate", "character_subclasses.charid"),
        ),
        Family(
            key="acis",
            title="aCis, revisions 380 to 390",
            hashing="bcrypt",
            email_column=None,
            records_creation=False,
            offline_traders="online is 2",
            handover_table=None,
            has=("characters.obj_id", "accounts.access_level", "accounts.last_active", "raidboss_spawnlist.spawn_time"),
            lacks=("accounts.lastactive", "spawn_data"),
        ),
        Family(
            key="rusacis",
            title="aCis 400 and later, RusaCis",
            hashing="bcrypt",
            email_column=None,
            records_creation=False,
            offline_traders="online is 2",
            handover_table="items_delayed",
            has=("characters.obj_id", "accounts.access_level", "accounts.last_active", "spawn_data.db_value"),
            lacks=("accounts.lastactive", "raidboss_spawnlist"),
        ),
        Family(
            key="frozen",
            title="L2jFrozen",
            hashing="sha1",
            email_column=None,
            records_creation=False,
            offline_traders="row in character_offline_trade",
            handover_table=None,
            has=("characters.obj_id", "accounts.access_level", "accounts.lastactive", "heroes.charid"),
            lacks=("accounts.email",),
        ),
        Family(
            key="orion",
            title="L2jOrion",
            hashing="sha1",
            email_column="email",
            records_creation=False,
            offline_traders="row in character_offline_trade",
            handover_table="items_donate",
            has=(
                "characters.obj_id",
                "accounts.access_level",
                "accounts.lastactive",
                "accounts.email",
                "heroes.char_id",
            ),
        ),
        Family(
            key="lucera",
            title="Lucera 2 and its kin",
            hashing="whirlpool",
            email_column="l2email",
            records_creation=False,
            offline_traders="online is 0",
            handover_table="items_delayed",
            has=("character_subclasses.isbase", "items.item_type", "accounts.accesslevel", "oly_nobles.points_current"),
            lacks=("characters.level",),
        ),
    )
}


HANDOVER_TABLES = tuple(sorted({family.handover_table for family in FAMILIES.values() if family.handover_table}))


class UnknownFamily(Exception):  # noqa: N818 - it names what was found
    """The tables are of no known family, or of more than one; the message says what was found."""


def recognise(columns: Columns) -> Family:
    """The family whose marks the tables bear. Raises UnknownFamily."""
    fitting = [family for family in FAMILIES.values() if not _differences(family, columns)]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        names = " and ".join(family.key for family in fitting)
        raise UnknownFamily(f"the tables fit {names} at once; name one with --family")
    if "characters" not in columns:
        found = ", ".join(sorted(columns)[:12]) or "no table at all"
        raise UnknownFamily(f"there is no table `characters` here; found {found}. Is this the game's schema?")
    nearest = sorted(FAMILIES.values(), key=lambda family: len(_differences(family, columns)) / len(family.has))[:2]
    told = "; ".join(f"{family.key} but for {', '.join(_differences(family, columns))}" for family in nearest)
    raise UnknownFamily(f"the tables fit no known family. Nearest: {told}. If it is one of them, name it with --family")


def named(key: str) -> Family:
    """The family of that name. Raises UnknownFamily."""
    if key not in FAMILIES:
        raise UnknownFamily(f"there is no family {key!r}; known are {', '.join(FAMILIES)}")
    return FAMILIES[key]


def _differences(family: Family, columns: Columns) -> list[str]:
    missing = [f"{mark} is missing" for mark in family.has if not _present(mark, columns)]
    return missing + [f"{mark} is there" for mark in family.lacks if _present(mark, columns)]


def _present(mark: str, columns: Columns) -> bool:
    table, _, column = mark.partition(".")
    return table in columns and (not column or column in columns[table])
