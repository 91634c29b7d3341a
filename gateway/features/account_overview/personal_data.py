"""Reads the site schema's data about one account, for its player: no secrets, sealed values or data of others."""

from datetime import UTC, datetime
from typing import Any, Final

import msgspec
from msgspec import Struct

from gateway.database.database import Database
from gateway.database.queries import Query, query
from gateway.extras.history import storage
from gateway.features.operators import operator_log
from gateway.features.rankings.account_index import AccountHash

_PAGE: Final = 1000
LEFT_OUT: Final = (
    "passwords, seeds that are not revealed, secrets of second factors, addresses of push services: they are secret",
    "the buyer's number at the payment provider: it may be another person's",
    "notes and reasons of operators",
)


class PersonalRow(Struct, frozen=True):
    """`body`: a JSON object."""

    body: str


class AccountExport(Struct, frozen=True):
    """`data`: table → rows. Times are epoch seconds, days are those since 1970, amounts of money in minor units."""

    login: str
    exported_at: datetime
    left_out: tuple[str, ...]
    data: dict[str, list[dict[str, Any]]]


def _queries(*names: str) -> dict[str, Query[PersonalRow]]:
    return {name: query(f"personal_data.{name}", PersonalRow) for name in names}


BY_LOGIN: Final = _queries(
    "profile",
    "source",
    "confirmed_email",
    "privacy",
    "spending_limits",
    "sessions",
    "authenticator_apps",
    "passkeys",
    "recovery_codes",
    "security_log",
    "mails",
    "mail_links",
    "push_choices",
    "push_subscriptions",
    "block",
    "operator_actions",
    "wallets",
    "donations",
    "deliveries",
    "roulette_spins",
    "votes",
    "character_samples",
    "ledger",
    "payments",
    "roulette_seeds",
    "codes",
    "referral_code",
    "referrals",
    "competition_prizes",
)
BY_HASH: Final = _queries("characters", "character_days", "milestones", "character_changes")
"""The history of characters keeps a keyed hash of the login."""


async def export(site: Database, login: str) -> AccountExport:
    """Reads all rows of the account. A running operation logs it."""
    data = {name: await _rows(site, statement, login=login) for name, statement in BY_LOGIN.items()}
    account_hash = int(AccountHash(await storage.account_key(site))([login])[0])
    data |= {name: await _rows(site, statement, account_hash=account_hash) for name, statement in BY_HASH.items()}
    async with site.transaction() as session:
        await operator_log.record(session, f"account:{login}", after={"exported": sum(map(len, data.values()))})
    return AccountExport(login, datetime.now(UTC), LEFT_OUT, {name: rows for name, rows in data.items() if rows})


async def _rows(site: Database, statement: Query[PersonalRow], **owner: str | int) -> list[dict[str, Any]]:
    rows, page = list[dict[str, Any]](), [PersonalRow("")]
    while page:
        page = await site.read(statement, limit=_PAGE, start=len(rows), **owner)
        rows += [msgspec.json.decode(row.body) for row in page]
    return rows
