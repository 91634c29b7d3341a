"""A notice is the provider's or it is not; nothing that anybody sends makes the judge fall over."""

import hashlib
import hmac
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.features.payments.signature import STALE_SECONDS, judge

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
def test_the_vectors_hold_in_both_units_of_time(data_id: str, request_id: str, ts: int, expected: str) -> None:
    now = ts / 1000 if ts > 10**11 else ts
    text = f"ts={ts},v1={expected}"
    assert judge(text, data_id, request_id, [SECRET], now + 5) == "valid"
    assert judge(text, data_id, request_id, [SECRET], now + STALE_SECONDS) == "valid"
    assert judge(text, data_id, request_id, [SECRET], now + STALE_SECONDS + 1) == "stale"
    assert judge(text, data_id + "7", request_id, [SECRET], now) == "forged"
    assert judge(text, data_id, request_id + "0", [SECRET], now) == "forged"
    assert judge(text, data_id, request_id, ["another"], now) == "forged"


def test_an_id_is_signed_as_it_stands_or_in_lower_case() -> None:
    assert judge(header("ABC1", 1704908010), "ABC1", REQUEST, [SECRET], 1704908010) == "valid"
    assert judge(header("abc1", 1704908010), "ABC1", REQUEST, [SECRET], 1704908010) == "valid"
    assert judge(header("ABC1", 1704908010), "abc1", REQUEST, [SECRET], 1704908010) == "forged"


def test_the_previous_and_the_test_secret_hold_and_an_empty_one_never() -> None:
    secrets = ["current", "previous", "test"]
    for secret in secrets:
        assert judge(header("7", 1704908010, secret), "7", REQUEST, secrets, 1704908010) == "valid"
    assert judge(header("7", 1704908010, ""), "7", REQUEST, ["current", "", ""], 1704908010) == "forged"
    assert judge(header("7", 1704908010), "7", REQUEST, [], 1704908010) == "forged"


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
def test_a_header_that_is_none_is_forged(text: str) -> None:
    assert judge(text, "7", REQUEST, [SECRET], 1704908010) == "forged"


def test_the_good_header_of_these_is_good() -> None:
    assert judge(f" ts=1704908010 , v1={GOOD.upper()}", "7", REQUEST, [SECRET], 1704908010) == "valid"


@given(st.text(), st.text(), st.text(), st.lists(st.text()), st.floats(allow_nan=False, allow_infinity=False))
def test_nothing_makes_it_raise(text: str, data_id: str, request_id: str, secrets: list[str], now: float) -> None:
    assert judge(text, data_id, request_id, secrets, now) == "forged"


@given(st.characters(categories=["Cs"]))
def test_half_a_character_makes_it_raise_no_more(half: Any) -> None:
    assert judge(f"ts=1704908010,v1={GOOD}", half, half, [SECRET, half], 1704908010) == "forged"
