"""Rules of passkeys (WebAuthn level 3): relying party, options for the browser, checks of its responses."""

import base64
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec
import structlog
from msgspec import Struct

from gateway.config.settings import Settings
from gateway.features.accounts.passkey_schemas import Assertion, Attestation
from gateway.features.accounts.passkey_store import ListedPasskey, NewPasskey, StoredPasskey
from gateway.observability.logging import RateLimitedLogger

_TIMEOUT_MS: Final = 300_000
_ALGORITHMS: Final = (-8, -7, -257)
"""EdDSA, ES256, RS256: all authenticators know one of them."""
_CREDENTIAL_ID_MAX: Final = 1364  # characters of 1,023 bytes
_PUBLIC_KEY_MAX: Final = 2048

log = RateLimitedLogger(structlog.get_logger("gateway.accounts"))


class UnprovenPasskey(Exception):  # noqa: N818 - the response was understood, and proves nothing
    """A response of an authenticator breaks a rule. The message names the rule, for the log."""


class RelyingParty(Struct, frozen=True):
    """The site as authenticators know it: the host that passkeys belong to, and where the page may be."""

    domain: str
    origins: list[str]


class PasskeyProof(Struct, frozen=True):
    sign_count: int
    backed_up: int


class _ClientData(Struct):
    challenge: str


def relying_party(settings: Settings) -> RelyingParty | None:
    """Returns None where browsers make no passkeys: without https, or on an IP address."""
    server = settings.server
    domain = server.passkey_domain
    if not domain:
        return None
    origins = [_origin(url) for url in (server.public_url, *settings.payments.site_origins)]
    domain_origins = [origin for origin in origins if urlsplit(origin).hostname == domain]
    return RelyingParty(domain, list(dict.fromkeys(domain_origins)))


def _origin(url: str) -> str:
    """Returns the origin as browsers write it: without the default port."""
    return url.removesuffix(":443" if url.startswith("https:") else ":80")


def creation_options(
    party: RelyingParty, site_name: str, challenge: str, login: str, user_handle: str, passkeys: list[ListedPasskey]
) -> dict[str, Any]:
    """Asks for a discoverable passkey that verifies its user.

    `passkeys`: those of the account; an authenticator with one of them makes no other.
    """
    return {
        "rp": {"id": party.domain, "name": site_name},
        "user": {"id": user_handle, "name": login, "displayName": login},
        "challenge": _encode(challenge.encode()),
        "pubKeyCredParams": [{"type": "public-key", "alg": algorithm} for algorithm in _ALGORITHMS],
        "timeout": _TIMEOUT_MS,
        "excludeCredentials": [
            {"type": "public-key", "id": row.credential_id, "transports": [*filter(None, row.transports.split(","))]}
            for row in passkeys
        ],
        "authenticatorSelection": {
            "residentKey": "required",
            "requireResidentKey": True,
            "userVerification": "required",
        },
        "attestation": "none",
    }


def request_options(party: RelyingParty, challenge: str) -> dict[str, Any]:
    """Lists no passkeys, so the options reveal nothing of any account: the authenticator offers those of the domain."""
    return {
        "rpId": party.domain,
        "challenge": _encode(challenge.encode()),
        "timeout": _TIMEOUT_MS,
        "userVerification": "required",
    }


def challenge_of(response: Assertion | Attestation) -> str:
    """Returns the challenge that a response answers, not yet verified. Raises UnprovenPasskey."""
    try:
        data = msgspec.json.decode(_decode(response.response.client_data), type=_ClientData)
        return _decode(data.challenge).decode("ascii")
    except (ValueError, msgspec.MsgspecError):
        raise UnprovenPasskey("client data") from None


def verify_attestation(party: RelyingParty, attestation: Attestation, challenge: str) -> NewPasskey:
    """Returns the new passkey. Imports a large library: to be called in a thread. Raises UnprovenPasskey."""
    from webauthn import verify_registration_response

    try:
        registration = verify_registration_response(
            credential=_credential(attestation),
            expected_challenge=challenge.encode(),
            expected_rp_id=party.domain,
            expected_origin=party.origins,
            require_user_verification=True,
        )
    # The library also passes on errors of its decoders, of any type.
    except Exception as error:
        raise UnprovenPasskey(f"{type(error).__name__}: {error}") from error
    passkey = NewPasskey(
        credential_id=_encode(registration.credential_id),
        public_key=_encode(registration.credential_public_key),
        sign_count=registration.sign_count,
        transports=",".join(attestation.response.transports),
        backup_eligible=int(registration.credential_device_type == "multi_device"),
        backed_up=int(registration.credential_backed_up),
    )
    if len(passkey.credential_id) > _CREDENTIAL_ID_MAX or len(passkey.public_key) > _PUBLIC_KEY_MAX:
        raise UnprovenPasskey("too long")
    return passkey


def verify_assertion(party: RelyingParty, assertion: Assertion, challenge: str, passkey: StoredPasskey) -> PasskeyProof:
    """Checks that the passkey has signed the challenge for this site, and verified its user.

    Imports a large library: to be called in a thread. Raises UnprovenPasskey.
    """
    from webauthn import verify_authentication_response

    if assertion.response.user_handle != passkey.user_handle:
        raise UnprovenPasskey("user handle")
    try:
        proof = verify_authentication_response(
            credential=_credential(assertion),
            expected_challenge=challenge.encode(),
            expected_rp_id=party.domain,
            expected_origin=party.origins,
            credential_public_key=_decode(passkey.public_key),
            credential_current_sign_count=0,  # checked below: the library refuses every count that went back
            require_user_verification=True,
        )
    except Exception as error:
        raise UnprovenPasskey(f"{type(error).__name__}: {error}") from error
    if proof.new_sign_count <= passkey.sign_count and (proof.new_sign_count or passkey.sign_count):
        # Another copy of the passkey has signed more often: normal only for one that is on several devices.
        log.warning("passkey_sign_count_decreased", passkey=passkey.id, backup_eligible=bool(passkey.backup_eligible))
        if not passkey.backup_eligible:
            raise UnprovenPasskey("sign count")
    return PasskeyProof(proof.new_sign_count, int(proof.credential_backed_up))


def _credential(response: Assertion | Attestation) -> dict[str, Any]:
    return {**msgspec.to_builtins(response), "rawId": response.id, "type": "public-key"}


def _encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _decode(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
