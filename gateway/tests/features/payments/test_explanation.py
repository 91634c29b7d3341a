"""Each state of a donation has one explanation, and the command that comes next."""

import pytest
from msgspec.structs import replace

from gateway.features.payments.explanation import ListedDonation, ListedPayment, explain

DONATION = ListedDonation("d1", 1, "ann", "Ann", 500_000, "ARS", 50, 0, "pending", 0, 1, 0, 1)
PAID_DONATION = replace(DONATION, status="completed", coins_credited=50)
PAYMENT = ListedPayment(7, "mercadopago", "7", "d1", "paid", "approved", "accredited", 500_000, "ARS", 50, None)
REJECTED_PAYMENT = replace(PAYMENT, state="failed", status="rejected", detail="cc_rejected", coins=0)
MISMATCHED_PAYMENT = replace(PAYMENT, coins=0, mismatch="amount")
ASK = "gateway reconcile --donation d1"


@pytest.mark.parametrize(
    ("donation", "payments", "text", "command"),
    [
        (DONATION, [], "no payment is known yet", ASK),
        (replace(DONATION, opened=0), [], "nothing was charged", ""),
        (replace(DONATION, status="failed"), [], "ended without a payment", ASK),
        (replace(DONATION, status="failed", cancelled=1), [], "the player cancelled it", ASK),
        (replace(DONATION, status="failed"), [REJECTED_PAYMENT], "payment 7 is rejected (cc_rejected)", ASK),
        (DONATION, [replace(REJECTED_PAYMENT, state="pending", status="in_process")], "payment 7 is in_process", ASK),
        (DONATION, [MISMATCHED_PAYMENT], "does not match: amount; it gave no coins", "gateway refund 7"),
        (DONATION, [REJECTED_PAYMENT, replace(MISMATCHED_PAYMENT, reference="8")], "payment 8", "gateway refund 8"),
        (
            DONATION,
            [replace(MISMATCHED_PAYMENT, mismatch="collector")],
            "correct payments.collector_id",
            "gateway reconcile --payment 7",
        ),
        (DONATION, [replace(MISMATCHED_PAYMENT, state="failed", status="rejected")], "payment 7 is rejected", ASK),
        (PAID_DONATION, [replace(PAYMENT, mismatch="currency")], "50 coins of it stay posted", "gateway refund 7"),
        (PAID_DONATION, [PAYMENT], "paid; 50 coins were credited", ""),
        (PAID_DONATION, [PAYMENT, replace(MISMATCHED_PAYMENT, reference="8")], "payment 8", "gateway refund 8"),
        (replace(PAID_DONATION, coins_credited=20), [PAYMENT], "20 coins are left after a partial refund", ""),
        (replace(PAID_DONATION, disputed=1), [PAYMENT], "disputed", ASK),
        (replace(DONATION, status="refunded"), [PAYMENT], "its coins were taken back", ""),
    ],
)
def test_explanation_of_each_state(
    donation: ListedDonation, payments: list[ListedPayment], text: str, command: str
) -> None:
    explanation = explain(donation, payments)
    assert text in explanation.text
    assert explanation.command == command
