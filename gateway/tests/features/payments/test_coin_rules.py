"""Coin rules, for every sequence of payment states: the posted coins match the newest state, and no account of the
player falls below zero.
"""

from dataclasses import dataclass, field

import pytest
from msgspec.structs import replace

from fixtures.payment_snapshots import AMOUNT, COINS, KINDS, make_snapshot
from gateway.features.ledger import Entry, Transfer, wallet
from gateway.features.ledger.debts import DONATIONS
from gateway.features.payments.coin_rules import (
    AccountBalances,
    Outcome,
    PaymentOwner,
    PostedCoins,
    Target,
    donation_status,
    outcome,
    plan,
    repayment,
    target,
)
from gateway.features.payments.pricing import calculate
from gateway.features.payments.provider_payment import ProviderPayment
from gateway.features.payments.provider_payment import State as ProviderState

OWNER = PaymentOwner("mp:13", "5f3c9c1e", "demo")
FIRST_CREDIT = "mp:13:credit"
Kind = tuple[ProviderPayment, int, bool]


@dataclass
class LedgerModel:
    """A payment and its player's accounts, as the ledger would have them."""

    posted_coins: PostedCoins = field(default_factory=PostedCoins)
    balances: AccountBalances = field(default_factory=AccountBalances)
    newest_ms: int = 0
    spent_coins: int = 0
    keys: frozenset[str] = frozenset()

    def apply(self, payment: ProviderPayment) -> "LedgerModel":
        if payment.updated_ms < self.newest_ms:
            return self
        posting = plan(OWNER, target(payment, COINS), self.posted_coins, self.balances)
        balances, keys = self.balances, {transfer.key for transfer in posting.transfers}
        for transfer in posting.transfers:
            balances = apply_transfer(balances, transfer)
        assert len(keys) == len(posting.transfers)
        assert not keys & self.keys
        return LedgerModel(posting.posted_coins, balances, payment.updated_ms, self.spent_coins, self.keys | keys)

    def spend(self, divisor: int = 1) -> "LedgerModel":
        """Spends the wallet divided by `divisor`; nothing while there is a debt."""
        if self.balances.debt:
            return self
        coins = self.balances.wallet // divisor
        balances = replace(self.balances, wallet=self.balances.wallet - coins)
        return LedgerModel(self.posted_coins, balances, self.newest_ms, self.spent_coins + coins, self.keys)

    def variants(self) -> list["LedgerModel"]:
        """Returns the model after the player has spent a part, and all."""
        return [self.spend(3), self.spend(1)]


def apply_transfer(balances: AccountBalances, transfer: Transfer) -> AccountBalances:
    assert sum(entry.amount for entry in transfer.entries) == 0
    for entry in transfer.entries:
        kind, _, owner = entry.account.partition(":")
        if kind != "house":
            assert owner == "demo"
            balances = replace(balances, **{kind: getattr(balances, kind) + entry.amount})
            assert getattr(balances, kind) >= 0, f"{kind} below zero after {transfer}"
    return balances


def check(model: LedgerModel, newest: Kind) -> None:
    _, coins, is_held = newest
    balances = model.balances
    assert balances.wallet + balances.hold - balances.debt + model.spent_coins == model.posted_coins.coins == coins
    assert balances.hold == model.posted_coins.held_coins <= coins
    assert model.posted_coins.is_disputed == is_held
    assert is_held or not balances.hold
    assert not (balances.debt and balances.wallet)


def test_target_and_outcome_of_every_state() -> None:
    targets = [target(payment, COINS) for payment, _, _ in KINDS]
    assert [(aim.wallet_coins, aim.is_held) for aim in targets] == [(coins, is_held) for _, coins, is_held in KINDS]
    outcomes = [outcome(payment, aim) for (payment, _, _), aim in zip(KINDS, targets, strict=True)]
    approved_outcomes = ["completed"] * 3 + ["pending"] + ["refunded"] * 2 + ["completed"]
    assert outcomes == ["pending"] * 3 + ["failed"] * 2 + approved_outcomes
    almost_refunded = make_snapshot("approved", "partially_refunded", refunded=AMOUNT - 1)
    assert outcome(almost_refunded, target(almost_refunded, COINS)) == "refunded"


State = tuple[int, int, bool, bool, AccountBalances]
"""The parts of the model on which the next step depends; not the number of transfers, which is in their keys."""


def state_of(model: LedgerModel) -> State:
    posted_coins = model.posted_coins
    return (
        posted_coins.coins,
        posted_coins.held_coins,
        posted_coins.is_disputed,
        posted_coins.is_credited,
        model.balances,
    )


