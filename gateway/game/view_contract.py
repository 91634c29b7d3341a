"""The view contract: the columns of each view, and the rights of each database user.

The grants of `gateway install` and `gateway upgrade`, the privilege checks at start-up, the doctor's checks and the
contract tests are derived from `CONTRACT` and `RIGHTS`. To add a view: one line here, one view in each file of
`sql/views`, one query, one handler; and a migration, even one without statements, by which processes of the previous
release recognise that their users' rights on the view are those of a newer one.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Final, Literal, cast

import msgspec

from gateway.game.families import HANDOVER_TABLES

User = Literal["owner", "read", "auth", "site", "handover", "game_server"]
Privilege = Literal["SELECT", "INSERT", "UPDATE", "DELETE", "EXECUTE"]


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


class Right(msgspec.Struct, frozen=True):
    """A privilege on one table, view or procedure; on all of its columns where `columns` is empty."""

    privilege: Privilege
    columns: tuple[str, ...] = ()


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
}
"""View → its reader and columns."""

ACCOUNT_VIEWS: Final = tuple(name for name, view in CONTRACT.items() if view.reader == "auth")
GAME_VIEWS: Final = tuple(name for name, view in CONTRACT.items() if view.reader == "read")
WRITTEN_VIEWS: Final = ("new_accounts", "player_accounts")
"""The targets of INSERT and UPDATE: accounts of access level 0 alone, WITH CASCADED CHECK OPTION."""

EMAIL: Final = "email"
"""The one column that the views of accounts lack where the family's accounts have no address."""

SITE_PROCEDURES: Final = ("prune_security_log", "erase_character_history", "erase_account", "thin_character_days")
"""Deletions that the site's user can call, but not make itself."""
PROCEDURES: Final = (*SITE_PROCEDURES, "claim_deliveries", "confirm_delivery")
_HISTORY_TABLES: Final = (
    "character_histories",
    "character_now",
    "character_days",
    "character_changes",
    "milestones",
    "history_days",
)

# What `erase_account` deletes by the column `login`, and in which tables it replaces `account`.
_ERASED_ROWS: Final = (
    "sessions",
    "totp_secrets",
    "recovery_codes",
    "passkeys",
    "push_choices",
    "mail_links",
    "account_owners",
    "spending_limits",
)
_RENAMED_ACCOUNTS: Final = ("roulette_spins", "vote_accounts", "code_redemptions", "competition_prizes")

_RIGHT: Final = re.compile(r"(\w+)(?:\(([^)]+)\))?")


def _rights(text: str) -> tuple[Right, ...]:
    """`select update(status claim)`."""
    rights = _RIGHT.findall(text.upper())
    return tuple(Right(cast("Privilege", name), tuple(columns.lower().split())) for name, columns in rights)


_PAIR_STATE: Final = (
    "activated_at client_seed nonce operator_verifiable revealed_at sealed_seed server_seed state wheel_version"
)
# Columns that follow a donation's payments, and those of a delivery on its way. The site's user cannot change who pays
# how much for how many coins, nor which item goes to whom.
_DONATION_STATE: Final = (
    "status disputed coins_credited refunded_amount payment_method preference_id init_point expires_at created_at "
    "paid_at credited_at refunded_at checked_at"
)
_DELIVERY_STATE: Final = "status claim claimed_at receipt confirmed delivered_at"
_SITE_DELIVERY_STATE: Final = f"{_DELIVERY_STATE} cancelled_at handover_second handed_at"

