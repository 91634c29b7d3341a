"""From a payment's state to coins. Pure integer arithmetic.

The functions depend only on the newest state and on the coins already posted: `target` returns how many coins should be
posted, `plan` the transfers that lead there. So a duplicate, late or lost webhook never changes the result.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Struct

from gateway.features.ledger import Entry, Transfer, debt, hold, wallet
from gateway.features.ledger.debts import DEBTS, DONATIONS, AccountBalances, repayment
from gateway.features.payments.provider_payment import ProviderPayment

Outcome = Literal["completed", "refunded", "pending", "failed"]

_PRECEDENCE: Final[tuple[Outcome, ...]] = ("completed", "refunded", "pending", "failed")


class Target(Struct, frozen=True):
    """The coins that should be posted for a payment; `is_held`: frozen, because the payment is disputed."""

    wallet_coins: int
    is_held: bool


class PostedCoins(Struct, frozen=True, kw_only=True):
    """The coins posted for a payment: `coins` in all, of which `held_coins` are frozen. `moves`: number of its
    transfers, which is part of their keys. `is_credited`: the first credit has been posted."""

    coins: int = 0
    held_coins: int = 0
    is_disputed: bool = False
    moves: int = 0
    is_credited: bool = False


class PaymentOwner(Struct, frozen=True):
    """`ledger_key`: of the payment; `login`: of the player."""

    ledger_key: str
    donation_id: str
    login: str


class PostingPlan(Struct, frozen=True):
    transfers: tuple[Transfer, ...]
    posted_coins: PostedCoins


def target(payment: ProviderPayment, coins: int) -> Target:
    """`coins`: for the whole amount."""
    if payment.state not in {"paid", "disputed"}:
        return Target(0, is_held=False)
    return Target(_unrefunded_coins(payment, coins), is_held=payment.state == "disputed")


def _unrefunded_coins(payment: ProviderPayment, coins: int) -> int:
    """Returns the share of the coins for the share of the amount that is not refunded, rounded down."""
    remaining = max(0, payment.amount - payment.refunded_amount)
    return coins * remaining // payment.amount if payment.amount > 0 else 0


def outcome(payment: ProviderPayment, goal: Target) -> Outcome:
    """Returns what a payment means for its donation."""
    if goal.wallet_coins > 0:
        return "completed"
    match payment.state:
        case "paid" | "disputed" | "reversed":
            return "refunded"
        case "failed":
            return "failed"
        case _:
            return "pending"


def donation_status(current: Outcome, outcomes: Sequence[Outcome]) -> Outcome:
    """Returns the status of a donation with these payments. A donation that was paid never becomes pending or failed;
    a failed one never becomes pending again. Only a successful payment changes that."""
    present: list[Outcome] = [outcome for outcome in _PRECEDENCE if outcome in outcomes]
    new = present[0] if present else current
    if current in {"completed", "refunded"} and new in {"pending", "failed"}:
        return "refunded"
    return "failed" if (current, new) == ("failed", "pending") else new


def plan(owner: PaymentOwner, goal: Target, previous: PostedCoins, balances: AccountBalances) -> PostingPlan:
    """Returns the transfers that lead from the previous coins to the target, in order; none if they are equal.

    Raises AssertionError before anything is posted if the transfers do not add up to the target.
    """
    planner = _Planner(owner, previous, balances)
    difference = goal.wallet_coins - previous.coins
    if difference < 0:
        planner.claw_back(-difference)
    if not goal.is_held:
        planner.release()
    if difference > 0:
        planner.credit(difference)
    if goal.is_held:
        # A dispute freezes the payment's unspent coins when it begins, and afterwards every coin added to them.
        planner.freeze(max(0, difference) if previous.is_disputed else goal.wallet_coins)
    posting = planner.plan(is_disputed=goal.is_held)
    _assert_sums(owner.login, goal, previous, posting)
    return posting


def _assert_sums(login: str, goal: Target, previous: PostedCoins, posting: PostingPlan) -> None:
    """Adds up the transfers without the planner's own counts: what the player gets is what the goal lacked."""
    changes = Counter[str]()
    for transfer in posting.transfers:
        assert sum(entry.amount for entry in transfer.entries) == 0, transfer
        for entry in transfer.entries:
            changes[entry.account] += entry.amount
    posted_coins = posting.posted_coins
    assert posted_coins.coins == goal.wallet_coins, posting
    assert posted_coins.held_coins == 0 or goal.is_held, posting
    gained_coins = changes[wallet(login)] + changes[hold(login)] - changes[debt(login)]
    assert gained_coins == posted_coins.coins - previous.coins, posting
    assert changes[hold(login)] == posted_coins.held_coins - previous.held_coins, posting


