"""Request and response bodies of sign-in and session."""

from datetime import datetime
from typing import Annotated

from msgspec import Meta, Struct

from gateway.administration.permissions import Role

_Text = Annotated[str, Meta(max_length=200)]


class SignInForm(Struct, forbid_unknown_fields=True):
    name: _Text = ""
    password: _Text = ""


class OperatorPermission(Struct, frozen=True):
    """`allowed`: to the operator of the session. `roles`: all that have it."""

    allowed: bool
    roles: list[Role]


class OperatorSession(Struct, frozen=True, kw_only=True):
    """`currency`: of the site. `digits`: decimal places of the currencies that have not two. `factors`: ways to
    prove a second factor. `factor_required`: the operator can do nothing but set one up.

    `idle_ends_at`: the session ends then without a further request; `ends_at`: it ends then in any case.
    `passkeys`: whether this address can have passkeys. `extras`: names of those that are on.
    """

    name: str
    role: Role
    site_name: str
    currency: str
    digits: dict[str, int]
    factor_required: bool
    factors: list[str]
    passkeys: bool
    idle_ends_at: datetime
    ends_at: datetime
    permissions: dict[str, OperatorPermission]
    extras: list[str]


class OwnPasskey(Struct, frozen=True):
    id: int
    name: str
    created_at: datetime


class OwnFactors(Struct, frozen=True):
    """`app_since`: null without an authenticator app. `codes`: recovery codes that were not used."""

    app_since: datetime | None
    passkeys: list[OwnPasskey]
    codes: int


class OwnPasswordForm(Struct, forbid_unknown_fields=True):
    password: _Text = ""
    new_password: _Text = ""


class FactorSet(Struct, frozen=True):
    """`codes`: recovery codes, shown once; null if the operator keeps those from before."""

    codes: list[str] | None
