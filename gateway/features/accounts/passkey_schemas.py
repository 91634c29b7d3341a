"""Messages about passkeys (WebAuthn level 3) between page and service, in the browsers' JSON format."""

from datetime import date, datetime
from typing import Annotated, Any

from msgspec import Meta, Struct, field

NAME_MAX = 40

_Base64Url = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]+\Z", max_length=16_384)]
_Transport = Annotated[str, Meta(pattern=r"^[a-z-]{1,16}\Z")]


class AssertionResponse(Struct):
    client_data: _Base64Url = field(name="clientDataJSON")
    authenticator_data: _Base64Url = field(name="authenticatorData")
    signature: _Base64Url
    user_handle: _Base64Url = field(name="userHandle")


class Assertion(Struct):
    """`PublicKeyCredential.toJSON()` of a proof. Fields are base64url without padding; other members are ignored."""

    id: _Base64Url
    response: AssertionResponse


class AttestationResponse(Struct):
    client_data: _Base64Url = field(name="clientDataJSON")
    attestation: _Base64Url = field(name="attestationObject")
    transports: Annotated[list[_Transport], Meta(max_length=5)] = field(default_factory=list[str])


class Attestation(Struct):
    """Response of the browser for a new passkey."""

    id: _Base64Url
    response: AttestationResponse


class PasskeyForm(Struct, forbid_unknown_fields=True):
    """`name`: empty for browser and system of the request."""

    credential: Attestation
    name: Annotated[str, Meta(max_length=NAME_MAX)] = ""


class PasskeyLoginForm(Struct, forbid_unknown_fields=True):
    assertion: Assertion


class PasskeyOptions(Struct, frozen=True):
    """For `navigator.credentials`, in the JSON format that its `parse…FromJSON` functions take."""

    public_key: dict[str, Any] = field(name="publicKey")


class PasskeyEntry(Struct, frozen=True):
    """`last_used`: null before the first use."""

    id: int
    name: str
    created_at: datetime
    last_used: date | None


class PasskeyList(Struct, frozen=True):
    """The passkeys of the account, the oldest first, and how many it may have."""

    data: list[PasskeyEntry]
    limit: int


class PasskeyAdded(Struct, frozen=True):
    """`codes`: recovery codes, shown once; null if the account keeps those that it has."""

    success: bool
    message: str
    codes: list[str] | None
