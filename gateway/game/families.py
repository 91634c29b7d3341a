"""The families of server packs: what each can hold, and how to tell them apart by their tables.

Pure facts. Names of tables and columns are compared in lower case, since packs and servers differ in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
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
    needs: tuple[str, ...]
    """`table.column` that every pack of the family has: without one of them it is no such pack."""
    marks: tuple[str, ...]
    """`table.column` by which it differs from its relatives. A custom pack may lack the table, which says nothing."""

    @property
    def has_email(self) -> bool:
        return self.email_column is not None


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


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
            needs=_words("characters.charid accounts.accesslevel items.object_id clan_data.clan_name"),
            marks=_words(
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
            records_creation=True,
            offline_traders="online is 2",
            handover_table="custom_mail",
            needs=_words("characters.charid accounts.accesslevel items.object_id clan_data.clan_name"),
            marks=_words(
                "characters.createdate characters.vitality_points items.time character_subclasses.charid "
                "clan_subpledges.leader_id raidboss_spawnlist.respawn_random heroes.claimed castle.regtimeend "
                "item_attributes.augattributes"
            ),
        ),
        Family(
            key="acis",
            title="aCis, revisions 380 to 390",
            hashing="bcrypt",
            email_column=None,
            records_creation=False,
            offline_traders="online is 2",
            handover_table=None,
            needs=_words(
                "characters.obj_id accounts.access_level accounts.last_active items.object_id clan_data.clan_name"
            ),
            marks=_words(
                "characters.clan_privs items.time heroes.active castle.taxpercent castle.certificates "
                "raidboss_spawnlist.spawn_time grandboss_data.boss_id augmentations.item_oid "
                "clan_data.new_leader_id"
            ),
        ),
        Family(
            key="rusacis",
            title="aCis 400 and later, RusaCis",
            hashing="bcrypt",
            email_column=None,
            records_creation=False,
            offline_traders="online is 2",
            handover_table="items_delayed",
            needs=_words(
                "characters.obj_id accounts.access_level accounts.last_active items.object_id clan_data.clan_name"
            ),
            marks=_words(
                "characters.herountil items.time heroes.active castle.currenttaxpercent castle.certificates "
                "spawn_data.db_value clan_data.graduates augmentations.item_oid clan_data.new_leader_id"
            ),
        ),
        Family(
            key="frozen",
            title="L2jFrozen",
            hashing="sha1",
            email_column=None,
            records_creation=False,
            offline_traders="row in character_offline_trade",
            handover_table=None,
            needs=_words(
                "characters.obj_id accounts.access_level accounts.lastactive items.object_id clan_data.clan_name"
            ),
            marks=_words(
                "characters.str items.price_sell heroes.charid olympiad_nobles.charid clan_subpledges.leader_name "
                "raidboss_spawnlist.respawn_min_delay augmentations.item_id"
            ),
        ),
        Family(
            key="orion",
            title="L2jOrion",
            hashing="sha1",
            email_column="email",
            records_creation=False,
            offline_traders="row in character_offline_trade",
            handover_table="items_donate",
            needs=_words(
                "characters.obj_id accounts.access_level accounts.lastactive items.object_id clan_data.clan_name"
            ),
            marks=_words(
                "characters.str items.price_sell accounts.serial accounts.ipblock characters.titlestatus "
                "heroes.char_id olympiad_nobles.char_id clan_subpledges.leader_name "
                "raidboss_spawnlist.killed_time grandboss_data.killed_time augmentations.item_id"
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
            needs=_words("characters.obj_id accounts.accesslevel items.item_type character_subclasses.isbase"),
            marks=_words(
                "oly_nobles.points_current clan_subpledges.type siege_clans.residence_id "
                "raidboss_status.respawn_delay items_variation.stat1 castle.tax_percent"
            ),
        ),
    )
}


HANDOVER_TABLES = tuple(sorted({family.handover_table for family in FAMILIES.values() if family.handover_table}))

# A pack that somebody has changed may bear a mark of another family by chance: one mark decides nothing.
_LEAD = 2


class UnknownFamily(Exception):  # noqa: N818 - it names what was found
    """The tables are of no known family, or of more than one; the message says what was found."""


def recognise(columns: Columns) -> Family:
    """The family whose marks the tables bear. Raises UnknownFamily."""
    fitting = [family for family in FAMILIES.values() if not _missing(family.needs, columns)]
    fitting.sort(key=lambda family: _borne(family, columns), reverse=True)
    if not fitting:
        raise UnknownFamily(_nothing_fits(columns))
    best = _borne(fitting[0], columns)
    near = [family for family in fitting if best - _borne(family, columns) < _LEAD]
    if len(near) > 1:
        told = "; ".join(f"{family.key} {_differs(family, columns)}" for family in near)
        names = " and ".join(family.key for family in near)
        raise UnknownFamily(f"the tables fit {names} at once; name one with --family. Of their marks, {told}")
    if best < 0:
        raise UnknownFamily(_nearest(fitting, columns))
    return fitting[0]


def named(key: str) -> Family:
    """The family of that name. Raises UnknownFamily."""
    if key not in FAMILIES:
        raise UnknownFamily(f"there is no family {key!r}; known are {', '.join(FAMILIES)}")
    return FAMILIES[key]


def _borne(family: Family, columns: Columns) -> int:
    """Marks that the tables bear, less those that they do not bear although the table is there."""
    seen = [mark for mark in family.marks if _table(mark) in columns]
    return len(seen) - 2 * len(_missing(seen, columns))


def _missing(marks: Iterable[str], columns: Columns) -> list[str]:
    return [mark for mark in marks if mark.partition(".")[2] not in columns.get(_table(mark), ())]


def _table(mark: str) -> str:
    return mark.partition(".")[0]


def _differs(family: Family, columns: Columns) -> str:
    missing = _missing([*family.needs, *family.marks], columns)
    return f"lacks {', '.join(missing[:5])}{' …' if len(missing) > 5 else ''}" if missing else "lacks none"


def _nothing_fits(columns: Columns) -> str:
    found = ", ".join(sorted(columns)[:12]) or "no table at all"
    for table in ("characters", "accounts", "items", "clan_data"):
        if table not in columns:
            return f"there is no table `{table}` here; found {found}. Is this the game's schema?"
    return _nearest(FAMILIES.values(), columns)


def _nearest(families: Iterable[Family], columns: Columns) -> str:
    nearest = sorted(families, key=lambda one: (len(_missing(one.needs, columns)), -_borne(one, columns)))[:2]
    told = "; ".join(f"{family.key}, but it {_differs(family, columns)}" for family in nearest)
    return f"the tables fit no known family. Nearest: {told}. If it is one of them, name it with --family"