class _Planner:
    """Collects transfers and tracks the balances after each."""

    def __init__(self, owner: PaymentOwner, previous: PostedCoins, balances: AccountBalances) -> None:
        self._owner, self._moves = owner, previous.moves
        self._wallet, self._debt = balances.wallet, balances.debt
        self._coins = previous.coins
        self._held_coins = previous.held_coins
        self._is_credited = previous.is_credited
        self._transfers: list[Transfer] = []

    def credit(self, coins: int) -> None:
        """The first credit's key has no number: it is posted once, even if our row of the payment is lost."""
        login = self._owner.login
        kind = "restore" if self._is_credited else "credit"
        key = "" if self._is_credited else f"{self._owner.ledger_key}:credit"
        self._post(kind, {wallet(login): coins, DONATIONS: -coins}, key)
        self._coins, self._is_credited = self._coins + coins, True
        self._wallet += coins
        self._repay(coins)

    def claw_back(self, coins_to_return: int) -> None:
        """Takes frozen coins first, then those in the wallet; a debt replaces those already spent."""
        login = self._owner.login
        frozen = min(self._held_coins, coins_to_return)
        spendable = min(self._wallet, coins_to_return - frozen)
        short = coins_to_return - frozen - spendable
        self._post(
            "clawback",
            {
                hold(login): -frozen,
                wallet(login): -spendable,
                DONATIONS: frozen + spendable,
                debt(login): short,
                DEBTS: -short,
            },
        )
        self._coins, self._held_coins = self._coins - coins_to_return, self._held_coins - frozen
        self._wallet, self._debt = self._wallet - spendable, self._debt + short

    def freeze(self, coins: int) -> None:
        """Moves as many of these coins as are unspent from the wallet to the hold."""
        frozen, login = min(self._wallet, coins), self._owner.login
        self._post("hold", {wallet(login): -frozen, hold(login): frozen})
        self._wallet, self._held_coins = self._wallet - frozen, self._held_coins + frozen

    def release(self) -> None:
        """Moves the payment's frozen coins back to the wallet, where they pay debts as all incoming coins do."""
        held_coins, login = self._held_coins, self._owner.login
        self._post("release", {hold(login): -held_coins, wallet(login): held_coins})
        self._wallet, self._held_coins = self._wallet + held_coins, 0
        self._repay(held_coins)

    def _repay(self, incoming: int) -> None:
        balances = AccountBalances(self._wallet, self._held_coins, self._debt)
        transfer = repayment(self._owner.login, incoming, balances, self._key("repay"), self._owner.donation_id)
        if transfer is None:
            return
        self._transfers.append(transfer)
        repaid_coins = next(entry.amount for entry in transfer.entries if entry.account == DONATIONS)
        self._wallet, self._debt = self._wallet - repaid_coins, self._debt - repaid_coins

    def _post(self, kind: str, amounts: dict[str, int], key: str = "") -> None:
        entries = tuple(Entry(account, amount) for account, amount in amounts.items() if amount)
        if entries:
            self._transfers.append(
                Transfer(key=key or self._key(kind), kind=kind, reference=self._owner.donation_id, entries=entries)
            )

    def _key(self, kind: str) -> str:
        """A running number makes the key unique: transfers of one kind may occur more than once for a payment."""
        return f"{self._owner.ledger_key}:{self._moves + len(self._transfers) + 1}:{kind}"

    def plan(self, *, is_disputed: bool) -> PostingPlan:
        moves = self._moves + len(self._transfers)
        return PostingPlan(
            tuple(self._transfers),
            PostedCoins(
                coins=self._coins,
                held_coins=self._held_coins,
                is_disputed=is_disputed,
                moves=moves,
                is_credited=self._is_credited,
            ),
        )
