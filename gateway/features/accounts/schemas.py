"""Request and response bodies of the account routes. A text of a form that is missing counts as empty."""

from datetime import datetime

from msgspec import Struct


class User(Struct, frozen=True):
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


class RegisterForm(Struct, forbid_unknown_fields=True):
    username: str = ""
    email: str = ""
    password: str = ""


class PasswordForm(Struct, forbid_unknown_fields=True):
    current_password: str = ""
    new_password: str = ""


class EmailForm(Struct, forbid_unknown_fields=True):
    new_email: str = ""


class PasswordChanged(Struct, frozen=True):
    """`token` replaces all earlier tokens, which are invalid now."""

    success: bool
    message: str
    token: str


class EmailUpdated(Struct, frozen=True):
    success: bool
    message: str
    email: str