def step(model: LedgerModel, kind: Kind) -> LedgerModel:
    """Applies a newer payment state and checks the invariants of a step: a repetition changes nothing, even if coins
    were spent in between, and the result does not depend on the number of earlier transfers."""
    payment = replace(kind[0], updated_ms=model.newest_ms + 1)
    new_model = model.apply(payment)
    check(new_model, kind)
    for variant in (new_model, *new_model.variants()):
        assert variant.apply(payment) == variant
    new_keys = new_model.keys - model.keys
    is_credited = FIRST_CREDIT in new_keys
    assert is_credited == (new_model.posted_coins.is_credited and not model.posted_coins.is_credited)
    numbers = sorted(int(key.split(":")[2]) for key in new_keys - {FIRST_CREDIT})
    assert numbers == list(range(model.posted_coins.moves + 1 + is_credited, new_model.posted_coins.moves + 1))
    with_more_moves = replace(model.posted_coins, moves=model.posted_coins.moves + 7)
    variant = LedgerModel(with_more_moves, model.balances, model.newest_ms, model.spent_coins).apply(payment)
    assert state_of(variant) == state_of(new_model)
    return new_model


@pytest.mark.parametrize("spends", [False, True])
def test_plan_of_every_sequence_reaches_the_newest_target(spends: bool) -> None:
    """Covers payment states in the order of their times, of any length.

    `plan` is pure, so two sequences that lead to one ledger state continue alike: it is enough to apply every payment
    state once in every reachable ledger state. The walk ends when no step leads to a new one. Keys do not repeat, since
    each step continues the numbers of the last. `reconcile` skips outdated states, so other orders reduce to this one.
    """
    model_of: dict[State, LedgerModel] = {}
    queue = [LedgerModel()]
    while queue:
        model = queue.pop()
        if state_of(model) in model_of:
            continue
        model_of[state_of(model)] = model
        for kind in KINDS:
            new_model = step(model, kind)
            queue += [new_model, *(new_model.variants() if spends else [])]
    assert len(model_of) > (100 if spends else 4)
    assert any(model.balances.debt for model in model_of.values()) == spends


@pytest.mark.parametrize(
    ("kinds", "spends", "balances", "keys"),
    [
        ([5], False, AccountBalances(wallet=COINS), [FIRST_CREDIT]),
        ([5, 5], False, AccountBalances(wallet=COINS), []),
        ([5, 10], False, AccountBalances(), ["mp:13:2:clawback"]),
        ([5, 10, 11], False, AccountBalances(wallet=COINS), ["mp:13:3:restore"]),
        ([5, 7, 5], False, AccountBalances(wallet=COINS), ["mp:13:3:release"]),
        # Spent coins become a debt, which incoming coins repay first.
        ([5, 9], True, AccountBalances(debt=COINS), ["mp:13:2:clawback"]),
        ([5, 9, 11], True, AccountBalances(), ["mp:13:3:restore", "mp:13:4:repay"]),
    ],
)
def test_plan_names_transfers_by_payment_and_number(
    kinds: list[int], spends: bool, balances: AccountBalances, keys: list[str]
) -> None:
    """Applies the states in turn; the keys are those of the last one's transfers."""
    model, new_keys = LedgerModel(), list[str]()
    for kind in kinds:
        previous_model = model.spend() if spends else model
        model = previous_model.apply(replace(KINDS[kind][0], updated_ms=previous_model.newest_ms + 1))
        new_keys = sorted(model.keys - previous_model.keys)
    assert (model.balances, new_keys) == (balances, keys)


@pytest.mark.parametrize(
    ("incoming", "balances", "repaid_coins"),
    [
        (7, AccountBalances(wallet=7, debt=5), 5),
        (7, AccountBalances(wallet=7, debt=9), 7),
        (7, AccountBalances(wallet=3, debt=9), 3),
        (7, AccountBalances(wallet=50, debt=90), 7),
        (7, AccountBalances(wallet=7), 0),
        (0, AccountBalances(wallet=7, debt=9), 0),
        (7, AccountBalances(debt=9), 0),
    ],
)
def test_repayment_is_limited_by_debt_wallet_and_incoming_coins(
    incoming: int, balances: AccountBalances, repaid_coins: int
) -> None:
    transfer = repayment("demo", incoming, balances, "delivery:4:repay", "4")
    if transfer is None:
        assert repaid_coins == 0
        return
    assert (transfer.key, transfer.kind, transfer.reference) == ("delivery:4:repay", "repay", "4")
    expected = AccountBalances(balances.wallet - repaid_coins, balances.hold, balances.debt - repaid_coins)
    assert apply_transfer(balances, transfer) == expected


