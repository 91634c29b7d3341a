"""Whirlpool test vectors, and compatibility of password hashes with the login servers."""

import base64
import hashlib

import bcrypt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fixtures.world.people import BCRYPT, PASSWORD, SHA1, WHIRLPOOL
from gateway.game import passwords
from gateway.game.families import PasswordScheme
from gateway.game.passwords import hash_password, scheme_of, verify
from gateway.game.whirlpool import whirlpool

STORED_HASHES: dict[PasswordScheme, str] = {
    "sha1": SHA1.decode(),
    "bcrypt": BCRYPT.decode(),
    "whirlpool": WHIRLPOOL.decode(),
}
ALPHABET = b"abcdefghijklmnopqrstuvwxyz"
client_passwords = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=16)
texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=18)

# Test vectors of ISO/IEC 10118-3, final version, without the one of a million letters, which takes seconds.
VECTORS = {
    b"": "19FA61D75522A4669B44E39C1D2E1726C530232130D407F89AFEE0964997F7A7"
    "3E83BE698B288FEBCF88E3E03C4F0757EA8964E59B63D93708B138CC42A66EB3",
    b"a": "8ACA2602792AEC6F11A67206531FB7D7F0DFF59413145E6973C45001D0087B42"
    "D11BC645413AEFF63A42391A39145A591A92200D560195E53B478584FDAE231A",
    b"abc": "4E2448A4C6F486BB16B6562C73B4020BF3043E3A731BCE721AE1B303D97E6D4C"
    "7181EEBDB6C57E277D0E34957114CBD6C797FC9D95D8B582D225292076D4EEF5",
    b"message digest": "378C84A4126E2DC6E56DCC7458377AAC838D00032230F53CE1F5700C0FFB4D3B"
    "8421557659EF55C106B4B52AC5A4AAA692ED920052838F3362E86DBD37A8903E",
    ALPHABET: "F1D754662636FFE92C82EBB9212A484A8D38631EAD4238F5442EE13B8054E41B"
    "08BF2A9251C30B6A0B8AAE86177AB4A6F68F673E7207865D5D9819A3DBA4EB3B",
    ALPHABET.upper() + ALPHABET + b"0123456789": "DC37E008CF9EE69BF11F00ED9ABA26901DD7C28CDEC066CC6AF42E40F82F3A1E"
    "08EBA26629129D8FB7CB57211B9281A65517CC879D7B962142C65F5A7AF01467",
    b"1234567890" * 8: "466EF18BABB0154D25B9D38A6414F5C08784372BCCB204D6549C4AFADB601429"
    "4D5BD8DF2A6C44E538CD047B2681A51A2C60481E88C5A20B2C2A80CF3A9A083B",
    b"abcdbcdecdefdefgefghfghighijhijk": "2A987EA40F917061F5D6F0A0E4644F488A7A5A52DEEE656207C562F988E95C69"
    "16BDC8031BC5BE1B7B947639FE050B56939BAAA0ADFF9AE6745B7B181C3BE3FD",
}


@pytest.mark.parametrize("message", VECTORS, ids=lambda message: message.decode()[:16] or "empty")
def test_whirlpool_matches_the_published_vectors(message: bytes) -> None:
    assert whirlpool(message).hex().upper() == VECTORS[message]


def game_accepts(password: str, stored_hash: str, scheme: PasswordScheme) -> bool:
    """Reimplements the comparison of each login server, independent of the code under test."""
    password_bytes = password.encode()
    match scheme:
        case "sha1":  # LoginController: Base64.encode(MessageDigest("SHA").digest(bytes)).equals(stored)
            return base64.b64encode(hashlib.sha1(password_bytes).digest()) == stored_hash.encode()
        case "bcrypt":  # BCrypt.java: minor must be 'a', rounds 4 to 30, 22 characters of salt
            head, rounds, salt_and_hash = stored_hash[:4], int(stored_hash[4:6]), stored_hash[7:]
            is_well_formed = head == "$2a$" and 4 <= rounds <= 30 and stored_hash[6] == "$" and len(salt_and_hash) == 53
            return is_well_formed and bcrypt.hashpw(password_bytes, stored_hash[:29].encode()) == stored_hash.encode()
        case "whirlpool":  # PasswordHash.compare: equalsIgnoreCase
            return base64.b64encode(whirlpool(password_bytes)).decode().casefold() == stored_hash.casefold()


