"""Holds: coins of donations and rewards stay out of the game for some hours; meanwhile they can be spent on the wheel.

    sendable = wallet - coins of payments and rewards within the hold - prizes of spins after the first such credit

The coins of a payment are the sum of its transfers in the wallet, so refunds, disputes and repaid debts reduce them.
Apart from these, only spins take coins on hold out of the wallet. The cost of a spin counts against the other coins
first, and each prize since the credit may come from coins on hold. All figures are derived from the ledger.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

from msgspec import Struct

from gateway import package_data
from gateway.concurrency.durations import DAY, HOUR
from gateway.config.settings import Settings
from gateway.database.database import Database, Session
from gateway.database.installation import nouns_without_tables
from gateway.database.queries import Query, query
from gateway.features.ledger import wallet


class CreditRow(Struct, frozen=True):
    """The first credit of a payment, or the credit of a reward. `coins`: the sum of its transfers in the wallet.

    `prizes`: of the spins between this credit and that of the next row.
    """

    credited_at: int
    is_reward: int
    is_over_cap: int
    member_since: int
    coins: int
    prizes: int


class HeldCredit(Struct, frozen=True):
    """A CreditRow with the second at which its hold ends."""

    until: int
    coins: int
    prizes: int


CREDITS = query("wallet.credits", CreditRow)
_REWARD_CREDITS: Final = {
    noun: query(f"{noun}.reward_credits", None)
    for noun, folder in package_data.noun_tables().items()
    if (folder / "reward_credits.sql").is_file()
}


def credit_statement(absent: Collection[str]) -> Query[CreditRow]:
    """Returns `wallet.credits` with the parts of the nouns that give coins, without those of absent ones."""
    parts = [f"UNION ALL {part.sql}" for noun, part in _REWARD_CREDITS.items() if noun not in absent]
    return replace(CREDITS, sql=CREDITS.sql.replace("{rewards}", " ".join(parts)))


class HoldRules(Struct, frozen=True, kw_only=True):
    """`new_account_hours`: for coins credited in the first days of an account on this site. `reward_hours`: for coins
    that were not paid for; `over_cap_hours`: for payments above the cap of their day. 0: no hold."""

    hours: int = 0
    new_account_hours: int = 0
    new_account_days: int = 0
    reward_hours: int = 0
    over_cap_hours: int = 0

    @property
    def longest_seconds(self) -> int:
        new_account_hours = self.new_account_hours if self.new_account_days else 0
        return max(self.hours, self.reward_hours, new_account_hours, self.over_cap_hours) * HOUR

    def until(self, credited_at: int, member_since: int, *, is_reward: bool = False, is_over_cap: bool = False) -> int:
        """Returns the second at which coins can be sent. `member_since`: 0 for an account without a known first day.

        `is_over_cap`: the payment went above the cap of its day.
        """
        if is_reward:
            return credited_at + self.reward_hours * HOUR
        is_new = credited_at - member_since < self.new_account_days * DAY
        hours = self.hours, self.new_account_hours if is_new else 0, self.over_cap_hours if is_over_cap else 0
        return credited_at + max(hours) * HOUR


NO_HOLD: Final = HoldRules()


def hold_rules(settings: Settings) -> HoldRules:
    payments = settings.payments
    return HoldRules(
        hours=payments.hold_hours,
        new_account_hours=payments.new_account_hold_hours,
        new_account_days=payments.new_account_days,
        reward_hours=settings.rewards.hold_hours,
        over_cap_hours=payments.over_cap_hold_hours if payments.daily_cap or payments.new_account_daily_cap else 0,
    )


async def held_credits(site: Database | Session, rules: HoldRules, login: str, now: int) -> list[HeldCredit]:
    """Returns the credits whose hold has not ended, in the ledger's order. Exact under the wallet's lock."""
    if not rules.longest_seconds:
        return []
    since = now - rules.longest_seconds
    absent = await nouns_without_tables(site, _REWARD_CREDITS)  # each time: other processes make tables and drop them
    rows = await site.read(credit_statement(absent), account=login, wallet=wallet(login), since=since)
    credits = [HeldCredit(_until(rules, row), row.coins, row.prizes) for row in rows]
    return _from_first_held(credits, now)


def _until(rules: HoldRules, row: CreditRow) -> int:
    kinds = {"is_reward": bool(row.is_reward), "is_over_cap": bool(row.is_over_cap)}
    return rules.until(row.credited_at, row.member_since, **kinds)


def sendable(balance: int, credits: Sequence[HeldCredit], now: int) -> int:
    """Returns the coins that can be sent at `now`. `balance`: the wallet's."""
    open_credits = _from_first_held(credits, now)
    coins = sum(credit.coins for credit in open_credits if credit.until > now)
    return max(0, balance - coins - sum(credit.prizes for credit in open_credits))


def sendable_from(amount: int, balance: int, credits: Sequence[HeldCredit], now: int) -> int:
    """Returns the first second at which `amount` coins can be sent. Raises ValueError if the wallet has fewer."""
    if amount > balance:
        raise ValueError("more coins than the wallet has")
    moments = sorted({now, *(credit.until for credit in credits if credit.until > now)})
    return next(moment for moment in moments if sendable(balance, credits, moment) >= amount)


def _from_first_held(credits: Sequence[HeldCredit], now: int) -> list[HeldCredit]:
    """Returns the credits from the first one on whose hold has not ended."""
    first = next((index for index, credit in enumerate(credits) if credit.until > now), len(credits))
    return list(credits[first:])
