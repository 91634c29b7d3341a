"""From what the provider says of a payment to coins. Pure arithmetic on whole numbers, line by line.

Nothing here knows what happened before a snapshot but what is out already: `target` says how many coins should be out,
`plan` the transfers that bring there what is out. So a notice that comes twice, late or never changes nothing.
"""

from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Struct

from gateway.features.ledger import Entry, Transfer, debt, hold, house, wallet
from gateway.features.payments.provider_payment import Snapshot

Outcome = Literal["completed", "refunded", "pending", "failed"]

_PRECEDENCE: Final[tuple[Outcome, ...]] = ("completed", "refunded", "pending", "failed")
DONATIONS: Final = house("donations")
DEBTS: Final = house("debts")


class Target(Struct, frozen=True):
    """The coins that should be out for a payment; `held`: frozen, since somebody disputes it."""

    wallet_coins: int
    held: bool


class Out(Struct, frozen=True):
    """What is out for a payment: `coins` in all, of which `held` lie frozen. `moves` counts the transfers so far,
    so that each has a key of its own; `credited`: whether the first credit has been made."""

    coins: int = 0
    held: int = 0
    disputed: bool = False
    moves: int = 0
    credited: bool = False


class Purse(Struct, frozen=True):
    """The player's accounts of the ledger as they are, locked."""

    wallet: int = 0
    hold: int = 0
    debt: int = 0


class Case(Struct, frozen=True):
    """Whose payment it is: the provider's id of it, the donation, the login."""

    payment_id: int
    donation_id: str
    login: str


class Plan(Struct, frozen=True):
    transfers: tuple[Transfer, ...]
    after: Out


def target(snapshot: Snapshot, coins: int) -> Target:
    """`coins`: what the whole amount buys."""
    match snapshot.status:
        case "approved":
            return Target(_unrefunded(snapshot, coins), held=False)
        case "in_mediation" if snapshot.approved_at is not None:
            return Target(_unrefunded(snapshot, coins), held=True)
        case "charged_back" if snapshot.detail == "reimbursed":
            return Target(_unrefunded(snapshot, coins), held=False)
        case _:
            return Target(0, held=False)


def _unrefunded(snapshot: Snapshot, coins: int) -> int:
    """The part of the coins that the part of the money that we keep buys, rounded down."""
    kept = max(0, snapshot.amount - snapshot.refunded)
    return coins * kept // snapshot.amount if snapshot.amount > 0 else 0


def outcome(snapshot: Snapshot, wanted: Target) -> Outcome:
    """What a payment means for its donation."""
    if wanted.wallet_coins > 0:
        return "completed"
    match snapshot.status:
        case "approved" | "refunded" | "charged_back":
            return "refunded"
        case "in_mediation" if snapshot.approved_at is not None:
            return "refunded"
        case "rejected" | "cancelled":
            return "failed"
        case _:
            return "pending"


def donation_status(current: Outcome, outcomes: Sequence[Outcome]) -> Outcome:
    """The status of a donation with these payments. What was paid once is never pending or failed again, and what
    failed waits no more: only a payment that succeeds changes that."""
    present: list[Outcome] = [each for each in _PRECEDENCE if each in outcomes]
    found = present[0] if present else current
    if current in {"completed", "refunded"} and found in {"pending", "failed"}:
        return "refunded"
    return "failed" if (current, found) == ("failed", "pending") else found


def repayment(login: str, incoming: int, purse: Purse, key: str, reference: str) -> Transfer | None:
    """What comes in pays first what is owed; None where nothing is, or nothing is left. `purse`: as it is once the
    coins have come in, locked."""
    paid = min(incoming, purse.debt, purse.wallet)
    if paid <= 0:
        return None
    amounts = {wallet(login): -paid, DONATIONS: paid, debt(login): -paid, DEBTS: paid}
    return Transfer(key, "repay", reference, tuple(Entry(account, amount) for account, amount in amounts.items()))


def plan(case: Case, wanted: Target, out: Out, purse: Purse) -> Plan:
    """The transfers that bring what is out to what should be, in their order; none where nothing differs."""
    steps = _Steps(case, out, purse)
    difference = wanted.wallet_coins - out.coins
    if difference < 0:
        steps.claw_back(-difference)
    if not wanted.held:
        steps.release()
    if difference > 0:
        steps.credit(difference)
    if wanted.held:
        # A dispute freezes what is left of its coins when it begins, and afterwards what is added to them.
        steps.freeze(max(0, difference) if out.disputed else wanted.wallet_coins)
    return steps.done(disputed=wanted.held)


class _Steps:
    """Follows the balances while it writes the transfers down."""

    def __init__(self, case: Case, out: Out, purse: Purse) -> None:
        self._case, self._out, self._purse = case, out, purse
        self._wallet, self._debt = purse.wallet, purse.debt
        self._coins, self._held, self._credited = out.coins, out.held, out.credited
        self._transfers: list[Transfer] = []

    def credit(self, coins: int) -> None:
        """The first has a key that stands for the payment itself: whatever is lost or repeated, it is made once."""
        login = self._case.login
        kind = "restore" if self._credited else "credit"
        key = "" if self._credited else f"mp:{self._case.payment_id}:credit"
        self._post(kind, {wallet(login): coins, DONATIONS: -coins}, key)
        self._coins, self._credited = self._coins + coins, True
        self._wallet += coins
        self._repay(coins)

    def claw_back(self, owed: int) -> None:
        """From what is frozen, then from the wallet; what the player has spent already he owes."""
        login = self._case.login
        frozen = min(self._held, owed)
        spendable = min(self._wallet, owed - frozen)
        short = owed - frozen - spendable
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
        self._coins, self._held = self._coins - owed, self._held - frozen
        self._wallet, self._debt = self._wallet - spendable, self._debt + short

    def freeze(self, coins: int) -> None:
        """What of these coins has not been spent."""
        frozen, login = min(self._wallet, coins), self._case.login
        self._post("hold", {wallet(login): -frozen, hold(login): frozen})
        self._wallet, self._held = self._wallet - frozen, self._held + frozen

    def release(self) -> None:
        """What this payment has frozen goes back, and pays debts as anything that comes in."""
        released, login = self._held, self._case.login
        self._post("release", {hold(login): -released, wallet(login): released})
        self._wallet, self._held = self._wallet + released, 0
        self._repay(released)

    def _repay(self, incoming: int) -> None:
        purse = Purse(self._wallet, self._held, self._debt)
        made = repayment(self._case.login, incoming, purse, self._key("repay"), self._case.donation_id)
        if made is None:
            return
        self._transfers.append(made)
        paid = next(entry.amount for entry in made.entries if entry.account == DONATIONS)
        self._wallet, self._debt = self._wallet - paid, self._debt - paid

    def _post(self, kind: str, amounts: dict[str, int], key: str = "") -> None:
        entries = tuple(Entry(account, amount) for account, amount in amounts.items() if amount)
        if entries:
            self._transfers.append(Transfer(key or self._key(kind), kind, self._case.donation_id, entries))

    def _key(self, kind: str) -> str:
        """What may happen to a payment more than once is told apart by its number."""
        return f"mp:{self._case.payment_id}:{self._out.moves + len(self._transfers) + 1}:{kind}"

    def done(self, *, disputed: bool) -> Plan:
        moves = self._out.moves + len(self._transfers)
        return Plan(tuple(self._transfers), Out(self._coins, self._held, disputed, moves, self._credited))
