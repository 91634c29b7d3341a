"""Common passwords and those that contain the account's name."""

import random
import string

import pytest

from gateway.features.accounts.common_passwords import contains_name, is_common


@pytest.mark.parametrize("password", ["123456", "password", "Password", "qwerty", "iloveyou", "letmein", "dragon"])
def test_is_common_knows_the_commonest(password: str) -> None:
    assert is_common(password)


def test_is_common_takes_no_random_password_for_a_common_one() -> None:
    numbers = random.Random(5)
    alphabet = string.ascii_lowercase + string.digits
    assert not [text for _ in range(10_000) if is_common(text := "".join(numbers.choices(alphabet, k=8)))]


@pytest.mark.parametrize(
    ("password", "login", "expected"),
    [
        ("Archer77", "archer77", True),
        ("myARCHER1", "archer", True),
        ("bobbobbob", "bob", False),
        ("bob", "Bob", True),
        ("secret-77", "archer", False),
        ("secret-77", "", False),
    ],
)
def test_contains_name(password: str, login: str, *, expected: bool) -> None:
    assert contains_name(password, login) is expected
