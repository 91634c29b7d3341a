"""One-time passwords: the vectors of RFC 6238, the allowed clock difference, and no second use."""

import base64
from urllib.parse import parse_qs, urlsplit

import pytest

from gateway.features.accounts import totp

SECRET = base64.b32encode(b"12345678901234567890").decode()
NOW = 1_111_111_111
STEP = NOW // 30


@pytest.mark.parametrize(
    ("now", "code"),
    [
        (59, "287082"),
        (1_111_111_109, "081804"),
        (1_111_111_111, "050471"),
        (1_234_567_890, "005924"),
        (2_000_000_000, "279037"),
        (20_000_000_000, "353130"),
    ],
)
def test_code_of_gives_the_vectors_of_the_rfc(now: int, code: str) -> None:
    assert totp.code_of(SECRET, now // 30) == code
    assert totp.matching_step(SECRET, code, now, 0) == now // 30


@pytest.mark.parametrize(("step_offset", "is_accepted"), [(-2, False), (-1, True), (0, True), (1, True), (2, False)])
def test_matching_step_allows_one_step_of_clock_difference(step_offset: int, is_accepted: bool) -> None:
    step = STEP + step_offset
    assert totp.matching_step(SECRET, totp.code_of(SECRET, step), NOW, 0) == (step if is_accepted else None)


def test_matching_step_refuses_a_used_code_and_earlier_ones() -> None:
    used_code, earlier_code, later_code = (totp.code_of(SECRET, STEP + offset) for offset in (0, -1, 1))
    assert totp.matching_step(SECRET, used_code, NOW, STEP) is None
    assert totp.matching_step(SECRET, earlier_code, NOW, STEP) is None
    assert totp.matching_step(SECRET, later_code, NOW, STEP) == STEP + 1


@pytest.mark.parametrize("code", ["", "05047", "0504711", "abcdef", "٠٥٠٤٧١", "\ud800"])
def test_matching_step_refuses_other_texts(code: str) -> None:
    assert totp.matching_step(SECRET, code, NOW, 0) is None


def test_provisioning_uri_has_the_parameters_of_apps() -> None:
    secret = totp.new_secret()
    uri = urlsplit(totp.provisioning_uri(secret, "demo", "Fishi & friends"))
    assert (uri.scheme, uri.netloc, uri.path) == ("otpauth", "totp", "/Fishi%20%26%20friends%3Ademo")
    assert parse_qs(uri.query) == {
        "secret": [secret],
        "issuer": ["Fishi & friends"],
        "digits": ["6"],
        "period": ["30"],
    }
    assert len(base64.b32decode(secret)) == 20
