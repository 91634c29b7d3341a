"""Masked emails and addresses."""

import pytest

from gateway.administration.players.masks import mask_address, mask_email


@pytest.mark.parametrize(
    ("email", "expected"),
    [
        ("marisol@example.org", "m•••••@example.org"),
        ('"a@b"@example.org', '"•••••@example.org'),
        ("no address", "•••••"),
        ("", None),
        (None, None),
    ],
)
def test_mask_email_leaves_first_letter_and_domain(email: str | None, expected: str | None) -> None:
    assert mask_email(email) == expected


@pytest.mark.parametrize(
    ("address", "expected"),
    [("190.17.44.201", "190.17.•.•"), ("2001:db8::7", "2001:0db8:•"), ("<script>", "•••••"), ("", None)],
)
def test_mask_address_leaves_the_network_alone(address: str, expected: str | None) -> None:
    assert mask_address(address) == expected
