"""Parsing of the provider's payments: amounts are exact, and an error names the field."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from gateway.config.currencies import minor_digits
from gateway.features.payments.mercadopago_payment import parse_payment
from gateway.features.payments.provider_http import decode_object
from gateway.features.payments.provider_payment import (
    MAX_NUMBER,
    PaymentRef,
    ProviderPayment,
    Settlement,
    UnreadableResponse,
)
from gateway.tests.support.payment_app import PAYMENT_FIELDS


def parse(**change: Any) -> ProviderPayment:
    return parse_payment(decode_object(json.dumps(PAYMENT_FIELDS | change).encode()))


def test_parse_payment_reads_all_fields() -> None:
    assert parse() == ProviderPayment(
        ref=PaymentRef("mercadopago", "1300000001"),
        state="paid",
        status="approved",
        detail="accredited",
        amount=500010,
        refunded_amount=0,
        currency="ARS",
        donation_id="5f3c9c1e-0000-4000-8000-000000000001",
        collector_id=100200300,
        live_mode=True,
        method="visa",
        approved_at=1795186801,
        updated_ms=1795186802007,
        settlement=Settlement(fee=31451, net=468559, release_at=1796050801, payer=501020304),
    )


@pytest.mark.parametrize(
    ("change", "settlement"),
    [
        ({"fee_details": []}, {"fee": 0}),
        ({"fee_details": [{"fee_payer": "collector", "amount": -1}]}, {"fee": None}),
        ({"fee_details": None}, {"fee": None}),
        ({"transaction_details": {"net_received_amount": "4685.59"}}, {"net": None}),
        ({"transaction_details": None}, {"net": None}),
        ({"money_release_date": None}, {"release_at": None}),
        ({"money_release_date": "soon"}, {"release_at": None}),
        ({"payer": {"id": "buyer@example.org"}}, {"payer": None}),
        ({"payer": ["501020304"]}, {"payer": None}),
    ],
)
def test_parse_payment_with_unreadable_settlement_leaves_it_open(
    change: dict[str, Any], settlement: dict[str, Any]
) -> None:
    assert parse(**change) == replace(parse(), settlement=replace(parse().settlement, **settlement))


@pytest.mark.parametrize(
    ("text", "centavos"),
    [("5000", 500000), ("0.1", 10), ("0.29", 29), ("4999.99", 499999), ("1e4", 1000000), ("5000.000", 500000)],
)
def test_parse_payment_amounts_are_exact(text: str, centavos: int) -> None:
    raw = json.dumps(PAYMENT_FIELDS).replace("5000.1", text).encode()
    assert parse_payment(decode_object(raw)).amount == centavos


def test_parse_payment_accepts_missing_and_alternative_fields() -> None:
    assert parse(status="canceled").status == "cancelled"
    assert parse(id="1300000001", collector_id="100200300") == parse()
    assert parse(transaction_amount_refunded=None).refunded_amount == 0
    payment = parse(date_approved=None, payment_method_id=None, status_detail=None, external_reference=None)
    assert (payment.approved_at, payment.method, payment.detail, payment.donation_id) == (None, None, "", "")


@pytest.mark.parametrize("value", [1, "true", None, "yes", {}])
def test_parse_payment_live_mode_is_only_true(value: object) -> None:
    assert parse(live_mode=value).live_mode is False


UNREADABLE: dict[str, list[Any]] = {
    "status": [None, "", "paid", "APPROVED", 1, [], "approved "],
    "id": [None, 0, -1, 1.5, True, "abc", "1e3", "", MAX_NUMBER + 1, "9" * 40, "١٢", [1]],
    "collector_id": [None, "x", 2.0, False],
    "transaction_amount": [None, "5000", -1, 0.001, 10**14, True, [], {}, 1e300],
    "transaction_amount_refunded": ["0", -0.01, 1e300, True],
    "date_last_updated": [None, "", "yesterday", 1763650800, "2026-11-20T12:00:00", "1969-01-01T00:00:00Z"],
    "date_approved": ["", "never", 5, "2026-11-20"],
}


@pytest.mark.parametrize("field", UNREADABLE)
def test_parse_payment_of_an_invalid_field_names_it(field: str) -> None:
    for value in UNREADABLE[field]:
        with pytest.raises(UnreadableResponse, match=field) as error:
            parse(**{field: value})
        assert not value or str(value) not in str(error.value)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from(sorted(PAYMENT_FIELDS)), json_values))
def test_parse_payment_raises_only_unreadable_response(change: dict[str, Any]) -> None:
    try:
        payment = parse_payment(PAYMENT_FIELDS | change)
    except UnreadableResponse:
        return
    assert payment.amount >= 0
    assert 0 < payment.ref.id <= MAX_NUMBER


@pytest.mark.parametrize(
    "text",
    ["0", "", "-1", "1.0", "a", "²", "9" * 19, " 1", "01", "stripe:", ":1", "a:b:c", "mercadopago:1", "s:é", "abc:1"],
)
def test_payment_ref_of_other_text_is_none(text: str) -> None:
    assert PaymentRef.parse(text) is None


@pytest.mark.parametrize(
    ("text", "ledger_key"), [("1300000001", "mp:1300000001"), ("1", "mp:1"), ("stripe:pi_3Nab", "st:pi_3Nab")]
)
def test_payment_ref_is_an_argument_of_commands(text: str, ledger_key: str) -> None:
    ref = PaymentRef.parse(text)
    assert ref is not None
    assert (str(ref), ref.ledger_key) == (text, ledger_key)


@given(st.text("abcXYZ019_", min_size=1, max_size=64), st.integers(1, MAX_NUMBER))
def test_payment_id_is_a_bigint_apart_from_mercadopago_numbers(reference: str, number: int) -> None:
    assert PaymentRef("mercadopago", str(number)).id == number <= MAX_NUMBER
    ref = PaymentRef("stripe", reference)
    assert MAX_NUMBER < ref.id < 2**63
    assert ref.id == PaymentRef("stripe", reference).id != PaymentRef("paypal", reference).id


@pytest.mark.parametrize(
    ("currency", "digits"), [("ARS", 2), ("HUF", 2), ("JPY", 0), ("CLP", 0), ("KWD", 3), ("", 2), (None, 2)]
)
def test_minor_digits_follow_iso_4217(currency: str | None, digits: int) -> None:
    assert minor_digits(currency) == digits
