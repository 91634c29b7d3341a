"""A token is believed only whole, in time, signed by us, and as long as the password it was issued under stands."""

import base64
import json
from typing import Any

import jwt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fixtures.world.people import BCRYPT, SHA1
from gateway.features.accounts.tokens import DAY, MAX_LENGTH, Tokens

SECRET, PREVIOUS, FOREIGN = "s" * 64, "p" * 32, "f" * 32
STORED, OTHER = BCRYPT.decode(), SHA1.decode()
NOW = 1_763_650_800.5

tokens = Tokens(SECRET, "", 7)
ours = tokens.issue("demo", STORED, NOW)


def signed(claims: Any, secret: str = SECRET, algorithm: str = "HS256", **header: Any) -> str:
    """A token with our header, but for what is given, whatever it claims."""
    headers = {**jwt.get_unverified_header(ours), "alg": algorithm, **header}
    payload = json.dumps(claims).encode()
    return jwt.PyJWS().encode(payload, secret, algorithm=algorithm, headers=headers)


def said(token: str) -> dict[str, Any]:
    return jwt.decode(token, options={"verify_signature": False})


def test_a_token_says_who_carries_it() -> None:
    claims = tokens.read(ours, NOW + 1)
    assert claims
    assert (claims.login, claims.key_index) == ("demo", 0)
    assert tokens.matches(claims, STORED)
    assert tokens.read(signed(said(ours)), NOW) == claims, "what the tests forge is ours but for the forged"


def test_a_changed_password_ends_it() -> None:
    claims = tokens.read(ours, NOW)
    assert claims
    assert not tokens.matches(claims, OTHER)
    assert not tokens.matches(claims, "")


def test_it_tells_nothing_of_the_stored_hash() -> None:
    claims = said(ours)
    assert set(claims) == {"sub", "iat", "exp", "fp"}
    assert len(claims["fp"]) == 32
    assert len(ours) < 300


def test_it_expires_to_the_second() -> None:
    end = int(NOW) + 7 * DAY
    assert tokens.read(ours, end - 1)
    assert tokens.read(ours, end) is None
    assert tokens.read(ours, end + DAY) is None


def test_a_previous_secret_is_accepted_and_never_signed_with() -> None:
    rotated = Tokens(FOREIGN, SECRET, 7)
    old = rotated.read(ours, NOW)
    assert old
    assert old.key_index == 1
    assert rotated.matches(old, STORED), "the fingerprint is of the secret that signed"
    assert not rotated.matches(old, OTHER)
    new = rotated.issue("demo", STORED, NOW)
    assert Tokens(FOREIGN, "", 7).read(new, NOW)
    assert tokens.read(new, NOW) is None
    assert said(new)["fp"] != said(ours)["fp"]


def test_after_the_overlap_the_previous_secret_s_tokens_are_dead() -> None:
    assert Tokens(FOREIGN, "", 7).read(ours, NOW) is None
    assert Tokens(FOREIGN, PREVIOUS, 7).read(ours, NOW) is None


@pytest.mark.parametrize(
    "token",
    [
        signed(said(ours), FOREIGN),
        signed(said(ours), algorithm="HS512"),
        signed(said(ours), kid="00000000"),
        signed(said(ours), kid=""),
        jwt.encode(said(ours), SECRET, algorithm="HS256"),  # no kid
        jwt.encode(said(ours), "", algorithm="none", headers={"kid": jwt.get_unverified_header(ours)["kid"]}),
        ours.rsplit(".", 1)[0] + ".",
        ours[:-2],
        ours + "A",
        ours + ".",
        " " + ours,
        ours.swapcase(),
        ours.split(".", 1)[1],
    ],
)
def test_a_forged_or_broken_token_is_none(token: str) -> None:
    assert tokens.read(token, NOW) is None


@pytest.mark.parametrize("place", range(0, len(ours), 7))
def test_no_character_can_be_changed(place: int) -> None:
    changed = "A" if ours[place] != "A" else "B"
    assert tokens.read(ours[:place] + changed + ours[place + 1 :], NOW) is None


@pytest.mark.parametrize(
    "claims",
    [
        {},
        [],
        "demo",
        None,
        {**said(ours), "sub": 7},
        {**said(ours), "sub": None},
        {**said(ours), "exp": str(int(NOW) + DAY)},
        {**said(ours), "exp": None},
        {**said(ours), "exp": True},
        {**said(ours), "iat": []},
        {**said(ours), "fp": {}},
        *[{name: value for name, value in said(ours).items() if name != gone} for gone in said(ours)],
    ],
)
def test_claims_of_another_type_are_none(claims: Any) -> None:
    assert tokens.read(signed(claims), NOW) is None


@pytest.mark.parametrize("secret", ["", "short", "x" * 31])
def test_a_short_secret_is_refused(secret: str) -> None:
    with pytest.raises(ValueError, match="at least 32"):
        Tokens(secret, "", 7)
    if secret:
        with pytest.raises(ValueError, match="at least 32"):
            Tokens(SECRET, secret, 7)


def _coded(text: str) -> str:
    return base64.urlsafe_b64encode(text.encode("utf-8", "surrogatepass")).decode().rstrip("=")


@pytest.mark.parametrize(
    "token",
    [
        "",
        ".",
        "..",
        "...",
        "\0",
        "ü.ü.ü",
        "\ud800",
        "a" * (MAX_LENGTH + 1),
        "a." * 400,
        ours + "a" * MAX_LENGTH,
        "[" * 900,
        f"{_coded('[' * 700)}.e30.",
        f"{_coded(json.dumps({'alg': 'HS256', 'kid': ['x']}))}.e30.",
        f"{_coded(json.dumps({'alg': 'HS256', 'kid': {}}))}.e30.",
        f"{_coded('[]')}.e30.",
        f"{_coded('null')}..",
    ],
)
def test_garbage_is_none(token: str) -> None:
    assert tokens.read(token, NOW) is None


@given(st.text(max_size=1200))
def test_arbitrary_text_is_none_and_never_an_error(text: str) -> None:
    assert tokens.read(text, NOW) is None


@given(st.text(max_size=200), st.text(max_size=300), st.binary(max_size=40))
def test_arbitrary_headers_and_claims_are_never_an_error(header: str, claims: str, signature: bytes) -> None:
    end = base64.urlsafe_b64encode(signature).decode().rstrip("=")
    assert tokens.read(f"{_coded(header)}.{_coded(claims)}.{end}", NOW) is None


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=45), st.text("./$+=ABCabc012", max_size=88))
def test_whatever_is_issued_is_read_back(login: str, stored: str) -> None:
    claims = tokens.read(tokens.issue(login, stored, NOW), NOW)
    assert claims
    assert claims.login == login
    assert tokens.matches(claims, stored)
    assert not tokens.matches(claims, stored + "x")