def test_plan_freezes_unspent_coins_in_a_dispute_and_claws_back_in_a_chargeback() -> None:
    posted_coins = PostedCoins(coins=COINS, is_credited=True, moves=1)
    model = LedgerModel(posted_coins, AccountBalances(wallet=20), 1, spent_coins=COINS - 20)
    frozen = model.apply(make_snapshot("in_mediation", at=2))
    assert (frozen.balances, frozen.posted_coins.held_coins) == (AccountBalances(hold=20), 20)
    charged_back = frozen.apply(make_snapshot("charged_back", "in_process", at=3))
    assert charged_back.balances == AccountBalances(debt=COINS - 20)
    assert frozen.apply(make_snapshot("approved", at=3)).balances == AccountBalances(wallet=20)


def test_plan_keeps_coins_of_another_payment_frozen() -> None:
    model = LedgerModel(balances=AccountBalances(hold=100, debt=5)).apply(make_snapshot("approved"))
    assert model.balances == AccountBalances(wallet=COINS - 5, hold=100)
    assert model.apply(make_snapshot("refunded", at=2)).balances == AccountBalances(hold=100, debt=5)


OTHER = 500
"""Coins of other donations in the wallet."""


DISPUTED = PostedCoins(coins=COINS, held_coins=20, is_disputed=True, moves=1, is_credited=True)
"""A payment of which 20 coins are frozen."""


def posted(coins: int = COINS, held_coins: int = 0, *, is_disputed: bool = False) -> PostedCoins:
    return PostedCoins(coins=coins, held_coins=held_coins, is_disputed=is_disputed, moves=1, is_credited=True)


@pytest.mark.parametrize(
    ("goal", "previous", "before", "after", "held_coins"),
    [
        # A credit leaves other coins alone, frozen ones too; it pays a debt out of itself.
        (Target(COINS, is_held=False), PostedCoins(), (OTHER, 9, 0), (OTHER + COINS, 9, 0), 0),
        (Target(COINS, is_held=False), PostedCoins(), (0, 9, 99), (0, 9, 99 - COINS), 0),
        (Target(COINS, is_held=False), PostedCoins(), (OTHER, 9, 99), (OTHER, 9, 99 - COINS), 0),
        # A dispute freezes the payment's coins, whichever lie in the wallet, and no more.
        (Target(COINS, is_held=True), posted(), (OTHER, 0, 0), (OTHER - COINS, COINS, 0), COINS),
        (Target(COINS, is_held=True), posted(), (20, 0, 0), (0, 20, 0), 20),
        (Target(COINS, is_held=True), PostedCoins(), (OTHER, 0, 0), (OTHER, COINS, 0), COINS),
        # Its spent coins were gone when it began: later coins of other donations are not frozen in their place.
        (Target(COINS, is_held=True), DISPUTED, (OTHER, 20, 0), (OTHER, 20, 0), 20),
        (Target(COINS, is_held=True), posted(40, 20, is_disputed=True), (OTHER, 20, 0), (OTHER, 37, 0), 37),
        (Target(40, is_held=True), DISPUTED, (OTHER, 20, 0), (OTHER, 3, 0), 3),
        (Target(10, is_held=True), DISPUTED, (OTHER, 20, 0), (OTHER - 27, 0, 0), 0),
        # A release returns the payment's frozen coins; those of another dispute stay frozen.
        (Target(COINS, is_held=False), DISPUTED, (OTHER, 90, 0), (OTHER + 20, 70, 0), 0),
        (Target(COINS, is_held=False), DISPUTED, (0, 90, 30), (0, 70, 10), 0),
        (Target(COINS, is_held=False), DISPUTED, (OTHER, 90, 30), (OTHER, 70, 10), 0),
        # A clawback takes own frozen coins first, then from the wallet; never those of another dispute.
        (Target(0, is_held=False), posted(), (OTHER, 90, 0), (OTHER - COINS, 90, 0), 0),
        (
            Target(0, is_held=False),
            DISPUTED,
            (OTHER, 90, 0),
            (OTHER - COINS + 20, 70, 0),
            0,
        ),
        (Target(0, is_held=False), posted(), (7, 90, 0), (0, 90, COINS - 7), 0),
        (Target(40, is_held=False), DISPUTED, (OTHER, 90, 0), (OTHER + 3, 70, 0), 0),
        # A restored payment pays the debt that its clawback left, and no more.
        (Target(COINS, is_held=False), posted(0), (0, 0, 20), (COINS - 20, 0, 0), 0),
    ],
)
def test_plan_takes_no_coins_of_other_donations(
    goal: Target,
    previous: PostedCoins,
    before: tuple[int, int, int],
    after: tuple[int, int, int],
    held_coins: int,
) -> None:
    """Balances: wallet, hold, debt, before and after."""
    posting = plan(OWNER, goal, previous, AccountBalances(*before))
    balances = AccountBalances(*before)
    for transfer in posting.transfers:
        balances = apply_transfer(balances, transfer)
    assert balances == AccountBalances(*after)
    assert posting.posted_coins == replace(
        previous,
        coins=goal.wallet_coins,
        held_coins=held_coins,
        is_disputed=goal.is_held,
        is_credited=True,
        moves=previous.moves + len(posting.transfers),
    )


