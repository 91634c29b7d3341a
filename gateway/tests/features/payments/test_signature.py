"""A notice is the provider's or it is not; nothing that anybody sends makes the judge fall over."""

import hashlib
import hmac
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.features.payments.signature import STALE_SECONDS, verify

SECRET = "test-secret"
REQUEST = "bb56a2f1-6aae-46ac-982e-9dcd3581d08e"
# Worked out by hand from the provider's own description: (id, request id, ts, code).
VECTORS = [
    ("123456", REQUEST, 1742505638683, "9183876b0461ce2d229394a1feef35d6e4c76e09358e7d4583705b7d14183a6a"),
    ("123456", "", 1704908010, "9290c47ea2bfd8bc1fba20309a0cedb9b13a0dc63479fd6a1686f0d0e8602d95"),
]


def code(manifest: str, secret: str = SECRET) -> str:
    return hmac.new(secret.encode(), manifest.encode(), hashlib.sha256).hexdigest()


def header(data_id: str, ts: int, secret: str = SECRET) -> str:
    return f"ts={ts},v1={code(f'id:{data_id};request-id:{REQUEST};ts:{ts};', secret)}"


@pytest.mark.parametrize(("data_id", "request_id", "ts", "expected"), VECTORS)
def test_verify_accepts_both_units_of_time(data_id: str, request_id: str, ts: int, expected: str) -> None:
    now = ts / 1000 if ts > 10**11 else ts
    text = f"ts={ts},v1={expected}"
    assert verify(text, data_id, request_id, [SECRET], now + 5) == "valid"
    assert verify(text, data_id, request_id, [SECRET], now + STALE_SECONDS) == "valid"
    assert verify(text, data_id, request_id, [SECRET], now + STALE_SECONDS + 1) == "stale"
    assert verify(text, data_id + "7", request_id, [SECRET], now) == "forged"
    assert verify(text, data_id, request_id + "0", [SECRET], now) == "forged"
    assert verify(text, data_id, request_id, ["another"], now) == "forged"


def test_verify_accepts_the_id_as_sent_or_in_lower_case() -> None:
    assert verify(header("ABC1", 1704908010), "ABC1", REQUEST, [SECRET], 1704908010) == "valid"
    assert verify(header("abc1", 1704908010), "ABC1", REQUEST, [SECRET], 1704908010) == "valid"
    assert verify(header("ABC1", 1704908010), "abc1", REQUEST, [SECRET], 1704908010) == "forged"


def test_verify_accepts_every_secret_but_an_empty_one() -> None:
    secrets = ["current", "previous", "test"]
    for secret in secrets:
        assert verify(header("7", 1704908010, secret), "7", REQUEST, secrets, 1704908010) == "valid"
    assert verify(header("7", 1704908010, ""), "7", REQUEST, ["current", "", ""], 1704908010) == "forged"
    assert verify(header("7", 1704908010), "7", REQUEST, [], 1704908010) == "forged"


GOOD = code(f"id:7;request-id:{REQUEST};ts:1704908010;")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "v1=" + GOOD,
        "ts=1704908010",
        f"ts=1704908010,v1={GOOD[:-1]}",
        f"ts=1704908010,v1={GOOD}0",
        f"ts=1704908010;v1={GOOD}",
        f"ts=1704908010,ts=1704908010,v1={GOOD}",
        f"ts=1704908010,v1={GOOD},v1={GOOD}",
        f"ts=-1704908010,v1={GOOD}",
        f"ts=1704908010.0,v1={GOOD}",
        f"ts=١٧٠٤٩٠٨٠١٠,v1={GOOD}",
        f"ts=1704908010,v1={GOOD},{'x=' * 200}",
        f"ts=1704908010,v1={'g' * 64}",
        "ts=,v1=",
        ",,,",
    ],
)
def test_verify_of_a_malformed_header_is_forged(text: str) -> None:
    assert verify(text, "7", REQUEST, [SECRET], 1704908010) == "forged"


def test_verify_ignores_spaces_and_case_of_the_code() -> None:
    assert verify(f" ts=1704908010 , v1={GOOD.upper()}", "7", REQUEST, [SECRET], 1704908010) == "valid"


@given(st.text(), st.text(), st.text(), st.lists(st.text()), st.floats(allow_nan=False, allow_infinity=False))
def test_verify_never_raises(text: str, data_id: str, request_id: str, secrets: list[str], now: float) -> None:
    assert verify(text, data_id, request_id, secrets, now) == "forged"


@given(st.characters(categories=["Cs"]))
def test_verify_of_a_lone_surrogate_does_not_raise(half: Any) -> None:
    assert verify(f"ts=1704908010,v1={GOOD}", half, half, [SECRET, half], 1704908010) == "forged"
