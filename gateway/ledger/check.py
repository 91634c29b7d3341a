"""What must hold of the books, whatever happened: each rule is one statement, and every row of its answer a breach.

It reads alone, with the login of the service, and may run while the ledger is in use.
"""

from typing import Final

from msgspec import Struct

from gateway.db import Database
from gateway.queries import Query, query

SHOWN: Final = 20
"""Breaches of one rule that are told at most."""


class Breach(Struct, frozen=True):
    """What is wrong (text of the database's), the number that should be there, and the one that is."""

    subject: str
    expected: int
    found: int


class Size(Struct, frozen=True):
    transfers: int
    entries: int
    wallets: int
    donations: int


class Finding(Struct, frozen=True):
    """A rule that is broken. `more`: by further rows than these."""

    rule: str
    breaches: tuple[Breach, ...]
    more: bool


SIZE = query("ledger.size", Size)
RULES: Final[dict[str, Query[Breach]]] = {
    rule: query(f"ledger.{name}", Breach)
    for name, rule in {
        "all_entries": "all entries together sum to 0",
        "unbalanced": "the entries of each transfer sum to 0",
        "without_entries": "each transfer has entries",
        "without_transfer": "each entry belongs to a transfer",
        "unknown_accounts": "each account is a wallet, a hold, a debt or the house's",
        "wrong_balances": "each balance is the sum of the account's entries",
        "below_zero": "no player's account is below 0",
        "uneven_debts": "what players owe has its other side in house:debts",
        "completed_and_not_credited": "each completed donation was credited",
        "credited_and_not_completed": "no donation was credited that is pending or failed",
        "credited_twice": "each payment was credited once",
        "credited_to_no_donation": "each credit belongs to a donation",
        "wrong_donations": "each donation says of its coins what the entries say",
    }.items()
}


async def findings(site: Database) -> list[Finding]:
    """The rules that are broken; none where all is well."""
    broken: list[Finding] = []
    for rule, ask in RULES.items():
        rows = await site.read(ask, limit=SHOWN + 1)
        if rows:
            broken.append(Finding(rule, tuple(rows[:SHOWN]), len(rows) > SHOWN))
    return broken


async def size(site: Database) -> Size:
    found = await site.one(SIZE)
    return found or Size(0, 0, 0, 0)
