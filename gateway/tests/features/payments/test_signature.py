"""Webhook signatures: accepted forms, and forged, stale or malformed ones."""

import hashlib
import hmac

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.features.payments.signature import STALE_SECONDS, verify

SECRET = "test-secret"
REQUEST = "bb56a2f1-6aae-46ac-982e-9dcd3581d08e"
TS = 1704908010
# Computed by hand from the provider's own description: (id, request id, ts, code).
VECTORS = [
    ("123456", REQUEST, 1742505638683, "9183876b0461ce2d229394a1feef35d6e4c76e09358e7d4583705b7d14183a6a"),
    ("123456", "", TS, "9290c47ea2bfd8bc1fba20309a0cedb9b13a0dc63479fd6a1686f0d0e8602d95"),
]


def header(data_id: str, secret: str = SECRET) -> str:
    manifest = f"id:{data_id};request-id:{REQUEST};ts:{TS};"
    return f"ts={TS},v1={hmac.new(secret.encode(), manifest.encode(), hashlib.sha256).hexdigest()}"


@pytest.mark.parametrize(("data_id", "request_id", "ts", "code"), VECTORS)
def test_verify_accepts_both_units_of_time(data_id: str, request_id: str, ts: int, code: str) -> None:
    now = ts / 1000 if ts > 10**11 else ts
    text = f"ts={ts},v1={code}"
    assert verify(text, data_id, request_id, [SECRET], now + 5) == "valid"
    assert verify(text, data_id, request_id, [SECRET], now + STALE_SECONDS) == "valid"
    assert verify(text, data_id, request_id, [SECRET], now + STALE_SECONDS + 1) == "stale"
    assert verify(text, data_id + "7", request_id, [SECRET], now) == "forged"
    assert verify(text, data_id, request_id + "0", [SECRET], now) == "forged"
    assert verify(text, data_id, request_id, ["another"], now) == "forged"


@pytest.mark.parametrize(
    ("signed_id", "data_id", "verdict"),
    [("ABC1", "ABC1", "valid"), ("abc1", "ABC1", "valid"), ("ABC1", "abc1", "forged")],
)
def test_verify_accepts_the_id_as_sent_or_in_lower_case(signed_id: str, data_id: str, verdict: str) -> None:
    assert verify(header(signed_id), data_id, REQUEST, [SECRET], TS) == verdict


@pytest.mark.parametrize("secret", ["current", "previous", "test", ""])
def test_verify_accepts_every_secret_but_an_empty_one(secret: str) -> None:
    secrets = ["current", "previous", "test", ""]
    assert verify(header("7", secret), "7", REQUEST, secrets, TS) == ("valid" if secret else "forged")
    assert verify(header("7", secret), "7", REQUEST, [], TS) == "forged"


@pytest.mark.parametrize(("seconds", "verdict"), [(3600, "valid"), (3601, "stale"), (10 * 365 * 86400, "stale")])
def test_verify_of_a_time_in_the_future_is_stale(seconds: int, verdict: str) -> None:
    assert verify(header("7"), "7", REQUEST, [SECRET], TS - seconds) == verdict


CODE = header("7").partition("v1=")[2]


@pytest.mark.parametrize(
    "text",
    [
        "",
        f"ts={TS}",
        f"ts={TS},v1={CODE[:-1]}",
        f"ts={TS},v1={CODE}0",
        f"ts={TS};v1={CODE}",
        f"ts={TS},ts={TS},v1={CODE}",
        f"ts=-{TS},v1={CODE}",
        f"ts=١٧٠٤٩٠٨٠١٠,v1={CODE}",
        f"ts={TS},v1={CODE},{'x=' * 200}",
        f"ts={TS},v1={'g' * 64}",
    ],
)
def test_verify_of_a_malformed_header_is_forged(text: str) -> None:
    assert verify(text, "7", REQUEST, [SECRET], TS) == "forged"


def test_verify_ignores_spaces_and_case_of_the_code() -> None:
    assert verify(f" ts={TS} , v1={CODE.upper()}", "7", REQUEST, [SECRET], TS) == "valid"


@given(st.text(), st.text(), st.text(), st.lists(st.text()), st.floats(allow_nan=False, allow_infinity=False))
def test_verify_never_raises(text: str, data_id: str, request_id: str, secrets: list[str], now: float) -> None:
    assert verify(text, data_id, request_id, secrets, now) == "forged"
