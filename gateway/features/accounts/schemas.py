"""Request and response bodies of the account routes. A missing text of a form counts as empty."""

from datetime import date, datetime
from typing import Annotated

from msgspec import Meta, Struct

from gateway.features.accounts.factor_store import FactorKind
from gateway.features.accounts.passkey_schemas import Assertion


class User(Struct, frozen=True, kw_only=True):
    """`email` and `member_since` are null if not recorded."""

    username: str
    email: str | None
    access_level: int
    access_level_label: str
    member_since: datetime | None


class Session(Struct, frozen=True):
    """The token for `Authorization: Bearer`; it is valid until it expires or the password changes."""

    token: str
    user: User


class LoginForm(Struct, forbid_unknown_fields=True):
    username: str = ""
    password: str = ""


class RegisterForm(Struct, forbid_unknown_fields=True, kw_only=True):
    """`source`: host of the page that linked here, or name of a link; `campaign`: that of the link. `referral`: code of
    the player who shared the link. `accepted_texts`: version by legal text that the player accepted. All optional."""

    username: str = ""
    email: str = ""
    password: str = ""
    source: str = ""
    campaign: str = ""
    referral: str = ""
    accepted_texts: Annotated[dict[str, int], Meta(max_length=4)] = {}


class PasswordForm(Struct, forbid_unknown_fields=True):
    current_password: str = ""
    new_password: str = ""


class EmailForm(Struct, forbid_unknown_fields=True):
    """Without the password, the session must have been confirmed within five minutes."""

    new_email: str = ""
    current_password: str = ""


class SessionEntry(Struct, frozen=True, kw_only=True):
    """`last_seen`: the day of the last request. `device`: empty if unknown. `network`: a part of the address, null if
    unknown."""

    id: str
    created_at: datetime
    last_seen: date
    device: str
    network: str | None
    current: bool


class SessionList(Struct, frozen=True):
    """The live sessions of the account, the newest first."""

    data: list[SessionEntry]


class AccountChange(Struct, frozen=True):
    """`text`: what changed, as a sentence without a full stop."""

    action: str
    text: str
    timestamp: datetime
    ip_address: str


class AccountChanges(Struct, frozen=True):
    """Newest first."""

    data: list[AccountChange]


class RecoveryForm(Struct, forbid_unknown_fields=True):
    email: str = ""


class LinkForm(Struct, forbid_unknown_fields=True):
    """`key`: the secret of a link, from the fragment of its address."""

    key: str = ""


class ResetForm(Struct, forbid_unknown_fields=True):
    key: str = ""
    new_password: str = ""


class LinkOwner(Struct, frozen=True):
    username: str


class FactorForm(Struct, forbid_unknown_fields=True):
    """The proof of a second factor: a code of the authenticator app, a recovery code, or that of a passkey."""

    code: str = ""
    assertion: Assertion | None = None


class StepUpForm(FactorForm, forbid_unknown_fields=True):
    """An account with a second factor is confirmed by it, any other by its password."""

    password: str = ""


class LoginFactorForm(FactorForm, forbid_unknown_fields=True):
    challenge: str = ""


class TotpState(Struct, frozen=True):
    """`since`: null without an authenticator app."""

    since: datetime | None


class TotpEnrolment(Struct, frozen=True):
    """`secret`: base32, to be typed. `uri`: the `otpauth:` address for a QR code."""

    secret: str
    uri: str


class RecoveryCodesState(Struct, frozen=True):
    """Number of unused codes, and their creation time; 0 and null without codes."""

    left: int
    since: datetime | None


class RecoveryCodes(Struct, frozen=True):
    """`codes`: shown once; null if the account keeps those that it has."""

    success: bool
    message: str
    codes: list[str] | None


class ProofState(Struct, frozen=True):
    """`confirmed_until`: so long the caller's last proof counts. `factors`: ways to prove the second factor; without
    any the password is the proof."""

    confirmed_until: datetime
    factors: list[FactorKind]


class Done(Struct, frozen=True):
    success: bool
    message: str


class PasswordChanged(Struct, frozen=True):
    """`token` replaces all earlier tokens, which are invalid now."""

    success: bool
    message: str
    token: str


class EmailUpdated(Struct, frozen=True):
    success: bool
    message: str
    email: str
