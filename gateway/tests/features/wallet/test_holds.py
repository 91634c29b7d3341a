"""Holds: coins of new donations, and prizes won beside them, cannot be sent; against a model that marks each coin."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from itertools import count
from random import Random

import pytest

from fixtures import site_schema
from fixtures.site_schema import NOW, begin_donation, credit, post_transfer
from gateway.database.database import Database, Session
from gateway.features import ledger
from gateway.features.deliveries.create import CoinsOnHold, DeliveryOrder, InDebt, InsufficientCoins, send
from gateway.features.ledger import Entry, Transfer, house, wallet
from gateway.features.ledger.debts import AccountBalances
from gateway.features.payments.coin_rules import PaymentOwner, PostedCoins, Target, plan
from gateway.features.wallet.holds import HeldCredit, HoldRules, held_credits, sendable, sendable_from
from gateway.tests.support.databases import Server, ask

pytestmark = pytest.mark.database

HOUR = 3600
RULES = HoldRules(hours=2, new_account_hours=24, new_account_days=7)
_payments = count(1)
Coin = tuple[int, int]
"""A payment's number, 0 for coins of another origin; and the end of the hold."""


@pytest.fixture(scope="module")
async def site(mariadb: Server) -> AsyncGenerator[Database]:
    async with site_schema.connect(await site_schema.create(mariadb)) as database:
        yield database


class Account:
    """Posts to the ledger, and marks each coin of the wallet. `exact`: no coin on hold was lost or taken for another
    payment, so the definition and the model agree; later the definition may hold more."""

    def __init__(self, site: Database, login: str, random: Random) -> None:
        self.site, self.login, self.random = site, login, random
        self.now, self.keys, self.exact = NOW, count(1), True
        self.coins: list[Coin] = []
        self.payments: dict[int, PostedCoins] = {}
        self.until: dict[int, int] = {}

    async def join(self, at: int) -> None:
        sql = "INSERT INTO profiles (login, first_login_at) VALUES (%(login)s, %(at)s)"
        await self.site.write(ask(sql, "login", "at"), login=self.login, at=at)

    def held_coins(self, at: int) -> int:
        return sum(until > at for _, until in self.coins)

    def take(self, amount: int, payment: int = -1) -> None:
        """Takes coins of the payment first, then those on no hold, then those whose hold ends first."""
        self.coins.sort(key=lambda coin: (coin[0] != payment, max(coin[1], self.now)))
        self.exact &= all(coin[0] == payment or coin[1] <= self.now for coin in self.coins[:amount])
        del self.coins[:amount]

    async def pay(self, target: Target, payment: int = 0) -> None:
        """Credits a payment, or moves an earlier one to another state."""
        if not payment:
            payment = next(_payments)
            await begin_donation(self.site, f"d{payment}", self.login)
            self.until[payment] = RULES.until(self.now, self.member_since)
        names = [f"{kind}:{self.login}" for kind in ("wallet", "hold", "debt")]
        balances = await ledger.read_balances(self.site, names)
        owner = PaymentOwner(f"mp:{payment}", f"d{payment}", self.login)
        previous_coins = self.payments.get(payment, PostedCoins())
        posting = plan(owner, target, previous_coins, AccountBalances(*(balances[name] for name in names)))
        self.payments[payment] = posting.posted_coins
        for transfer in posting.transfers:
            await self.post(transfer)
            change = sum(entry.amount for entry in transfer.entries if entry.account == wallet(self.login))
            self.coins += [(payment, self.until[payment])] * max(0, change)
            self.take(max(0, -change), payment)

    async def post(self, transfer: Transfer) -> None:
        async def work(session: Session) -> bool:
            return await ledger.post(session, transfer, self.now)

        assert await ledger.run(self.site, work)

    async def spin(self, cost: int, prize: int) -> None:
        for kind, amount in (("spin", -cost), ("prize", prize)):
            entries = (Entry(wallet(self.login), amount), Entry(house("wheel"), -amount))
            await self.post(Transfer(f"{self.login}:{next(self.keys)}", kind, "spin", entries))
        self.take(cost)
        self.coins += [(0, max(self.until.values(), default=0))] * prize

    async def send(self, amount: int) -> None:
        order = DeliveryOrder(
            key=f"{self.login}:{next(self.keys)}",
            account=self.login,
            character_id=1,
            character_name="Somebody",
            item_id=4037,
            amount=amount,
        )
        free = len(self.coins) - self.held_coins(self.now)
        try:
            await send(self.site, order, self.now, RULES)
        except CoinsOnHold:
            assert amount > free or not self.exact
        except InsufficientCoins:
            assert amount > len(self.coins)
        except InDebt:
            assert self.login.endswith("refunds")
        else:
            assert amount <= free
            self.take(amount)

    async def gift(self, amount: int) -> None:
        transfer = credit(f"{self.login}:{next(self.keys)}", self.login, amount)
        await self.post(Transfer(transfer.key, "adjust", transfer.key, transfer.entries))
        self.coins += [(0, 0)] * amount

    @property
    def member_since(self) -> int:
        return 0 if self.login.startswith("old") else NOW

    async def check(self) -> None:
        """Compares the definition with the marked coins."""
        credits = await held_credits(self.site, RULES, self.login, self.now)
        balance, free = len(self.coins), len(self.coins) - self.held_coins(self.now)
        result = sendable(balance, credits, self.now)
        assert result <= free
        assert result == free or not self.exact
        end = sendable_from(balance, balance, credits, self.now)
        assert sendable(balance, credits, end) == balance == balance - self.held_coins(end)
        assert end == self.now or sendable(balance, credits, end - 1) < balance

    async def step(self) -> None:
        random, balance = self.random, len(self.coins)
        match random.choice(("pay", "gift", "wait", "spin", "spin", "send", "send", "dispute", "refund")):
            case "pay":
                await self.pay(Target(random.randint(1, 30), is_held=False))
            case "gift":
                await self.gift(random.randint(1, 20))
            case "wait":
                self.now += random.choice((1, HOUR, 2 * HOUR, 23 * HOUR, 60 * HOUR))
            case "spin" if balance > 2:
                await self.spin(random.randint(1, 3), random.randint(1, 12))
            case "send":
                await self.send(random.randint(1, balance + 2))
            case ("dispute" | "refund") as change if self.payments and self.login.endswith("refunds"):
                payment = random.choice(list(self.payments))
                coins = random.randint(0, self.payments[payment].coins)
                await self.pay(Target(coins, is_held=change == "dispute" and random.random() < 0.5), payment)
            case _:
                pass


