"""Answers the four questions of players from the facts of an account. Pure: the facts are read elsewhere."""

from collections.abc import Sequence
from itertools import chain
from typing import Final, Literal, get_args

from msgspec import Struct

from gateway.administration.players.payments import DonationFacts, PlayerPayment
from gateway.administration.players.spins import PlayerSpin
from gateway.features.deliveries.command import ListedDelivery

Question = Literal["paid", "sign_in", "item", "spin"]
PaidVerdict = Literal[
    "never_asked",
    "never_paid",
    "cancelled",
    "pending",
    "notice_missing",
    "parked",
    "credited_not_sent",
    "sent_waiting",
    "given",
    "unconfirmed",
    "stuck",
    "returned",
    "delivered",
    "other_character",
    "refunded",
    "disputed",
    "other_account",
]
SignInVerdict = Literal[
    "game_unreadable",
    "no_account",
    "banned",
    "blocked",
    "frozen",
    "too_many_attempts",
    "wrong_password",
    "never_signed_in",
    "can_sign_in",
]
ItemVerdict = Literal["game_unreadable", "no_character", "items_listed", "item_found", "item_not_found"]
SpinVerdict = Literal["no_spins", "spin_differs", "spins_sealed", "spins_match"]
Verdict = Literal[PaidVerdict, SignInVerdict, ItemVerdict, SpinVerdict]

StationName = Literal["asked", "paid", "told", "credited", "sent", "handed"]
STATIONS: Final[tuple[StationName, ...]] = get_args(StationName)
ActionKind = Literal["release", "confirm", "refund", "unblock", "adopt", "reset_factors"]

_WITHOUT_MONEY: Final = frozenset({"failed", "reversed"})
_NEEDS_OPERATOR: Final = frozenset({"parked", "notice_missing", "stuck", "unconfirmed"})


class Station(Struct, frozen=True):
    """A step of a donation. `stop`: it went no further. `at`: epoch seconds."""

    name: StationName
    state: Literal["done", "stop", "open"]
    at: int | None = None


class AnswerAction(Struct, frozen=True):
    """`subject`: number of the delivery or payment; empty: the account."""

    kind: ActionKind
    subject: str = ""


class PaidFacts(Struct, frozen=True):
    """`deliveries`: those of the donation's coins, newest first.

    `other_account`: the same buyer has lately paid for it.
    """

    donation: DonationFacts | None
    payments: Sequence[PlayerPayment] = ()
    deliveries: Sequence[ListedDelivery] = ()
    other_account: str = ""


class SignInFacts(Struct, frozen=True, kw_only=True):
    """`failures`: refused sign-ins since the last one that succeeded, of 24 hours. `limit`: how many are allowed."""

    game: str
    is_banned: bool = False
    is_blocked: bool = False
    is_frozen: bool = False
    failures: int = 0
    limit: int = 10
    last_success_at: int | None = None
    factors: int = 0


class ItemFacts(Struct, frozen=True):
    """`characters`: their number, None if the game cannot be read. `matches`: None without a name to look for."""

    characters: int | None
    matches: int | None = None


def choose(donations: Sequence[PaidFacts]) -> PaidFacts | None:
    """Returns the newest donation that needs an operator; without one the newest with a payment, then the newest."""
    urgent_donations = (facts for facts in donations if paid_verdict(facts) in _NEEDS_OPERATOR)
    donations_with_payment = (facts for facts in donations if facts.payments)
    return next(chain(urgent_donations, donations_with_payment, donations), None)


def deliveries_of(
    donations: Sequence[DonationFacts], deliveries: Sequence[ListedDelivery]
) -> dict[str, list[ListedDelivery]]:
    """Returns the deliveries that took coins of each donation, newest first, by the donation's id.

    A wallet does not mark its coins: they leave it in the order of the donations. A returned delivery took none. One
    that needs an operator, and is of other coins alone, stands with the newest donation before it.
    """
    credited_donations = [row for row in donations if row.credited_at is not None]
    left_coins = {row.id: row.total_coins for row in sorted(credited_donations, key=lambda row: row.credited_at or 0)}
    credited_at = {row.id: row.credited_at or 0 for row in credited_donations}
    rows: dict[str, list[ListedDelivery]] = {row.id: [] for row in donations}
    for delivery in sorted(deliveries, key=lambda row: (row.created_at, row.id)):
        needed_coins = delivery.amount
        earlier_donations = [id for id in left_coins if credited_at[id] <= delivery.created_at]
        for donation in earlier_donations:
            taken_coins = min(left_coins[donation], needed_coins)
            if taken_coins > 0:
                rows[donation].insert(0, delivery)
                needed_coins -= taken_coins
                left_coins[donation] -= 0 if delivery.status == "cancelled" else taken_coins
        if needed_coins == delivery.amount and delivery.status in _NEEDS_OPERATOR and earlier_donations:
            rows[earlier_donations[-1]].insert(0, delivery)
    return rows


