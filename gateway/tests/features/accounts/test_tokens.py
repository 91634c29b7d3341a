"""Tests of session tokens: integrity, expiry, signature, and the binding to the password."""

import base64
import json
from typing import Any

import jwt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fixtures.world.people import BCRYPT, SHA1
from gateway.concurrency.durations import DAY
from gateway.features.accounts.tokens import Tokens

SECRET, PREVIOUS, FOREIGN = "s" * 64, "p" * 32, "f" * 32
STORED_HASH, OTHER_HASH = BCRYPT.decode(), SHA1.decode()
NOW = 1_763_650_800.5

tokens = Tokens([SECRET], 7)
SESSION = "s" * 22
TOKEN = tokens.issue("demo", SESSION, 0, STORED_HASH, NOW)


def signed(claims: Any, secret: str = SECRET, algorithm: str = "HS256", **header: Any) -> str:
    """Returns a signed token with the given claims and the header of an issued token, except for `header`."""
    headers = {**jwt.get_unverified_header(TOKEN), "alg": algorithm, **header}
    payload = json.dumps(claims).encode()
    return jwt.PyJWS().encode(payload, secret, algorithm=algorithm, headers=headers)


def claims_of(token: str) -> dict[str, Any]:
    return jwt.decode(token, options={"verify_signature": False})


CLAIMS = claims_of(TOKEN)


def test_read_issued_token_returns_claims() -> None:
    claims = tokens.read(TOKEN, NOW + 1)
    assert claims
    assert (claims.login, claims.key_index) == ("demo", 0)
    assert tokens.matches(claims, 0, STORED_HASH)
    assert not tokens.matches(claims, 0, OTHER_HASH)
    assert not tokens.matches(claims, 0, "")
    assert tokens.read(signed(CLAIMS), NOW) == claims, "signed() reproduces an issued token"


def test_issue_token_reveals_no_stored_hash() -> None:
    assert set(CLAIMS) == {"sub", "sid", "iat", "exp", "fp"}
    assert len(CLAIMS["fp"]) == 32
    assert len(TOKEN) < 300


def test_read_token_expires_to_the_second() -> None:
    end = int(NOW) + 7 * DAY
    assert tokens.read(TOKEN, end - 1)
    assert tokens.read(TOKEN, end) is None
    assert tokens.read(TOKEN, end + DAY) is None


def test_read_previous_secret_is_accepted_but_never_signs() -> None:
    new_tokens = Tokens([FOREIGN, SECRET], 7)
    old_claims = new_tokens.read(TOKEN, NOW)
    assert old_claims
    assert old_claims.key_index == 1
    assert new_tokens.matches(old_claims, 0, STORED_HASH), "the fingerprint is keyed by the signing secret"
    assert not new_tokens.matches(old_claims, 0, OTHER_HASH)
    new_token = new_tokens.issue("demo", SESSION, 0, STORED_HASH, NOW)
    assert Tokens([FOREIGN], 7).read(new_token, NOW)
    assert tokens.read(new_token, NOW) is None
    assert claims_of(new_token)["fp"] != CLAIMS["fp"]
    for secrets in ([FOREIGN], [FOREIGN, PREVIOUS]):
        assert Tokens(secrets, 7).read(TOKEN, NOW) is None, "after the overlap of both secrets"


@pytest.mark.parametrize(
    "token",
    [
        signed(CLAIMS, FOREIGN),
        signed(CLAIMS, algorithm="HS512"),
        signed(CLAIMS, kid="00000000"),
        signed(CLAIMS, kid=""),
        jwt.encode(CLAIMS, SECRET, algorithm="HS256"),  # no kid
        jwt.encode(CLAIMS, "", algorithm="none", headers={"kid": jwt.get_unverified_header(TOKEN)["kid"]}),
        TOKEN.rsplit(".", 1)[0] + ".",
        TOKEN[:-2],
        TOKEN + "A",
        TOKEN + ".",
        " " + TOKEN,
        TOKEN.swapcase(),
        TOKEN.split(".", 1)[1],
    ],
)
def test_read_forged_or_broken_token_returns_none(token: str) -> None:
    assert tokens.read(token, NOW) is None


@pytest.mark.parametrize(
    "claims",
    [
        {},
        [],
        "demo",
        None,
        {**CLAIMS, "sub": 7},
        {**CLAIMS, "sub": None},
        {**CLAIMS, "exp": str(int(NOW) + DAY)},
        {**CLAIMS, "exp": None},
        {**CLAIMS, "exp": True},
        {**CLAIMS, "iat": []},
        {**CLAIMS, "fp": {}},
        *[{name: value for name, value in CLAIMS.items() if name != missing} for missing in CLAIMS],
    ],
)
def test_read_claims_of_wrong_type_returns_none(claims: Any) -> None:
    assert tokens.read(signed(claims), NOW) is None


@pytest.mark.parametrize("secret", ["", "short", "x" * 31])
def test_tokens_short_secret_raises_value_error(secret: str) -> None:
    with pytest.raises(ValueError, match="at least 32"):
        Tokens([secret], 7)
    if secret:
        with pytest.raises(ValueError, match="at least 32"):
            Tokens([SECRET, secret], 7)


def _encode(text: str) -> str:
    return base64.urlsafe_b64encode(text.encode("utf-8", "surrogatepass")).decode().rstrip("=")


@given(st.text(max_size=1200))
def test_read_arbitrary_text_returns_none(text: str) -> None:
    assert tokens.read(text, NOW) is None


@given(st.text(max_size=200), st.text(max_size=300), st.binary(max_size=40))
def test_read_arbitrary_header_and_claims_returns_none(header: str, claims: str, signature: bytes) -> None:
    end = base64.urlsafe_b64encode(signature).decode().rstrip("=")
    assert tokens.read(f"{_encode(header)}.{_encode(claims)}.{end}", NOW) is None


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=45), st.text("./$+=ABCabc012", max_size=88))
def test_read_issued_token_round_trips(login: str, stored_hash: str) -> None:
    claims = tokens.read(tokens.issue(login, SESSION, 0, stored_hash, NOW), NOW)
    assert claims
    assert claims.login == login
    assert tokens.matches(claims, 0, stored_hash)
    assert not tokens.matches(claims, 0, stored_hash + "x")


def test_fingerprint_differs_by_login_and_epoch() -> None:
    issued_tokens = [
        tokens.issue(login, SESSION, epoch, STORED_HASH, NOW)
        for login, epoch in (("demo", 0), ("demo2", 0), ("demo", 1))
    ]
    assert len({claims_of(token)["fp"] for token in issued_tokens}) == 3
    claims = tokens.read(issued_tokens[0], NOW)
    assert claims
    assert not tokens.matches(claims, 1, STORED_HASH)