# Table of the site schema → columns with which the privilege checks try rights (INSERT and DELETE with the first one,
# UPDATE with each), and the site user's rights.
# Rows that must stay as they were written can be read and added to, never changed: the ledger, the security log, the
# operators' log, wheels, spins, and the hash of a server seed (which the seed in clear text must match).
_SITE_TABLES: Final = {
    "schema_migrations": ("number", "select"),
    "installation": ("name", "select"),
    "heartbeat": ("at", "select update"),
    "status_samples": ("at", "select insert update delete"),
    "population_days": ("day", "select insert"),
    "population_hours": ("at", "select insert"),
    "character_samples": ("day", "select insert update delete"),
    "character_histories": ("first_day", "select insert update"),
    "character_now": ("first_day", "select insert update"),
    "character_days": ("day", "select insert"),
    "character_changes": ("day", "select insert update"),
    "clan_days": ("day", "select insert update"),
    "clan_names": ("name", "select insert update"),
    "milestones": ("at", "select insert"),
    "history_days": ("day", "select insert update"),
    "history_state": ("name", "select insert update"),
    "profiles": ("login", "select insert update delete"),
    "account_owners": ("login", "select insert update"),
    "account_sources": ("login", "select insert update"),
    "account_notes": ("id", "select insert delete"),
    "spending_limits": ("login", "select insert update"),
    "privacy": ("login", "select insert update"),
    "hidden_texts": ("name", "select insert update delete"),
    "sessions": ("id", "select insert update delete"),
    "totp_secrets": ("id", "select insert update delete"),
    "passkeys": ("id", "select insert update delete"),
    "recovery_codes": ("login", "select insert update delete"),
    "used_challenges": ("id", "select insert delete"),
    "security_log": ("id", "select insert"),
    "wallets": ("account", "select insert update"),
    "ledger_transfers": ("id", "select insert"),
    "ledger_entries": ("transfer_id", "select insert"),
    "ledger_anchors": ("day", "select insert"),
    "erased_days": ("day", "select insert"),
    "donations": (
        "id account character_id amount currency base_coins bonus_coins total_coins price_version provider",
        f"select insert update({_DONATION_STATE})",
    ),
    "price_versions": ("version", "select insert"),
    "deliveries": (
        "id account character_id item_id amount created_at",
        f"select insert update({_SITE_DELIVERY_STATE})",
    ),
    "webhook_inbox": ("id", "select insert update delete"),
    "payments": ("id", "select insert update"),
    "refunds": ("payment_id", "select insert update"),
    "job_positions": ("job", "select insert update"),
    "roulette_wheels": ("version", "select insert"),
    "roulette_seeds": ("server_seed_hash", f"select insert update({_PAIR_STATE})"),
    "roulette_spins": ("id", "select insert"),
    "site_controls": ("name", "select insert update delete"),
    "operator_log": ("id", "select insert"),
    "operators": ("name", "select insert update"),
    "operator_sessions": ("hash", "select insert update delete"),
    "operator_requests": ("operator", "select insert delete"),
    "mails": ("id", "select insert update delete"),
    "mail_links": ("hash", "select insert update delete"),
    "confirmed_emails": ("login", "select insert update"),
    "push_keys": ("id", "select insert update"),
    "push_choices": ("login", "select insert update"),
    "push_subscriptions": ("id", "select insert update delete"),
    "push_messages": ("id", "select insert update delete"),
    "world_events": ("id details", "select insert update(details)"),
    "world_readings": ("part", "select insert update"),
    "notification_targets": ("target", "select insert update"),
    "notifications": ("id", "select insert update delete"),
    "calendar_entries": ("kind", "select insert update delete"),
    "economy_days": ("day", "select insert delete"),
    "economy_parts": ("day", "select insert delete"),
    "economy_items": ("day", "select insert delete"),
    "economy_bands": ("day", "select insert delete"),
    "economy_alarms": ("id", "select insert update delete"),
    "alert_states": ("rule", "select insert update"),
    "alerts": ("id", "select insert update delete"),
    "alert_messages": ("id", "select insert update delete"),
    "competitions": ("id closed_at", "select insert update(closed_at)"),
    "competition_prizes": (
        "competition_id coins character_id",
        "select insert update(character_id account outcome settled_at)",
    ),
    "referral_codes": ("account code", "select insert"),
    "referrals": (
        "account state",
        "select insert update(state reason settled_at referrer_coins account_coins)",
    ),
    "vote_accounts": ("number", "select insert"),
    "votes": ("id voter", "select insert"),
    "vote_answers": ("site slot", "select insert update"),
    "code_campaigns": ("coins closed_at", "select insert update(closed_at redeemed)"),
    "codes": ("hash", "select insert"),
    "code_redemptions": ("account", "select insert"),
    "content_versions": ("id", "select insert"),
    "content_processes": ("process", "select insert update delete"),
}

