"""What the forms of an account send and are answered."""

from datetime import datetime

from msgspec import Struct


class User(Struct, frozen=True):
    """`email` and `member_since` are null where nobody recorded them."""

    username: str
    email: str | None
    access_level: int
    access_level_label: str
    member_since: datetime | None


class Session(Struct, frozen=True):
    """The token goes into `Authorization: Bearer`; it dies with the password it was issued under."""

    token: str
    user: User


class LoginForm(Struct, forbid_unknown_fields=True):
    username: str
    password: str


class RegisterForm(Struct, forbid_unknown_fields=True):
    username: str
    email: str
    password: str


class PasswordForm(Struct, forbid_unknown_fields=True):
    current_password: str
    new_password: str


class EmailForm(Struct, forbid_unknown_fields=True):
    new_email: str


class PasswordChanged(Struct, frozen=True):
    """Every earlier token has died; this one is for going on."""

    success: bool
    message: str
    token: str


class EmailUpdated(Struct, frozen=True):
    success: bool
    message: str
    email: str