@given(client_passwords)
@pytest.mark.parametrize("scheme", ["sha1", "whirlpool"])
def test_written_hash_is_accepted_by_the_game(scheme: PasswordScheme, password: str) -> None:
    stored_hash = hash_password(password, scheme)
    assert scheme_of(stored_hash) == scheme
    assert game_accepts(password, stored_hash, scheme)
    assert verify(password, stored_hash)
    assert not verify(password + "x", stored_hash)


@settings(max_examples=5, deadline=None)
@given(client_passwords)
def test_written_bcrypt_hash_is_accepted_by_acis(password: str) -> None:
    stored_hash = hash_password(password, "bcrypt")
    assert stored_hash.startswith("$2a$10$")
    assert len(stored_hash) == 60
    assert game_accepts(password, stored_hash, "bcrypt")
    assert verify(password, stored_hash)


@pytest.mark.parametrize("scheme", STORED_HASHES)
def test_stored_hash_of_each_scheme_is_detected_and_verified(scheme: PasswordScheme) -> None:
    stored_hash = STORED_HASHES[scheme]
    assert scheme_of(stored_hash) == scheme
    assert game_accepts(PASSWORD, stored_hash, scheme)
    assert verify(PASSWORD, stored_hash)
    assert not verify(PASSWORD.upper(), stored_hash)
    assert not verify("", stored_hash)


@pytest.mark.parametrize("letter", ["a", "b", "y"])
def test_bcrypt_aliases_are_verified(letter: str) -> None:
    assert verify(PASSWORD, STORED_HASHES["bcrypt"].replace("$2a$", f"$2{letter}$"))


def test_only_whirlpool_ignores_the_case_of_base64() -> None:
    assert verify(PASSWORD, STORED_HASHES["whirlpool"].lower())
    assert verify(PASSWORD, STORED_HASHES["whirlpool"].upper())
    assert not verify(PASSWORD, STORED_HASHES["sha1"].lower())
    assert not verify(PASSWORD, STORED_HASHES["bcrypt"][:29] + STORED_HASHES["bcrypt"][29:].swapcase())


@pytest.mark.parametrize("scheme", STORED_HASHES)
@pytest.mark.parametrize("password", ["x" * 73, "ä" * 37, "demo1234\0", "\ud800", "demo1234\0" + "x" * 100])
def test_unhashable_password_is_not_verified(scheme: PasswordScheme, password: str) -> None:
    assert not passwords.is_hashable(password)
    assert not verify(password, STORED_HASHES[scheme])
    with pytest.raises(ValueError, match="cannot be stored"):
        hash_password(password, scheme)


def test_password_of_72_bytes_is_hashed_whole() -> None:
    for scheme in STORED_HASHES:
        stored_hash = hash_password("x" * 72, scheme)
        assert verify("x" * 72, stored_hash)
        assert not verify("x" * 71 + "y", stored_hash)


@pytest.mark.parametrize(
    "stored_hash",
    [
        "",
        "demo1234",
        "$2a$10$",
        "$2a$10$" + "." * 52,
        "$2a$10$" + "." * 54,
        "$2a$xx$" + "." * 53,
        "$2a$10$" + "ä" * 53,
        "$2a$١٠$" + "." * 53,
        "=" * 28,
        STORED_HASHES["sha1"] + "\n",
        STORED_HASHES["sha1"][:-1],
        "ä" * 27 + "=",
        "A" * 88,
        "\0" * 88,
        # other variants of bcrypt, and costs out of range
        *(STORED_HASHES["bcrypt"].replace("$2a$10$", head) for head in ("$2$10$", "$2x$10$", "$2c$10$", "$1a$10$")),
        *(STORED_HASHES["bcrypt"].replace("$10$", cost) for cost in ("$30$", "$03$")),
    ],
)
def test_malformed_hash_verifies_no_password(stored_hash: str) -> None:
    assert scheme_of(stored_hash) is None
    assert not verify(PASSWORD, stored_hash)


@settings(deadline=None)
@given(
    st.text(max_size=100), st.text(max_size=100) | st.from_regex(r"\$2[aby]\$0[0-5]\$[./A-Za-z0-9]{53}", fullmatch=True)
)
def test_verify_of_arbitrary_text_or_bcrypt_is_false(password: str, stored_hash: str) -> None:
    assert not verify(password, stored_hash)


@given(texts)
def test_password_is_hashed_as_utf_8(password: str) -> None:
    assert game_accepts(password, hash_password(password, "sha1"), "sha1")