def paid_verdict(facts: PaidFacts) -> PaidVerdict:
    donation = facts.donation
    if facts.other_account and (donation is None or donation.status in {"pending", "failed"}):
        return "other_account"
    if donation is None:
        return "never_asked"
    if any(payment.mismatch and payment.state not in _WITHOUT_MONEY for payment in facts.payments):
        return "parked"
    if donation.disputed:
        return "disputed"
    if donation.status == "refunded":
        return "refunded"
    if donation.status == "completed":
        return _delivery_verdict(donation, delivery_of(facts))
    if any(payment.state == "paid" or payment.waiting for payment in facts.payments):
        return "notice_missing"
    if any(payment.state == "pending" for payment in facts.payments):
        return "pending"
    return "cancelled" if donation.status == "failed" and donation.cancelled else "never_paid"


def delivery_of(facts: PaidFacts) -> ListedDelivery | None:
    """Returns the delivery that the question is about: one that needs an operator, else the newest after the credit."""
    credited_at = facts.donation.credited_at if facts.donation else None
    if credited_at is None:
        return None
    rows = [delivery for delivery in facts.deliveries if delivery.created_at >= credited_at]
    return next((delivery for delivery in rows if delivery.status in _NEEDS_OPERATOR), rows[0] if rows else None)


def _delivery_verdict(donation: DonationFacts, delivery: ListedDelivery | None) -> PaidVerdict:
    if delivery is None:
        return "credited_not_sent"
    match delivery.status:
        case "stuck" | "unconfirmed" | "given":
            return delivery.status
        case "cancelled":
            return "returned"
        case "delivered" if delivery.character_id != donation.character_id:
            return "other_character"
        case "delivered":
            return "delivered"
        case _:
            return "sent_waiting"


def stations(facts: PaidFacts) -> list[Station]:
    """Returns the six steps; the first that was not reached has the state `stop`."""
    donation, delivery = facts.donation, delivery_of(facts)
    if donation is None:
        return []
    is_credited = donation.credited_at is not None
    told_times = [payment.told_at or payment.first_seen_at for payment in facts.payments]
    times: dict[StationName, int | None] = {
        "asked": donation.created_at,
        "paid": donation.paid_at or next((p.approved_at for p in facts.payments if p.approved_at), None),
        "told": min(told_times, default=None),
        "credited": donation.credited_at,
        "sent": delivery.created_at if delivery and is_credited else None,
        "handed": delivery.claimed_at if delivery and delivery.status == "delivered" else None,
    }
    is_handed = bool(delivery and delivery.status == "delivered" and is_credited)
    reached_names = [name for name in STATIONS if times[name] is not None or (name == "handed" and is_handed)]
    stop = next((name for name in STATIONS if name not in reached_names), None)
    return [
        Station(name, "stop" if name == stop else "done" if name in reached_names else "open", times[name])
        for name in STATIONS
    ]


def paid_actions(facts: PaidFacts, verdict: PaidVerdict) -> list[AnswerAction]:
    delivery = delivery_of(facts)
    if verdict in {"stuck", "unconfirmed"} and delivery:
        return [AnswerAction("release", str(delivery.id)), AnswerAction("confirm", str(delivery.id))]
    if verdict == "parked":
        return [AnswerAction("refund", payment.id) for payment in facts.payments if payment.mismatch]
    return []


def sign_in_verdict(facts: SignInFacts) -> SignInVerdict:
    if facts.game == "unreadable":
        return "game_unreadable"
    if facts.game == "missing":
        return "no_account"
    if facts.is_banned:
        return "banned"
    if facts.is_blocked:
        return "blocked"
    if facts.is_frozen:
        return "frozen"
    if facts.failures >= facts.limit:
        return "too_many_attempts"
    if facts.failures:
        return "wrong_password"
    return "never_signed_in" if facts.last_success_at is None else "can_sign_in"


def sign_in_actions(facts: SignInFacts, verdict: SignInVerdict) -> list[AnswerAction]:
    if verdict == "blocked":
        return [AnswerAction("unblock")]
    if verdict == "frozen":
        return [AnswerAction("adopt")]
    has_doubt = verdict in {"too_many_attempts", "wrong_password", "can_sign_in"}
    return [AnswerAction("reset_factors")] if facts.factors and has_doubt else []


def item_verdict(facts: ItemFacts) -> ItemVerdict:
    if facts.characters is None:
        return "game_unreadable"
    if facts.characters == 0:
        return "no_character"
    if facts.matches is None:
        return "items_listed"
    return "item_found" if facts.matches else "item_not_found"


def spin_verdict(spins: Sequence[PlayerSpin]) -> SpinVerdict:
    if not spins:
        return "no_spins"
    redraws = {spin.redraw for spin in spins}
    return "spin_differs" if "differs" in redraws else "spins_sealed" if "sealed" in redraws else "spins_match"