RIGHTS: Final[dict[User, dict[str, tuple[Right, ...]]]] = {
    # Everything public, characters and items; nothing of the accounts.
    "read": {view: _rights("select") for view in GAME_VIEWS},
    # Login and registration: no access level can be chosen, and accounts of staff cannot be changed.
    "auth": {view: _rights("select") for view in ACCOUNT_VIEWS}
    | {
        "new_accounts": _rights("insert(login password email access_level last_active)"),
        "player_accounts": _rights("select update(password email)"),
    },
    "site": {table: _rights(rights) for table, (_, rights) in _SITE_TABLES.items()}
    | {procedure: _rights("execute") for procedure in SITE_PROCEDURES},
    # The locked definer. Its rights on the game's tables follow from the views; these are for the procedures, which
    # cannot change the character and the amount of a delivery.
    "owner": {
        "security_log": _rights("select delete"),
        "deliveries": _rights(
            f"select(id account character_id item_id amount idempotency_key {_DELIVERY_STATE}) "
            f"update(account character_name idempotency_key {_DELIVERY_STATE})"
        ),
        "installation": _rights("select(name)"),
        "ledger_transfers": _rights("select(id idempotency_key kind)"),
        "ledger_entries": _rights("select(transfer_id account amount) update(account)"),
        "wallets": _rights("select(account kind balance) update(account owner)"),
        "donations": _rights("select(id account status disputed) update(account character_name)"),
        "payments": _rights("select(donation_id) update(payer)"),
        "roulette_seeds": _rights("select(account state) update(account)"),
        "votes": _rights("select(account) update(account voter)"),
        "profiles": _rights("select(login) update(login email user_handle)"),
        "account_sources": _rights("select(login) update(login)"),
        "operator_log": _rights("select(subject old_values new_values) update(subject old_values new_values)"),
        "operator_requests": _rights("select(response) delete"),
        "site_controls": _rights("select(kind name) delete"),
        "mails": _rights("select(login recipient) delete"),
        "confirmed_emails": _rights("select(login email) delete"),
        "push_subscriptions": _rights("select(id login) delete"),
        "push_messages": _rights("select(subscription_id) delete"),
        "account_notes": _rights("select(account) delete"),
        "referral_codes": _rights("select(account) delete"),
        "referrals": _rights("select(account referrer) update(account referrer network)"),
        "character_samples": _rights("select(account) delete"),
        **{table: _rights("select(login) delete") for table in _ERASED_ROWS},
        **{table: _rights("select(account) update(account)") for table in _RENAMED_ACCOUNTS},
        **{table: _rights("select delete") for table in _HISTORY_TABLES},
        **{procedure: _rights("execute") for procedure in PROCEDURES},
    },
    # Coins into the game, through the one table that the family has for that.
    "handover": {table: _rights("select insert") for table in HANDOVER_TABLES},
    # The game server's own user, where it calls the procedures of deliveries.
    "game_server": {"claim_deliveries": _rights("execute"), "confirm_delivery": _rights("execute")},
}
"""User → object → rights. The objects are views for `read` and `auth`, tables of the game for `handover`, tables and
procedures of the site schema for the others.
"""

