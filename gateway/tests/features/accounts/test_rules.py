"""What the forms accept, text for text."""

import pytest

from gateway.config.sections import AccountSettings
from gateway.features.accounts import rules

LIMITS = AccountSettings()


def registration(username: str = "newcomer", email: str = "a@b.example", password: str = "secret") -> dict[str, str]:
    return rules.registration(username, email, password, LIMITS)


@pytest.mark.parametrize(
    ("username", "text"),
    [
        ("", "Username is required"),
        ("   ", "Username is required"),
        ("ab", "Username must be at least 3 characters"),
        ("a" * 21, "Username must be less than 20 characters"),
        ("with space", "Username may contain only letters and digits"),
        ("abc\n", "Username may contain only letters and digits"),
        ("na-me", "Username may contain only letters and digits"),
        ("ñandu", "Username may contain only letters and digits"),
        ("１２３", "Username may contain only letters and digits"),
    ],
)
def test_names_that_are_refused(username: str, text: str) -> None:
    assert registration(username=username) == {"username": text}


@pytest.mark.parametrize("username", ["abc", "a" * 20, "0Az"])
def test_names_that_are_taken(username: str) -> None:
    assert registration(username=username) == {}


@pytest.mark.parametrize(
    ("password", "text"),
    [
        ("", "Password is required"),
        ("12345", "Password must be at least 6 characters"),
        ("x" * 17, "Password must be at most 16 characters"),
        (" secret", "Password may contain only printable characters"),
        ("secret ", "Password may contain only printable characters"),
        ("sec\tret", "Password may contain only printable characters"),
        ("contraseña", "Password may contain only printable characters"),
        ("secret\n", "Password may contain only printable characters"),
    ],
)
def test_passwords_that_are_refused(password: str, text: str) -> None:
    assert registration(password=password) == {"password": text}


@pytest.mark.parametrize("password", ["123456", "x" * 16, "two words!", '"%_\\;--'])
def test_passwords_that_are_taken(password: str) -> None:
    assert registration(password=password) == {}


@pytest.mark.parametrize(
    "email", ["no", "a@b", "@b.example", "a b@c.example", "a@b@c.example", "a\n@b.example", f"{'a' * 245}@b.example"]
)
def test_addresses_that_are_refused(email: str) -> None:
    assert registration(email=email) == {"email": "Invalid email address"}
    assert rules.email_change(email) == {"new_email": "Please enter a valid email address"}


def test_an_address_must_fit_the_family_s_column() -> None:
    fitting, longer = f"{'a' * 35}@b.example", f"{'a' * 36}@b.example"
    assert rules.email_change(fitting, rules.max_email_length("lucera")) == {}
    assert rules.email_change(longer, rules.max_email_length("lucera")) != {}
    assert rules.email_change(longer, rules.max_email_length("mobius")) == {}


def test_everything_that_is_missing_is_named_at_once() -> None:
    assert registration("", "", "") == {
        "username": "Username is required",
        "email": "Email is required",
        "password": "Password is required",
    }
    assert rules.login("", "") == {"username": "Username is required", "password": "Password is required"}
    assert rules.email_change(" ") == {"new_email": "Email is required"}
    assert rules.password_change("", "secret", LIMITS) == {"current_password": "Current password is required"}


def test_login_asks_for_nothing_but_presence() -> None:
    assert rules.login("ñ", " ") == {}


@pytest.mark.parametrize(
    ("new", "text"),
    [
        ("short", "Password must be at least 6 characters long"),
        ("x" * 17, "Password must be at most 16 characters"),
        ("secret ", "Password may contain only printable characters"),
        ("current", "New password must be different from current password"),
    ],
)
def test_new_passwords_that_are_refused(new: str, text: str) -> None:
    assert rules.password_change("current", new, LIMITS) == {"new_password": text}


def test_the_limits_are_settings() -> None:
    wide = AccountSettings(username_max=14, password_max=20)
    assert rules.registration("a" * 15, "a@b.example", "x" * 20, wide) == {
        "username": "Username must be less than 14 characters"
    }
    assert rules.registration("a" * 14, "a@b.example", "x" * 21, wide) == {
        "password": "Password must be at most 20 characters"
    }