@pytest.mark.parametrize("login", ["old", "new", "old-refunds", "new-refunds"])
async def test_sendable_coins_are_those_on_no_hold(site: Database, login: str) -> None:
    exact = 0
    for seed in range(4):
        account = Account(site, f"{login[:3]}{seed}{login[3:]}", Random(seed))
        if account.member_since:
            await account.join(account.member_since)
        for _ in range(30):
            await account.step()
            await account.check()
            exact += account.exact
    assert exact > 20, "the sequences reach both forms of the check"


def test_credits_leave_their_hold_in_any_order() -> None:
    credits = [HeldCredit(20, 100, 7), HeldCredit(10, 40, 3), HeldCredit(30, 1, 2)]
    moments = {9: 0, 10: 38, 19: 38, 20: 148, 30: 151}
    assert {at: sendable(151, credits, at) for at in moments} == moments
    starts = {0: 5, 1: 10, 38: 10, 39: 20, 148: 20, 149: 30, 151: 30}
    assert {amount: sendable_from(amount, 151, credits, 5) for amount in starts} == starts
    with pytest.raises(ValueError, match="more coins"):
        sendable_from(152, 151, credits, 5)


async def test_concurrent_sends_do_not_exceed_the_sendable_coins(site: Database) -> None:
    account = Account(site, "old", Random(1))
    await account.gift(13)
    await account.pay(Target(100, is_held=False))
    await account.spin(1, 50)

    async def outcome(number: int) -> str:
        try:
            await send(
                site,
                DeliveryOrder(
                    key=f"many:{number}",
                    account=account.login,
                    character_id=1,
                    character_name="Somebody",
                    item_id=4037,
                    amount=5,
                ),
                NOW,
                RULES,
            )
        except CoinsOnHold as problem:
            return str(problem.until)
        return "sent"

    async def outcomes(numbers: Sequence[int]) -> list[str]:
        return sorted(await asyncio.gather(*map(outcome, numbers)))

    end = "2025-10-09 10:53:20+00:00"
    assert await outcomes(range(32)) == [end] * 30 + ["sent"] * 2
    assert await post_transfer(site, ledger.post, credit("many:more", account.login, 3)) == "done"
    assert await outcomes(range(32, 36)) == [end] * 3 + ["sent"]


@pytest.mark.parametrize(
    ("hours", "new_hours", "days", "age", "seconds"),
    [
        (0, 24, 7, 6.9, 24 * HOUR),
        (0, 24, 7, 7, 0),
        (48, 24, 7, 1, 48 * HOUR),
        (2, 24, 7, 8, 2 * HOUR),
        (2, 24, 0, 0, 2 * HOUR),
    ],
)
def test_hold_of_a_new_account_is_the_longer_one(
    hours: int, new_hours: int, days: int, age: float, seconds: int
) -> None:
    rules = HoldRules(hours=hours, new_account_hours=new_hours, new_account_days=days)
    assert rules.until(NOW, NOW - int(age * 24 * HOUR)) - NOW == seconds
