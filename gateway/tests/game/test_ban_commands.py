"""The words that ban in the game, by family, and names that cannot be typed."""

import pytest

from gateway.game.ban_commands import commands
from gateway.game.families import FAMILIES

USUAL = ["//ban_acc ann_1", "//unban_acc ann_1", "//ban_char Hero", "//unban_char Hero"]
WORDS = {
    **dict.fromkeys(("mobius", "mobius_ct0", "acis", "frozen", "orion"), USUAL),
    "rusacis": ["//ban account ann_1", "//unban account ann_1", "//ban player Hero", "//unban player Hero"],
    "lucera": ["//ban ann_1", "//unban ann_1", "//banchar Hero", "//unbanchar Hero"],
}


@pytest.mark.parametrize("family", FAMILIES)
def test_each_family_has_its_words(family: str) -> None:
    assert [command.words for command in commands(family, "ann_1", ["Hero"])] == WORDS[family]


@pytest.mark.parametrize("name", ["", "two words", "ann\n//admin", "a;b", "'a'", "ñandú", "<b>", "a" * 46])
def test_account_with_an_odd_name_has_no_words(name: str) -> None:
    assert commands("mobius", name, []) == []


@pytest.mark.parametrize(("name", "count"), [("Ñandú", 2), ("Герой", 2), ("Two Words", 0), ("-=x=-", 0), ("", 0)])
def test_character_has_words_if_its_name_is_letters_and_digits(name: str, count: int) -> None:
    assert len(commands("acis", "", [name])) == count
