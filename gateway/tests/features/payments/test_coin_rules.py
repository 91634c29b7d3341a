"""From snapshots to coins, tried out whole: after any sequence of what the provider may say, what is out is what the
newest snapshot asks for, and no account of a player's is below zero.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import permutations, product

import pytest
from msgspec.structs import replace

from fixtures.payment_snapshots import AMOUNT, COINS, KINDS, make_snapshot
from gateway.features.ledger import Transfer
from gateway.features.payments.coin_rules import (
    AccountBalances,
    Outcome,
    PaymentOwner,
    PostedCoins,
    donation_status,
    outcome,
    plan,
    repayment,
    target,
)
from gateway.features.payments.pricing import calculate
from gateway.features.payments.provider_payment import ProviderPayment

CASE = PaymentOwner(13, "5f3c9c1e", "demo")


@dataclass
class Books:
    """A payment and its player's accounts, followed as the ledger would."""

    out: PostedCoins = field(default_factory=PostedCoins)
    purse: AccountBalances = field(default_factory=AccountBalances)
    newest: int = 0
    spent: int = 0
    keys: frozenset[str] = frozenset()

    def apply(self, snapshot: ProviderPayment) -> "Books":
        if snapshot.updated_ms < self.newest:
            return self
        done = plan(CASE, target(snapshot, COINS), self.out, self.purse)
        purse, keys = self.purse, {transfer.key for transfer in done.transfers}
        for transfer in done.transfers:
            purse = moved(purse, transfer)
        assert len(keys) == len(done.transfers)
        assert not keys & self.keys
        return Books(done.after, purse, snapshot.updated_ms, self.spent, self.keys | keys)

    def spend(self, part: int = 1) -> "Books":
        """Everything, or one of so many parts of it, where nothing is owed."""
        if self.purse.debt:
            return self
        coins = self.purse.wallet // part
        purse = replace(self.purse, wallet=self.purse.wallet - coins)
        return Books(self.out, purse, self.newest, self.spent + coins, self.keys)

    @property
    def position(self) -> int:
        return self.purse.wallet + self.purse.hold - self.purse.debt + self.spent


def moved(purse: AccountBalances, transfer: Transfer) -> AccountBalances:
    assert sum(entry.amount for entry in transfer.entries) == 0
    for entry in transfer.entries:
        kind, _, owner = entry.account.partition(":")
        if kind != "house":
            assert owner == "demo"
            purse = replace(purse, **{kind: getattr(purse, kind) + entry.amount})
            assert getattr(purse, kind) >= 0, f"{kind} below zero after {transfer}"
    return purse


def check(books: Books, newest: tuple[ProviderPayment, int, bool]) -> None:
    _, coins, held = newest
    assert books.position == books.out.coins == coins
    assert books.purse.hold == books.out.held <= coins
    assert books.out.disputed == held
    assert not (books.purse.hold and not held)
    assert not (books.purse.debt and books.purse.wallet)


def test_target_of_every_state() -> None:
    for snapshot, coins, held in KINDS:
        wanted = target(snapshot, COINS)
        assert (wanted.wallet_coins, wanted.held) == (coins, held), snapshot


State = tuple[int, int, bool, bool, AccountBalances]
"""Everything that decides what the next snapshot does, but the number of transfers so far, which is in their keys."""


def state(books: Books) -> State:
    return books.out.coins, books.out.held, books.out.disputed, books.out.credited, books.purse


def step(books: Books, kind: tuple[ProviderPayment, int, bool]) -> Books:
    """One snapshot newer than all before, with what has to hold after each: the same again changes nothing, also when
    the coins were spent meanwhile, and neither what is done nor its order depends on how much was done before."""
    snapshot = replace(kind[0], updated_ms=books.newest + 1)
    after = books.apply(snapshot)
    check(after, kind)
    assert after.apply(snapshot) == after
    for owner in spenders(after):
        assert owner.apply(snapshot) == owner
    credited, numbers = names(after.keys - books.keys)
    assert credited == (after.out.credited and not books.out.credited)
    assert numbers == list(range(books.out.moves + 1 + credited, after.out.moves + 1))
    older = replace(books.out, moves=books.out.moves + 7)
    assert state(Books(older, books.purse, books.newest, books.spent).apply(snapshot)) == state(after)
    return after


def names(keys: frozenset[str]) -> tuple[bool, list[int]]:
    """Whether the payment's own key is among them, and the numbers of the others, which count on from `moves`."""
    return "mp:13:credit" in keys, sorted(int(key.split(":")[2]) for key in keys - {"mp:13:credit"})


def spenders(books: Books) -> list[Books]:
    """The player spends a part, or all."""
    return [books.spend(3), books.spend(1)]


@pytest.mark.parametrize("spends", [False, True])
def test_plan_of_every_sequence_with_duplicates_reaches_the_newest_target(spends: bool) -> None:
    """Every sequence of snapshots in the order of their times, of length 5 and of any other.

    What a snapshot does depends on nothing but the snapshot and the state (`plan` is pure and is given no more), so two
    sequences that lead to one state go on alike, and it is enough to try every snapshot once in every state that can be
    reached. The walk ends when no step leads to a new state: by induction over the length, every step of every sequence
    has then been one of those that were tried. Keys do not repeat, since each step counts on from the last. One that is
    older than what is known is passed over, so a sequence in another order is what is left of it in the order of time.
    """
    reached: dict[State, Books] = {}
    waiting = [Books()]
    while waiting:
        books = waiting.pop()
        if state(books) in reached:
            continue
        reached[state(books)] = books
        for kind in KINDS:
            after = step(books, kind)
            waiting += [after, *(spenders(after) if spends else [])]
    assert len(reached) > (100 if spends else 4)
    assert any(found.purse.debt for found in reached.values()) == spends


