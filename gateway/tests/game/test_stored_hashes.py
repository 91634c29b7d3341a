"""The choice of the hash of new passwords: by the stored rows, by the family, and by the width of the column."""

import re

import pytest

from gateway.game import passwords
from gateway.game.families import FAMILIES, PasswordScheme
from gateway.game.stored_hashes import HASH_CHARACTERS, UnusableHash, check_width, choose_scheme, count_hashes

SHA1, BCRYPT, WHIRLPOOL = (passwords.hash_password("secret-77", scheme) for scheme in HASH_CHARACTERS)
MD5 = "5f4dcc3b5aa765d61d8327deb882cf99"


def test_hash_characters_are_those_of_written_hashes() -> None:
    assert [len(text) for text in (SHA1, BCRYPT, WHIRLPOOL)] == list(HASH_CHARACTERS.values())


@pytest.mark.parametrize(
    ("family", "hashes", "scheme", "reason"),
    [
        ("acis", [SHA1] * 5, "sha1", "5 sha1"),
        ("mobius", [BCRYPT], "bcrypt", "1 bcrypt"),
        ("lucera", [WHIRLPOOL, None, ""], "whirlpool", "1 whirlpool"),
        ("acis", [SHA1, SHA1, "closed"], "sha1", "2 sha1, 1 of an unknown format"),
        ("acis", [SHA1] * 9 + [BCRYPT], "bcrypt", "that of aCis 380–390; .*1 bcrypt, 9 sha1"),
        ("acis", [], "bcrypt", "that of aCis .*no account with a password"),
        ("frozen", [None, ""], "sha1", "no account with a password"),
    ],
)
def test_choose_scheme_follows_equal_rows_else_the_family(
    family: str, hashes: list[str | None], scheme: PasswordScheme, reason: str
) -> None:
    new_scheme, text = choose_scheme(count_hashes(hashes), FAMILIES[family])
    assert new_scheme == scheme
    assert re.search(reason, text)


def test_choose_scheme_of_unknown_format_is_refused_without_the_hash() -> None:
    with pytest.raises(UnusableHash, match=r"does not know \(1 sha1, 2 of an unknown format\)") as refusal:
        choose_scheme(count_hashes([MD5, MD5, SHA1]), FAMILIES["mobius"])
    assert MD5 not in str(refusal.value)


def test_check_width_refuses_a_narrower_column() -> None:
    check_width("sha1", 28)
    check_width("bcrypt", 60)
    check_width("bcrypt", 0)  # no text column: unknown
    with pytest.raises(UnusableHash, match="holds 45 characters, and a password as bcrypt has 60"):
        check_width("bcrypt", 45)
