"""The rights of each database user on views, tables and procedures; see `view_contract`."""

import re
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Final, Literal, cast

import msgspec

from gateway import package_data
from gateway.game.families import HANDOVER_TABLES
from gateway.game.view_contract import ACCOUNT_VIEWS, CONTRACT, GAME_VIEWS

User = Literal["owner", "read", "auth", "site", "handover", "game_server"]
Privilege = Literal["SELECT", "INSERT", "UPDATE", "DELETE", "EXECUTE"]


class Right(msgspec.Struct, frozen=True):
    """A privilege on one table, view or procedure; on all of its columns where `columns` is empty."""

    privilege: Privilege
    columns: tuple[str, ...] = ()


class TableRights(msgspec.Struct, frozen=True):
    """Rights on a table of a noun, as `_rights` reads them, and the columns with which the checks try them."""

    probe: str
    site: str
    owner: str = ""


_PROCEDURE: Final = re.compile(r"^CREATE .*PROCEDURE \{site\}\.(\w+)\(", re.MULTILINE)


def _read_tables(folder: Path) -> dict[str, TableRights]:
    return msgspec.toml.decode((folder / "rights.toml").read_bytes(), type=dict[str, TableRights])


def _read_procedures(folder: Path) -> list[str]:
    path = folder / "procedures.sql"
    return _PROCEDURE.findall(path.read_text(encoding="utf-8")) if path.is_file() else []


_NOUN_TABLES: Final = {noun: _read_tables(folder) for noun, folder in package_data.noun_tables().items()}
_NOUN_PROCEDURES: Final = {noun: _read_procedures(folder) for noun, folder in package_data.noun_tables().items()}
_TABLES_OF_NOUNS: Final = {name: rights for tables in _NOUN_TABLES.values() for name, rights in tables.items()}

SITE_PROCEDURES: Final = (
    "prune_security_log",
    "erase_account",
    *(name for names in _NOUN_PROCEDURES.values() for name in names),
)
"""Deletions that the site's user can call, but not make itself."""
PROCEDURES: Final = (*SITE_PROCEDURES, "claim_deliveries", "confirm_delivery")


def tables_of(noun: str) -> tuple[str, ...]:
    """Returns the tables of an extra, or of the administration, in the site schema."""
    return tuple(_NOUN_TABLES.get(noun, ()))


def procedures_of(noun: str) -> tuple[str, ...]:
    """Returns the procedures of an extra, or of the administration, in the site schema."""
    return tuple(_NOUN_PROCEDURES.get(noun, ()))


def absent_objects(nouns: Collection[str]) -> frozenset[str]:
    """Returns the tables and procedures that an installation with these nouns alone does not have."""
    absent_nouns = [noun for noun in _NOUN_TABLES if noun not in nouns]
    return frozenset(name for noun in absent_nouns for name in (*_NOUN_TABLES[noun], *_NOUN_PROCEDURES[noun]))


# Tables of core from which `erase_account` deletes by the column `login`.
_ERASED_ROWS: Final = (
    "sessions",
    "totp_secrets",
    "recovery_codes",
    "passkeys",
    "mail_links",
    "account_owners",
    "spending_limits",
)
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
    "status disputed coins_credited refunded_amount payment_method preference_id init_point expires_at order_hash "
    "created_at paid_at credited_at refunded_at checked_at cancelled_at"
)
_DELIVERY_STATE: Final = "status claim claimed_at receipt confirmed delivered_at"
_SITE_DELIVERY_STATE: Final = (
    f"{_DELIVERY_STATE} cancelled_at handover_second handed_at row_seen_at gone_at gone_playtime gone_access "
    "gone_items saved_at saved_by unconfirmed_at"
)

# Table of the site schema → columns with which the privilege checks try rights (INSERT and DELETE with the first one,
# UPDATE with each), and the site user's rights. Those of the nouns are in their rights.toml.
# Rows that stay as they were written can be read and added to: the ledger, the logs, wheels, spins, and the hash of a
# server seed (which the seed in clear text must match). No statement of this user changes them, but its procedures do:
# `erase_account` renames an account and deletes its security log, and leaves a row in `erasures`. What the theft of
# each right allows stands in gateway/docs/operators/database-rights.md.
_SITE_TABLES: Final[dict[str, tuple[str, str]]] = {
    "schema_migrations": ("number", "select"),
    "installation": ("name", "select"),
    "heartbeat": ("at", "select update"),
    "status_samples": ("at", "select insert update delete"),
    "game_runs": ("began_at", "select insert update"),
    "probe_connects": ("outcome", "select update"),
    "profiles": ("login", "select insert update delete"),
    "account_owners": ("login", "select insert update"),
    "account_sources": ("login", "select insert update"),
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
    "erasures": ("id", "select"),
    "donations": (
        "id account character_id amount currency base_coins bonus_coins total_coins price_version price_package "
        "provider",
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
    "roulette_seeds": ("server_seed_hash promised_wheel_version", f"select insert update({_PAIR_STATE})"),
    "roulette_spins": ("id", "select insert"),
    "site_controls": ("name", "select insert update delete"),
    "operator_log": ("id", "select insert"),
    "messages": (
        "id channel receiver kind login content created_at expires_at",
        "select insert update(state due_at attempts claimed_at) delete",
    ),
    "mails": ("id", "select insert update delete"),
    "mail_links": ("hash", "select insert update delete"),
    "confirmed_emails": ("login", "select insert update"),
    "coin_grants": ("id is_held", "select insert update(decided_by decided_at is_released)"),
    **{table: (rights.probe, rights.site) for table, rights in _TABLES_OF_NOUNS.items()},
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
        "profiles": _rights("select(login) update(login email user_handle)"),
        "account_sources": _rights("select(login) update(login)"),
        "operator_log": _rights("select(subject old_values new_values) update(subject old_values new_values)"),
        "site_controls": _rights("select(kind name) delete"),
        "messages": _rights("select(channel receiver login) delete"),
        "mails": _rights("select(login recipient) delete"),
        "confirmed_emails": _rights("select(login email) delete"),
        "erasures": _rights("insert(at kind subject)"),
        "roulette_spins": _rights("select(account) update(account)"),
        **{table: _rights("select(login) delete") for table in _ERASED_ROWS},
        **{table: _rights(rights.owner) for table, rights in _TABLES_OF_NOUNS.items() if rights.owner},
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
    "1.0.0": {
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
        for name, object_rights in users.get(user, {}).items():
            rights[name] = (*rights.get(name, ()), *object_rights)
    return rights


def account_rights(view: str, columns: Mapping[str, str]) -> tuple[Right, ...]:
    """Returns the rights of `auth` on one of WRITTEN_VIEWS, with other names of columns.

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
