"""Consistency rules of the ledger. A rule is one statement; each row it returns is a violation.

The check only reads, with the login of the service, and may run while the ledger is in use.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Final

from msgspec import Struct

from gateway.database.database import Database, Session
from gateway.database.installation import nouns_without_tables
from gateway.database.queries import Query, query

MAX_VIOLATIONS: Final = 20
"""Violations reported for one rule at most."""


class Violation(Struct, frozen=True):
    """A row that breaks a rule (text from the database), the expected number, and the one in the database."""

    subject: str
    expected: int
    found: int


class Rule(Struct, frozen=True, kw_only=True):
    """`violations(site, limit)` returns the first rows that break the rule; `text`: the rule as a sentence."""

    name: str
    text: str
    violations: Callable[[Database | Session, int], Awaitable[list[Violation]]]
    noun: str = ""
    """Its tables are needed; without them the rule has nothing to check. Empty: those of core."""


class BrokenRule(Struct, frozen=True):
    """`more`: there are violations beyond those listed."""

    rule: str
    violations: tuple[Violation, ...]
    more: bool


class LedgerSize(Struct, frozen=True):
    transfers: int
    entries: int
    wallets: int
    donations: int


class MintedCoins(Struct, frozen=True):
    """Coins that transfers of one kind have brought into players' accounts."""

    kind: str
    transfers: int
    coins: int


def rules(noun: str, texts: Mapping[str, str], *, needs_tables_of: str = "") -> tuple[Rule, ...]:
    """`texts`: name of the query of `noun` → the rule as a sentence."""
    return tuple(
        Rule(
            name=name,
            text=text,
            violations=_by_query(query(f"{noun}.{name}", Violation)),
            noun=needs_tables_of,
        )
        for name, text in texts.items()
    )


def _by_query(statement: Query[Violation]) -> Callable[[Database | Session, int], Awaitable[list[Violation]]]:
    async def violations(site: Database | Session, limit: int) -> list[Violation]:
        return await site.read(statement, limit=limit)

    return violations


SIZE = query("ledger.size", LedgerSize)
MINTED = query("ledger.minted", MintedCoins)
LEDGER_RULES: Final = rules(
    "ledger_rules",
    {
        "all_entries": "all entries together sum to 0",
        "unbalanced": "the entries of each transfer sum to 0",
        "without_entries": "each transfer has entries",
        "without_transfer": "each entry belongs to a transfer",
        "unknown_accounts": "each account is a wallet, a hold, a debt or a house account",
        "wrong_balances": "each balance is the sum of the account's entries",
        "below_zero": "no player's account is below 0",
        "uneven_debts": "what players owe has its opposite side in house:debts",
        "completed_and_not_credited": "each completed donation was credited",
        "credited_and_not_completed": "no pending or failed donation was credited",
        "credited_twice": "each payment was credited once",
        "credited_to_no_donation": "each credit belongs to a donation",
        "wrong_donations": "the coins of each donation are the sum of its entries",
        "credited_payments": "each payment that succeeded was credited once, and no other",
        "wrong_payments": "the coins of each payment are the sum of its transfers",
        "wrong_holds": "the frozen coins of each payment are the sum of its transfers",
        "wrong_moves": "each payment counts its transfers",
        "mismatched_and_moved": "no mismatched payment has moved coins",
        "wrong_sums": "the coins of each donation are the sum of its payments",
        "wrong_frozen": "the frozen coins of each player are the sum over their payments",
        "wrong_targets": "each payment has credited the coins its provider status asks for",
        "ahead_payments": "no payment's state is newer than its last fetch",
        "wrong_refunds": "the refunded amount of each donation is the sum of its payments",
        "other_providers": "each payment is of its donation's provider",
        "paid_before": "no donation is younger than its payments",
        "wrong_chargebacks": "the amount that banks took back fits the state of each payment",
        "deliveries_paid": "each delivery was paid once from a wallet",
        "deliveries_refunded": "each cancelled delivery was refunded once, and no other",
        "wrong_deliveries": "each delivery holds the coins its sender's wallet paid",
        "without_delivery": "each transfer of a delivery belongs to one",
        "wrong_adjustments": "each adjustment moves coins between one wallet and house:adjustments",
        "adjusted_without_log": "each adjustment is in the operators' log once",
        "wrong_spins": "each spin took its cost and paid its prize",
        "moved_by_no_spin": "each transfer of the wheel belongs to a spin",
        "wrong_nonces": "each seed pair was used once for each nonce",
        "wrong_wheels": "all spins of a seed pair are on its wheel",
        "changed_wheels": "each seed pair has the wheel that was shown with its hash",
        "wrong_hashes": "each revealed server seed matches the hash that was published",
    },
)


async def broken_rules(site: Database | Session, rules: Sequence[Rule]) -> list[BrokenRule]:
    results: list[BrokenRule] = []
    absent = {*await nouns_without_tables(site, {rule.noun for rule in rules})}
    for rule in rules:
        if rule.noun in absent:
            continue
        rows = await rule.violations(site, MAX_VIOLATIONS + 1)
        if rows:
            results.append(BrokenRule(rule.text, tuple(rows[:MAX_VIOLATIONS]), len(rows) > MAX_VIOLATIONS))
    return results


async def minted(site: Database, since: int) -> list[MintedCoins]:
    """Returns the coins that were made since then (epoch seconds), by kind.

    A cause that was invented with its transfer breaks no rule: only this sum shows it.
    """
    return await site.read(MINTED, since=since)


async def size(site: Database) -> LedgerSize:
    return await site.one(SIZE) or LedgerSize(transfers=0, entries=0, wallets=0, donations=0)
