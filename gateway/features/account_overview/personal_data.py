"""Reads the site schema's data about one account, for its player: no secrets, sealed values or data of others."""

from datetime import UTC, datetime
from typing import Any, Final

from msgspec import Struct

from gateway.database.database import Database
from gateway.database.installation import nouns_without_tables
from gateway.database.queries import query
from gateway.features.operators import operator_log
from gateway.registration.extra import installed_extras
from gateway.registration.personal_data import PersonalRow, PersonalTables

LEFT_OUT: Final = (
    "passwords, seeds that are not revealed, secrets of second factors, addresses of push services: they are secret",
    "the buyer's number at the payment provider: it may be another person's",
    "notes and reasons of operators",
)


class AccountExport(Struct, frozen=True):
    """`data`: table → rows. Times are epoch seconds, days are those since 1970, amounts of money in minor units."""

    login: str
    exported_at: datetime
    left_out: tuple[str, ...]
    data: dict[str, list[dict[str, Any]]]


_NAMES: Final = (
    "profile",
    "mail_language",
    "source",
    "confirmed_email",
    "privacy",
    "spending_limits",
    "sessions",
    "authenticator_apps",
    "passkeys",
    "recovery_codes",
    "security_log",
    "messages",
    "mail_links",
    "block",
    "operator_actions",
    "wallets",
    "donations",
    "deliveries",
    "roulette_spins",
    "ledger",
    "payments",
    "roulette_seeds",
)
CORE: Final = PersonalTables(
    statements={name: query(f"personal_data.{name}", PersonalRow) for name in _NAMES},
    kept={
        "profile": "statistics",
        "source": "statistics",
        "privacy": "choice",
        "operator_actions": "log",
        "wallets": "books",
        "donations": "books",
        "deliveries": "books",
        "roulette_spins": "books",
        "ledger": "books",
        "payments": "books",
        "roulette_seeds": "books",
    },
)


async def all_personal_data(site: Database) -> list[PersonalTables]:
    """Returns those of core, and of all extras with tables, on or off: an account's rows outlive the switch."""
    absent = await nouns_without_tables(site, installed_extras())
    extras = [extra for name, extra in installed_extras().items() if name not in absent]
    return [CORE, *(extra.personal_data for extra in extras if extra.personal_data)]


async def export(site: Database, login: str) -> AccountExport:
    """Reads all rows of the account. A running operation logs it."""
    data = dict[str, list[dict[str, Any]]]()
    for part in await all_personal_data(site):
        data |= await part.read(site, login)
    async with site.transaction() as session:
        await operator_log.record(session, f"account:{login}", after={"exported": sum(map(len, data.values()))})
    return AccountExport(login, datetime.now(UTC), LEFT_OUT, {name: rows for name, rows in data.items() if rows})