RETIRED_RIGHTS: Final[dict[str, dict[User, dict[str, tuple[Right, ...]]]]] = {
    "0.1.0": {
        "auth": {"accounts": _rights("insert(login password email) update(password email)")},
        "site": {"donations": _rights("update"), "deliveries": _rights("update")},
    },
}
"""Release → user → object → rights that this release stops using, as `RIGHTS` named them before.

Processes of the previous release use them while an upgrade runs, so the installer neither grants nor revokes them; the
start-up check and the doctor tolerate and name them. The next release deletes the entry, and its upgrade revokes them.
"""


def retired_rights(user: User) -> dict[str, tuple[Right, ...]]:
    """Returns object → rights of the user that stay until the next upgrade."""
    rights: dict[str, tuple[Right, ...]] = {}
    for users in RETIRED_RIGHTS.values():
        for name, some in users.get(user, {}).items():
            rights[name] = (*rights.get(name, ()), *some)
    return rights


def account_rights(view: str, columns: Mapping[str, str]) -> tuple[Right, ...]:
    """The rights of `auth` on one of WRITTEN_VIEWS, with other names of columns.

    `columns`: column of the view → its name, without columns that the family's accounts lack.
    """
    return tuple(
        Right(right.privilege, tuple(columns[name] for name in right.columns if name in columns))
        for right in RIGHTS["auth"][view]
    )


_GAME_TABLES: Final = {"characters": "char_name", "accounts": "password", "items": "owner_id"}
_HANDOVER_COLUMNS: Final = {"custom_mail": "items", "items_delayed": "count", "items_donate": "count"}

PROBE_COLUMNS: Final[dict[User, dict[str, tuple[str, ...]]]] = {
    "read": {view: tuple(spec.columns) for view, spec in CONTRACT.items()},
    "auth": {view: tuple(spec.columns) for view, spec in CONTRACT.items()},
    "site": {table: tuple(columns.split()) for table, (columns, _) in _SITE_TABLES.items()},
    "handover": {table: (column,) for table, column in (_HANDOVER_COLUMNS | _GAME_TABLES).items()},
}
"""User → each table or view of its schema on which the privilege checks try rights → columns to try them with."""

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
    problem: str

    def __str__(self) -> str:
        return f"{self.view}.{self.column} {self.problem}" if self.column else f"{self.view} {self.problem}"


def faults(view: str, types: Mapping[str, str], *, email: bool) -> list[Fault]:
    """Compares a view's columns (name → type, as information_schema names it) with the contract.

    `email`: whether the accounts of the family have an address. Columns that the contract does not name are allowed.
    """
    if not types:
        return [Fault(view, "", "is missing")]
    types = {name.lower(): type_.lower() for name, type_ in types.items()}
    specs = {name: spec for name, spec in CONTRACT[view].columns.items() if email or name != EMAIL}
    problems = {name: _type_problem(spec, types.get(name)) for name, spec in specs.items()}
    return [Fault(view, name, problem) for name, problem in problems.items() if problem]


def _type_problem(spec: ColumnSpec, type_: str | None) -> str:
    if type_ is None:
        return "is missing"
    expected = "a number" if spec.type.kind == "number" else "text"
    if type_ in _NULL_TYPES:
        return "" if spec.nullable else f"is always NULL, and has to be {expected}"
    return (
        "" if type_ in (_NUMBERS if spec.type.kind == "number" else _TEXTS) else f"is {type_}, and has to be {expected}"
    )


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
    faults: dict[tuple[str, str], str] = {}
    for view, column, value in values:
        if value is not None and (problem := _value_problem(CONTRACT[view].columns[column].type, value)):
            faults.setdefault((view, column), problem)
    return [Fault(view, column, problem) for (view, column), problem in faults.items()]


def _value_problem(type_: ColumnType, value: object) -> str:
    if type_ is _TYPES["moment"] and isinstance(value, int) and not FIRST_SECOND < value < LAST_SECOND:
        return f"holds {value}, which is no moment in seconds since 1970"
    return f"holds {value!r:.40}, which is none of its values" if type_.values and value not in type_.values else ""