def test_plan_of_every_sequence_of_three_states_reaches_the_newest_target() -> None:
    """The same without the argument, as far as that is quick."""
    count = 0

    def follow(books: Books, length: int) -> None:
        nonlocal count
        for kind in KINDS:
            after = step(books, kind)
            count += 1
            if length < 3:
                follow(after, length + 1)

    follow(Books(), 1)
    assert count == 12 + 12**2 + 12**3


def deliveries() -> Iterator[list[tuple[ProviderPayment, int, bool]]]:
    """Every order of every three; of longer ones a seeded choice, with repeats."""
    for kinds in product(KINDS, repeat=3):
        sent = [(replace(kind[0], updated_ms=at), *kind[1:]) for at, kind in enumerate(kinds, start=1)]
        yield from (list(order) for order in permutations(sent))
    choice = random.Random(7)
    for _ in range(1500):
        sent = [
            (replace(kind[0], updated_ms=at), *kind[1:]) for at, kind in enumerate(choice.choices(KINDS, k=5), start=1)
        ]
        doubled = sent + choice.choices(sent, k=5)
        choice.shuffle(doubled)
        yield doubled


def test_plan_is_independent_of_order_and_duplicates() -> None:
    for sent in deliveries():
        books = Books()
        for snapshot, _, _ in sent:
            books = books.apply(snapshot)
        check(books, max(sent, key=lambda each: each[0].updated_ms))


def plans(*kinds: int, spends: bool = False) -> tuple[Books, list[str]]:
    books, last = Books(), list[str]()
    for at, kind in enumerate(kinds, start=1):
        after = books.apply(replace(KINDS[kind][0], updated_ms=at))
        books, last = after, sorted(after.keys - books.keys)
        books = books.spend() if spends and at < len(kinds) else books
    return books, last


def test_plan_gives_the_first_credit_the_key_of_the_payment() -> None:
    assert plans(5)[1] == ["mp:13:credit"]
    assert plans(5, 5)[1] == []
    assert plans(5, 10)[1] == ["mp:13:2:clawback"]
    assert plans(5, 10, 11)[1] == ["mp:13:3:restore"]
    assert plans(5, 7, 5)[1] == ["mp:13:3:release"]


def test_plan_turns_spent_coins_into_a_debt_that_is_repaid_first() -> None:
    books, _ = plans(5, 9, spends=True)
    assert (books.purse, books.out.coins) == (AccountBalances(debt=COINS), 0)
    books, last = plans(5, 9, 11, spends=True)
    assert (books.purse, last) == (AccountBalances(), ["mp:13:3:restore", "mp:13:4:repay"])


@pytest.mark.parametrize(
    ("incoming", "purse", "paid"),
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
    incoming: int, purse: AccountBalances, paid: int
) -> None:
    made = repayment("demo", incoming, purse, "delivery:4:repay", "4")
    if made is None:
        assert paid == 0
        return
    assert (made.key, made.kind, made.reference) == ("delivery:4:repay", "repay", "4")
    assert moved(purse, made) == AccountBalances(purse.wallet - paid, purse.hold, purse.debt - paid)


def test_plan_freezes_unspent_coins_in_a_dispute_and_claws_back_in_a_chargeback() -> None:
    owner = Books(PostedCoins(COINS, credited=True, moves=1), AccountBalances(wallet=20), 1, spent=COINS - 20)
    frozen = owner.apply(replace(make_snapshot("in_mediation"), updated_ms=2))
    assert (frozen.purse, frozen.out.held) == (AccountBalances(hold=20), 20)
    assert frozen.apply(replace(make_snapshot("charged_back", "in_process"), updated_ms=3)).purse == AccountBalances(
        debt=COINS - 20
    )
    assert frozen.apply(replace(make_snapshot("approved"), updated_ms=3)).purse == AccountBalances(wallet=20)


def test_plan_keeps_coins_of_another_payment_frozen() -> None:
    other = Books(PostedCoins(), AccountBalances(hold=100, debt=5), 0)
    books = other.apply(make_snapshot("approved"))
    assert books.purse == AccountBalances(wallet=COINS - 5, hold=100)
    assert books.apply(replace(make_snapshot("refunded"), updated_ms=2)).purse == AccountBalances(hold=100, debt=5)


def test_outcome_of_every_state() -> None:
    found = [outcome(snapshot, target(snapshot, COINS)) for snapshot, _, _ in KINDS]
    assert found == (
        ["pending"] * 3 + ["failed"] * 2 + ["completed"] * 3 + ["pending"] + ["refunded"] * 2 + ["completed"]
    )
    nearly = make_snapshot("approved", "partially_refunded", refunded=AMOUNT - 1)
    assert outcome(nearly, target(nearly, COINS)) == "refunded"


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


STEPS = ((10_000, 5), (25_000, 10), (50_000, 15), (100_000, 20))


@pytest.mark.parametrize(
    ("amount", "base", "bonus", "percentage"),
    [
        (5000, 50, 0, 0),
        (9999, 99, 0, 0),
        (10_000, 100, 5, 5),
        (11_000, 110, 5, 5),
        (25_000, 250, 25, 10),
        (50_000, 500, 75, 15),
        (99_000, 990, 148, 15),
        (100_000, 1000, 200, 20),
    ],
)
def test_calculate_adds_the_bonus(amount: int, base: int, bonus: int, percentage: int) -> None:
    found = calculate(amount, STEPS)
    assert (found.base_coins, found.bonus_coins, found.total_coins) == (base, bonus, base + bonus)
    assert found.bonus_percentage == percentage
    assert calculate(amount, ()).total_coins == base
