"""The one rule of public texts that players write: letters without a shape of their own are left out."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.world_snapshot.visibility import HIDDEN_CLAN, shown_clan, shown_text, shown_texts


@pytest.mark.parametrize(
    ("text", "public_text"),
    [
        ("Ann\u202eimda\u202c", "Annimda"),
        ("ad\u200bmin\u2060\ufeff", "admin"),
        ("\u2067[GM]\u2069", "[GM]"),
        ("a\tb\r\nc\0", "abc"),
        ("a\u2028b\u3000c\u00a0d", "a b c d"),
        ("\u200b\u200c\u200d", "\ufffd"),
        ("", ""),
        (" ", " "),
        ("maría ß Łuna 한국 ﬁ", "maría ß Łuna 한국 ﬁ"),
        ("x" * 60, "x" * 50),
    ],
)
def test_shown_text_has_only_letters_with_a_shape(text: str, public_text: str) -> None:
    assert shown_text(text) == public_text
    assert list(shown_texts(["a", text])) == ["a", public_text]


@given(st.lists(st.text(max_size=60), max_size=4))
def test_shown_texts_are_printable_and_never_change_again(texts: list[str]) -> None:
    public_texts = shown_texts(texts)
    assert all(text.isprintable() and len(text) <= 50 for text in public_texts)
    assert list(shown_texts(list(public_texts))) == list(public_texts) == [shown_text(text) for text in texts]
    assert not any(unicodedata.category(letter).startswith("C") for text in public_texts for letter in text)


def test_name_that_operators_hide_stays_hidden_with_invisible_letters() -> None:
    assert shown_clan("Bad\u200bName", {"BadName"}) == HIDDEN_CLAN
    assert shown_clan("Bad\u202eOther", {"BadName"}) == "BadOther"