@pytest.mark.parametrize("state", ["paid", "disputed"])
@pytest.mark.parametrize("excess", [1, AMOUNT])
def test_more_refunded_than_paid_takes_no_coins_of_other_donations(state: ProviderState, excess: int) -> None:
    payment = replace(make_snapshot("approved"), state=state, refunded_amount=AMOUNT + excess)
    goal = target(payment, COINS)
    assert goal.wallet_coins == 0
    assert plan(OWNER, goal, posted(0), AccountBalances(wallet=OTHER)).transfers == ()


@pytest.mark.parametrize(
    ("step_name", "goal", "previous", "balances"),
    [
        ("credit", Target(COINS, is_held=False), PostedCoins(), AccountBalances()),
        ("claw_back", Target(0, is_held=False), posted(), AccountBalances(wallet=OTHER)),
        ("release", Target(COINS, is_held=False), DISPUTED, AccountBalances(wallet=OTHER, hold=20)),
        # Counted, but not in a transfer.
        ("_post", Target(COINS, is_held=True), posted(), AccountBalances(wallet=OTHER)),
        ("_post", Target(COINS, is_held=False), PostedCoins(), AccountBalances()),
    ],
)
def test_plan_that_misses_its_target_is_refused(
    monkeypatch: pytest.MonkeyPatch, step_name: str, goal: Target, previous: PostedCoins, balances: AccountBalances
) -> None:
    def skip(*_: object) -> None: ...

    assert plan(OWNER, goal, previous, balances).transfers
    monkeypatch.setattr(f"gateway.features.payments.coin_rules._Planner.{step_name}", skip)
    with pytest.raises(AssertionError):
        plan(OWNER, goal, previous, balances)


def test_plan_whose_repayment_leaves_the_debt_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = (Entry(wallet("demo"), -9), Entry(DONATIONS, 9))

    def repay(*_: object) -> Transfer:
        return Transfer(key="mp:13:2:repay", kind="repay", reference="5f3c9c1e", entries=entries)

    monkeypatch.setattr("gateway.features.payments.coin_rules.repayment", repay)
    with pytest.raises(AssertionError):
        plan(OWNER, Target(COINS, is_held=False), PostedCoins(), AccountBalances(debt=9))


@pytest.mark.parametrize(
    ("current", "outcomes", "status"),
    [
        ("pending", [], "pending"),
        ("pending", ["failed"], "failed"),
        ("pending", ["failed", "pending"], "pending"),
        ("failed", ["failed", "pending"], "failed"),
        ("failed", ["failed", "completed"], "completed"),
        ("completed", ["completed", "refunded"], "completed"),
        ("completed", ["pending"], "refunded"),
        ("completed", ["refunded", "failed"], "refunded"),
        ("refunded", ["pending"], "refunded"),
        ("refunded", ["completed"], "completed"),
        ("pending", ["refunded"], "refunded"),
    ],
)
def test_donation_status_follows_its_payments(current: Outcome, outcomes: list[Outcome], status: Outcome) -> None:
    assert donation_status(current, outcomes) == status


BONUS_STEPS = ((10_000, 5), (25_000, 10), (50_000, 15), (100_000, 20))


@pytest.mark.parametrize(
    ("amount", "base", "bonus", "percentage"),
    [
        (9999, 99, 0, 0),
        (10_000, 100, 5, 5),
        (50_000, 500, 75, 15),
        (99_000, 990, 148, 15),
        (100_000, 1000, 200, 20),
    ],
)
def test_calculate_adds_the_bonus(amount: int, base: int, bonus: int, percentage: int) -> None:
    offer = calculate(amount, BONUS_STEPS)
    assert (offer.base_coins, offer.bonus_coins, offer.total_coins) == (base, bonus, base + bonus)
    assert offer.bonus_percentage == percentage
    assert calculate(amount, ()).total_coins == base
