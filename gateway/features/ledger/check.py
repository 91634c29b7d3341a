"""What must hold of the books, whatever happened: a rule is one statement, and every row of its answer a breach.

It reads alone, with the login of the service, and may run while the ledger is in use.
"""

from collections.abc import Awaitable, Callable
from typing import Final

from msgspec import Struct

from gateway.database.database import Database
from gateway.database.queries import Query, query
from gateway.features.roulette import verification

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


Rule = Callable[[Database, int], Awaitable[list[Breach]]]
"""Its breaches, as many as the number says at most."""


def _answer(asked: Query[Breach]) -> Rule:
    async def rows(site: Database, limit: int) -> list[Breach]:
        return await site.read(asked, limit=limit)

    return rows


async def _redrawn(site: Database, limit: int) -> list[Breach]:
    return [Breach(each.subject, each.expected, each.found) for each in await verification.unlike(site, limit)]


SIZE = query("ledger.size", Size)
RULES: Final[dict[str, Rule]] = {
    rule: _answer(query(f"ledger.{name}", Breach))
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
        "credited_payments": "each payment that succeeded was credited once, and no other",
        "wrong_payments": "each payment says of its coins what its transfers say",
        "wrong_holds": "each payment says of its frozen coins what its transfers say",
        "wrong_moves": "each payment counts its transfers",
        "parked_and_moved": "no parked payment has moved coins",
        "wrong_sums": "each donation has the coins of its payments",
        "wrong_frozen": "what is held of a player's coins is what his payments froze",
        "wrong_targets": "each payment has out what the provider's last word asks for",
        "deliveries_paid": "each delivery was taken from a wallet once",
        "deliveries_given_back": "a delivery came back once if it was cancelled, and never else",
        "wrong_deliveries": "each delivery holds what its sender's wallet gave for it",
        "without_delivery": "each transfer of a delivery belongs to one",
        "wrong_spins": "each spin took its cost and gave its prize",
        "moved_by_no_spin": "each transfer of the wheel belongs to a spin",
        "wrong_nonces": "each pair of seeds was drawn from once for each nonce",
        "wrong_hashes": "each seed of the wheel is the one whose hash was shown",
    }.items()
} | {"each spin falls where it fell when it is drawn again": _redrawn}


async def findings(site: Database) -> list[Finding]:
    """The rules that are broken; none where all is well."""
    broken: list[Finding] = []
    for rule, breaches in RULES.items():
        rows = await breaches(site, SHOWN + 1)
        if rows:
            broken.append(Finding(rule, tuple(rows[:SHOWN]), len(rows) > SHOWN))
    return broken


async def size(site: Database) -> Size:
    found = await site.one(SIZE)
    return found or Size(0, 0, 0, 0)
