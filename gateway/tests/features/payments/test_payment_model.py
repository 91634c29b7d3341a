"""Several donations of several players: random states of payments of both providers, and coins spent in between.

An own model in integers follows the documentation; after every few steps the database has to agree with it.
"""

import random
from dataclasses import dataclass, field

import pytest
from msgspec.structs import replace

from fixtures.installed import World
from fixtures.payment_snapshots import COINS, COLLECTOR, KINDS_OF
from gateway.database.database import Database
from gateway.features.ledger.adjust import adjust
from gateway.features.operators.operator_log import Operation, running
from gateway.features.payments.provider_payment import MERCADOPAGO, STRIPE, MerchantAccount, PaymentRef
from gateway.features.payments.reconcile import reconcile
from gateway.tests.support.account_app import site
from gateway.tests.support.databases import assert_ledger_consistent, clear_money
from gateway.tests.support.payment_app import insert_donation, read_balances

STEPS, CHECK_EVERY = 72, 6
PLAYERS = ("mira", "nils", "olga")
MERCHANTS = {MERCADOPAGO: MerchantAccount(COLLECTOR, live_mode=True), STRIPE: MerchantAccount(0, live_mode=True)}
OPERATION = Operation(operator="ann", command="ledger adjust", reason="coins are spent")


@dataclass
class ModelPayment:
    """`coins` are credited, `held` of them frozen."""

    ref: PaymentRef
    donation: str
    coins: int = 0
    held: int = 0
    is_disputed: bool = False
    newest: int = 0


@dataclass
class ModelPlayer:
    login: str
    wallet: int = 0
    debt: int = 0
    spent: int = 0
    payments: list[ModelPayment] = field(default_factory=list[ModelPayment])

    def settle(self, payment: ModelPayment, coins: int, *, is_disputed: bool) -> None:
        """Moves a payment to its new number of coins, as `payments.md` describes."""
        lost_coins, gained_coins = max(0, payment.coins - coins), max(0, coins - payment.coins)
        from_hold = min(lost_coins, payment.held)
        from_wallet = min(lost_coins - from_hold, self.wallet)
        payment.held -= from_hold
        self.wallet -= from_wallet
        self.debt += lost_coins - from_hold - from_wallet
        if not is_disputed:
            self._receive(payment.held)
            payment.held = 0
        self._receive(gained_coins)
        if is_disputed:
            frozen = min(self.wallet, gained_coins if payment.is_disputed else coins)
            self.wallet -= frozen
            payment.held += frozen
        payment.coins, payment.is_disputed = coins, is_disputed

    def _receive(self, coins: int) -> None:
        repaid = min(coins, self.debt)
        self.debt -= repaid
        self.wallet += coins - repaid

    @property
    def balances(self) -> dict[str, int]:
        return {"wallet": self.wallet, "hold": sum(row.held for row in self.payments), "debt": self.debt}


@dataclass
class Scenario:
    world: World
    database: Database
    number: int
    chance: random.Random
    players: list[ModelPlayer]
    clock: int = 0

    async def step(self) -> None:
        self.clock += 1
        player = self.chance.choice(self.players)
        move = self.chance.random()
        if move < 0.2 and player.wallet and not player.debt:
            await self.spend(player, self.chance.randint(1, player.wallet))
        elif (move < 0.35 and len(player.payments) < 11) or not player.payments:
            await self.add_payment(player)
        else:
            await self.change(player, self.chance.choice(player.payments))

    async def spend(self, player: ModelPlayer, coins: int) -> None:
        with running(OPERATION):
            assert await adjust(self.database, player.login, -coins, f"model-{self.number}-{self.clock}")
        player.wallet -= coins
        player.spent += coins

    async def add_payment(self, player: ModelPlayer) -> None:
        """Of a new donation, or a further one of a link that was used before."""
        provider = self.chance.choice((MERCADOPAGO, STRIPE))
        number = 1000 * (1 + PLAYERS.index(player.login)) + len(player.payments)
        used = [row.donation for row in player.payments if row.ref.provider == provider]
        is_new = not used or self.chance.random() < 0.6
        donation = await insert_donation(self.world, player.login, provider=provider) if is_new else used[-1]
        reference = str(number) if provider == MERCADOPAGO else f"pi_{number}"
        player.payments.append(ModelPayment(PaymentRef(provider, reference), donation))
        await self.change(player, player.payments[-1])

    async def change(self, player: ModelPlayer, payment: ModelPayment) -> None:
        """Reports a state of the payment, sometimes twice, or an older one that changes nothing."""
        snapshot, coins, is_disputed = self.chance.choice(KINDS_OF[payment.ref.provider])
        is_late = self.chance.random() < 0.15 and payment.newest > 0
        updated_ms = payment.newest - 1 if is_late else self.clock * 10
        state = replace(snapshot, ref=payment.ref, donation_id=payment.donation, updated_ms=updated_ms)
        if not is_late:
            player.settle(payment, coins, is_disputed=is_disputed)
            payment.newest = updated_ms
        for _ in range(self.chance.choice((1, 1, 2))):
            await reconcile(self.database, MERCHANTS[payment.ref.provider], state, 1 + self.clock)

    async def check(self) -> None:
        for player in self.players:
            balances = {"wallet": 0, "hold": 0, "debt": 0} | await read_balances(self.world, player.login)
            assert balances == player.balances
            total = sum(row.coins for row in player.payments)
            assert balances["wallet"] + balances["hold"] - balances["debt"] == total - player.spent
            assert not (balances["wallet"] and balances["debt"])
            for payment in player.payments:
                statement = f"SELECT coins, held FROM payments WHERE id = {payment.ref.id}"
                rows = [tuple(row) for row in await site(self.world, statement)]
                assert rows == [(payment.coins, payment.held)]
        await assert_ledger_consistent(self.database)


@pytest.mark.parametrize("number", range(4))
async def test_balances_equal_payments_less_spent_coins(payment_world: World, database: Database, number: int) -> None:
    await clear_money(payment_world)
    scenario = Scenario(
        payment_world, database, number, random.Random(number), [ModelPlayer(login) for login in PLAYERS]
    )
    for step in range(1, STEPS + 1):
        await scenario.step()
        if step % CHECK_EVERY == 0:
            await scenario.check()
    payments = [payment for player in scenario.players for payment in player.payments]
    assert len({payment.ref.provider for payment in payments}) == 2
    assert any(player.spent for player in scenario.players)
    assert any(payment.coins == COINS for payment in payments)
    await clear_money(payment_world)
