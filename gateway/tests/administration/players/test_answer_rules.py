"""Each verdict on a player's question, from the facts that lead to it."""

from collections.abc import Callable
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from gateway import texts
from gateway.administration.players import answer_rules
from gateway.administration.players.answer_rules import (
    STATIONS,
    AnswerAction,
    ItemFacts,
    PaidFacts,
    SignInFacts,
    Verdict,
    paid_actions,
    stations,
)
from gateway.administration.players.payments import DonationFacts, PlayerPayment
from gateway.administration.players.spins import PlayerSpin
from gateway.features.deliveries.command import ListedDelivery

DONATION = DonationFacts(
    id="d",
    created_at=100,
    character_id=1,
    character_name="Ann",
    amount=500_000,
    currency="ARS",
    total_coins=50,
    coins_credited=50,
    refunded_amount=0,
    status="completed",
    disputed=0,
    opened=1,
    cancelled=0,
    paid_at=160,
    credited_at=165,
    refunded_at=None,
    checked_at=None,
    total=1,
)
OPEN = replace(DONATION, status="pending", coins_credited=0, paid_at=None, credited_at=None)
PAYMENT = PlayerPayment(
    id="7",
    donation_id="d",
    state="paid",
    status="approved",
    detail="accredited",
    mismatch=None,
    amount=500_000,
    currency="ARS",
    refunded=0,
    coins=50,
    held=0,
    fee=None,
    net=None,
    approved_at=160,
    release_at=None,
    method=None,
    first_seen_at=163,
    seen_at=164,
    told_at=162,
    webhooks=1,
    waiting=0,
    settled_in="ARS",
)
REJECTED = replace(PAYMENT, state="failed", status="rejected", approved_at=None)
SPIN = PlayerSpin(id="1-1", at=1, cost=10, prize=0, prize_tier="none", position=0, redraw="matches")


def delivery(status: str, created_at: int = 200, character_id: int = 1, id: int = 3) -> ListedDelivery:
    return ListedDelivery(id, created_at, "demo", character_id, "Ann", 50, status, 205, None, 1)


def facts(*deliveries: ListedDelivery, **changes: Any) -> PaidFacts:
    return replace(PaidFacts(DONATION, [PAYMENT], deliveries), **changes)


PAID_CASES: dict[str, list[PaidFacts]] = {
    "never_asked": [PaidFacts(None)],
    "cancelled": [PaidFacts(replace(OPEN, status="failed", cancelled=1))],
    "never_paid": [PaidFacts(OPEN), PaidFacts(replace(OPEN, status="failed"), [REJECTED])],
    "pending": [PaidFacts(OPEN, [replace(PAYMENT, state="pending")])],
    "notice_missing": [
        PaidFacts(OPEN, [PAYMENT]),
        PaidFacts(OPEN, [replace(REJECTED, state="pending", waiting=1)]),
    ],
    "parked": [
        PaidFacts(OPEN, [replace(PAYMENT, mismatch="amount")]),
        facts(payments=[replace(PAYMENT, mismatch="x")]),
    ],
    "credited_not_sent": [facts(), facts(delivery("stuck", created_at=164))],
    "sent_waiting": [facts(delivery("pending")), facts(delivery("claimed"))],
    "given": [facts(delivery("given"))],
    "unconfirmed": [facts(delivery("unconfirmed")), facts(delivery("delivered", 300), delivery("unconfirmed"))],
    "stuck": [facts(delivery("stuck")), facts(delivery("delivered", 300), delivery("stuck"))],
    "returned": [facts(delivery("cancelled"))],
    "delivered": [facts(delivery("delivered"))],
    "other_character": [facts(delivery("delivered", character_id=2))],
    "refunded": [facts(donation=replace(DONATION, status="refunded"))],
    "disputed": [facts(donation=replace(DONATION, disputed=1))],
    "other_account": [PaidFacts(None, other_account="b"), PaidFacts(OPEN, other_account="b")],
}


def test_coins_leave_the_wallet_in_the_order_of_the_donations() -> None:
    first, second = DONATION, replace(DONATION, id="e", credited_at=300, total_coins=30)
    pending = replace(OPEN, id="f", created_at=400)
    sent_delivery, returned_delivery = delivery("delivered", 310, id=4), delivery("cancelled", 305, id=5)
    whole_wallet = replace(delivery("delivered", 320, id=6), amount=80)
    rows = answer_rules.deliveries_of([pending, second, first], [whole_wallet])
    assert rows == {"d": [whole_wallet], "e": [whole_wallet], "f": []}
    rows = answer_rules.deliveries_of([pending, second, first], [sent_delivery, returned_delivery])
    assert rows == {"d": [sent_delivery, returned_delivery], "e": [], "f": []}
    # Coins of no donation: only a delivery that needs an operator is shown.
    stuck_delivery, given_delivery = delivery("stuck", 500, id=8), delivery("delivered", 490, id=7)
    rows = answer_rules.deliveries_of([first], [stuck_delivery, given_delivery, sent_delivery])
    assert rows == {"d": [stuck_delivery, sent_delivery]}


def test_donation_that_is_pending_has_no_station_of_a_delivery() -> None:
    reached = [station.name for station in stations(PaidFacts(OPEN, [], [delivery("delivered")])) if station.at]
    assert reached == ["asked"]


