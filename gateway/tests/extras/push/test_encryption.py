"""Encryption and identification of push messages, read independently from RFC 8188, 8291 and 8292."""

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from gateway.extras.push import encryption
from gateway.extras.push.encryption import CURVE, decode, encode, encrypt
from gateway.extras.push.vapid import Vapid
from gateway.tests.extras.support.push_service import Browser

# RFC 8291, section 5 and appendix A.
PLAIN = b"When I grow up, I want to be a watermelon"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
BROWSER_PRIVATE = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
BROWSER_PUBLIC = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
SENDER_PRIVATE = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
    "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def private_key(text: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(decode(text), "big"), CURVE)


def test_example_of_the_rfc_is_encrypted_and_decrypted() -> None:
    body = encrypt(PLAIN, decode(BROWSER_PUBLIC), decode(AUTH), private_key(SENDER_PRIVATE), decode(SALT))
    assert encode(body) == BODY
    assert Browser(private_key(BROWSER_PRIVATE), decode(AUTH)).decrypt(decode(BODY)) == PLAIN


def test_each_message_has_a_new_key_and_salt() -> None:
    browser = Browser()
    first, second = (encrypt(PLAIN, browser.public, browser.auth) for _ in range(2))
    assert first[:16] != second[:16]
    assert first[21:86] != second[21:86]
    assert browser.decrypt(first) == browser.decrypt(second) == PLAIN


def test_long_text_and_wrong_keys_are_refused() -> None:
    browser = Browser()
    encrypt(b"x" * encryption.MAX_PLAIN_BYTES, browser.public, browser.auth)
    for plain, key, auth in (
        (b"x" * (encryption.MAX_PLAIN_BYTES + 1), browser.public, browser.auth),
        (PLAIN, b"\4" + b"\1" * 64, browser.auth),
    ):
        with pytest.raises(ValueError):  # noqa: PT011 - of the library
            encrypt(plain, key, auth)
    for key, auth in ((browser.public[:-1], browser.auth), (browser.public, b"short"), (b"\4" + b"\1" * 64, b"x" * 16)):
        with pytest.raises(ValueError):  # noqa: PT011 - of the library
            encryption.check_keys(key, auth)
    with pytest.raises(ValueError, match="base64url"):
        decode("no base64!")


def test_authorization_is_signed_for_one_push_service_and_used_again() -> None:
    key = ec.generate_private_key(CURVE)
    vapid, now = Vapid(key, "https://play.example"), 1_900_000_000.0
    value = vapid.authorization("https://push.test", now)
    assert value == vapid.authorization("https://push.test", now + 3600)
    assert value != vapid.authorization("https://other.test", now)
    assert value != vapid.authorization("https://push.test", now + 12 * 3600)
    scheme, token, public = value.split(" ")
    assert (scheme, public) == ("vapid", f"k={vapid.public_key}")
    token = token.removeprefix("t=").removesuffix(",")
    options = {"verify_exp": False, "verify_aud": False}
    claims = jwt.decode(token, key.public_key(), algorithms=["ES256"], options=options)  # pyright: ignore[reportArgumentType]
    assert claims["aud"] == "https://push.test"
    assert claims["sub"] == "https://play.example"
    assert 0 < claims["exp"] - now <= 24 * 3600
    assert len(decode(token.split(".")[2])) == 64
