"""Tests of the form rules and their messages."""

import pytest

from gateway.config.access import AccountSettings
from gateway.features.accounts import rules

LIMITS = AccountSettings()


def sentences(errors: rules.FieldErrors) -> dict[str, str]:
    return {name: str(error) for name, error in errors.items()}


def registration(username: str = "newcomer", email: str = "a@b.example", password: str = "sec-ret") -> dict[str, str]:
    return sentences(rules.registration(username, email, password, LIMITS))


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
def test_registration_invalid_username_returns_message(username: str, text: str) -> None:
    assert registration(username=username) == {"username": text}


@pytest.mark.parametrize(
    "field",
    [
        *({"username": text} for text in ("abc", "a" * 20, "0Az")),
        *({"password": text} for text in ("123-56", "x" * 16, "two words!", '"%_\\;--')),
    ],
)
def test_registration_valid_form_is_accepted(field: dict[str, str]) -> None:
    assert registration(**field) == {}


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
        ("secret", "Password is too common"),
        ("PassWord1", "Password is too common"),
        ("1-Newcomer", "Password must not contain the username"),
    ],
)
def test_registration_invalid_password_returns_message(password: str, text: str) -> None:
    assert registration(password=password) == {"password": text}


@pytest.mark.parametrize(
    "email",
    [
        *("no", "a@b", "@b.example", "a b@c.example", "a@b@c.example", "a\n@b.example", "ñ@b.example", "a@b..example"),
        *("a@.example", '"><b>x</b>@b.example', "<i/x=y>@b.example", "a@b.<i>", f"{'a' * 245}@b.example"),
        *("=?utf-8?q?victim?=@b.example", "a=?utf-8?q??=@b.example"),
    ],
)
def test_email_rules_invalid_address_returns_message(email: str) -> None:
    assert registration(email=email) == {"email": "Invalid email address"}
    assert sentences(rules.email_change(email)) == {"new_email": "Please enter a valid email address"}


def test_email_change_longer_than_game_column_is_refused() -> None:
    max_length, too_long = f"{'a' * 35}@b.example", f"{'a' * 36}@b.example"
    assert sentences(rules.email_change(max_length, 45)) == {}
    assert rules.email_change(too_long, 45) != {}
    assert sentences(rules.email_change(too_long)) == {}


def test_rules_missing_fields_are_all_reported() -> None:
    assert registration("", "", "") == {
        "username": "Username is required",
        "email": "Email is required",
        "password": "Password is required",
    }
    assert sentences(rules.login("", "")) == {"username": "Username is required", "password": "Password is required"}
    assert sentences(rules.email_change(" ")) == {"new_email": "Email is required"}
    assert sentences(rules.password_change("", "sec-ret", "lunar", LIMITS)) == {
        "current_password": "Current password is required"
    }


def test_login_rules_check_presence_only() -> None:
    assert sentences(rules.login("ñ", " ")) == {}


@pytest.mark.parametrize(
    ("new", "text"),
    [
        ("short", "Password must be at least 6 characters long"),
        ("current", "New password must be different from current password"),
        ("Lunar-77", "Password must not contain the username"),
    ],
)
def test_password_change_invalid_password_returns_message(new: str, text: str) -> None:
    assert sentences(rules.password_change("current", new, "lunar", LIMITS)) == {"new_password": text}


def test_rules_limits_come_from_settings() -> None:
    limits = AccountSettings(username_max=14)
    assert sentences(rules.registration("a" * 15, "a@b.example", "x" * 16, limits)) == {
        "username": "Username must be less than 14 characters"
    }
    assert sentences(rules.registration("a" * 14, "a@b.example", "x" * 17, limits)) == {
        "password": "Password must be at most 16 characters"
    }