SIGN_IN_CASES = {
    "game_unreadable": SignInFacts(game="unreadable"),
    "no_account": SignInFacts(game="missing"),
    "banned": SignInFacts(game="known", is_banned=True, is_blocked=True),
    "blocked": SignInFacts(game="known", is_blocked=True, is_frozen=True),
    "frozen": SignInFacts(game="known", is_frozen=True, failures=99),
    "too_many_attempts": SignInFacts(game="known", failures=10),
    "wrong_password": SignInFacts(game="known", failures=1, last_success_at=1),
    "never_signed_in": SignInFacts(game="known"),
    "can_sign_in": SignInFacts(game="known", last_success_at=1),
}
ITEM_CASES = {
    "game_unreadable": ItemFacts(None),
    "no_character": ItemFacts(0),
    "items_listed": ItemFacts(2),
    "item_found": ItemFacts(2, 1),
    "item_not_found": ItemFacts(2, 0),
}
SPIN_CASES = {
    "no_spins": [],
    "spin_differs": [SPIN, replace(SPIN, redraw="sealed"), replace(SPIN, redraw="differs")],
    "spins_sealed": [SPIN, replace(SPIN, redraw="sealed")],
    "spins_match": [SPIN],
}


@pytest.mark.parametrize(
    ("donations", "index"),
    [
        ([PaidFacts(OPEN), facts(), facts(delivery("stuck"))], 2),
        ([PaidFacts(OPEN), facts(delivery("delivered")), facts()], 1),
        ([PaidFacts(OPEN), PaidFacts(replace(OPEN, status="failed"))], 0),
    ],
)
def test_donation_that_needs_an_operator_is_answered_before_newer_ones(donations: list[PaidFacts], index: int) -> None:
    assert answer_rules.choose(donations) is donations[index]
    assert answer_rules.choose([]) is None


def cases_of(rule: Callable[[Any], str], cases: dict[str, Any]) -> list[tuple[Callable[[Any], str], Any, str]]:
    return [(rule, case, verdict) for verdict, case in cases.items()]


@pytest.mark.parametrize(
    ("rule", "case", "verdict"),
    [
        *((answer_rules.paid_verdict, case, verdict) for verdict, cases in PAID_CASES.items() for case in cases),
        *cases_of(answer_rules.sign_in_verdict, SIGN_IN_CASES),
        *cases_of(answer_rules.item_verdict, ITEM_CASES),
        *cases_of(answer_rules.spin_verdict, SPIN_CASES),
    ],
)
def test_facts_lead_to_their_verdict(rule: Callable[[Any], str], case: Any, verdict: str) -> None:
    assert rule(case) == verdict


def all_verdicts(kind: Any) -> set[str]:
    return {name for part in get_args(kind) for name in (all_verdicts(part) if get_args(part) else {part})}


def test_each_verdict_has_a_case_and_a_reply_in_each_language() -> None:
    verdicts = all_verdicts(Verdict)
    assert verdicts == {*PAID_CASES, *SIGN_IN_CASES, *ITEM_CASES, *SPIN_CASES}
    assert {f"answers.{verdict}" for verdict in verdicts} == set(texts.codes("answers."))
    for code in texts.codes("answers."):
        replies = [
            texts.read(language, code, amount="$ 1", coins=5, character="Ann", where="bag")
            for language in texts.languages()
        ]
        assert len(set(replies)) == len(replies), code


@pytest.mark.parametrize(
    ("case", "states"),
    [
        (facts(delivery("stuck")), "done done done done done stop"),
        (facts(delivery("delivered")), "done done done done done done"),
        (facts(), "done done done done stop open"),
        (PaidFacts(OPEN, [PAYMENT]), "done done done stop open open"),
        (PaidFacts(OPEN), "done stop open open open open"),
        (PaidFacts(None), ""),
    ],
)
def test_stations_stop_at_the_first_step_that_was_not_reached(case: PaidFacts, states: str) -> None:
    rows = stations(case)
    assert " ".join(row.state for row in rows) == states
    assert [row.name for row in rows] == (list(STATIONS) if states else [])


def test_actions_name_the_payment_or_delivery_that_they_settle() -> None:
    assert paid_actions(facts(delivery("stuck", id=8841)), "stuck") == [
        AnswerAction("release", "8841"),
        AnswerAction("confirm", "8841"),
    ]
    assert paid_actions(facts(delivery("unconfirmed", id=8842)), "unconfirmed") == [
        AnswerAction("release", "8842"),
        AnswerAction("confirm", "8842"),
    ]
    assert paid_actions(facts(delivery("given", id=8843)), "given") == []
    parked_payment = PaidFacts(OPEN, [replace(PAYMENT, mismatch="amount")])
    assert paid_actions(parked_payment, "parked") == [AnswerAction("refund", "7")]
    sign_in_facts = SignInFacts(game="known", failures=1, factors=1)
    assert answer_rules.sign_in_actions(sign_in_facts, "wrong_password") == [AnswerAction("reset_factors")]
    assert answer_rules.sign_in_actions(replace(sign_in_facts, factors=0), "wrong_password") == []
