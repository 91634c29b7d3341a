"""The search for names, compared with a plain scan, and its table of names."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.tests.support.ranked_worlds import (
    World,
    all_filters,
    case_folded,
    expected_rows,
    kinds,
    letters,
    names,
    pack,
    pack_and_unpack,
    people,
    ranked_characters,
    worlds,
)
from gateway.world_snapshot.columns import FoundCharacter
from gateway.world_snapshot.name_table import NameTable
from gateway.world_snapshot.serialization import PackError
from gateway.world_snapshot.snapshot import Filters, Kind
from gateway.world_snapshot.string_column import folded_utf8
from gateway.world_snapshot.suffix_table import SuffixTable


@given(worlds(), worlds(), kinds, all_filters)
def test_page_with_the_table_of_an_earlier_world_equals_the_definition(
    earlier_world: World, world: World, kind: Kind, filters: Filters
) -> None:
    """Ids are shared by both worlds: characters were born, renamed and deleted between them."""
    ids = [row.character_id for row in earlier_world.characters]
    for number, row in enumerate(world.characters[: len(ids)]):
        world.characters[number] = row._replace(
            character_id=ids[number], name=row.name or earlier_world.characters[number].name
        )
    world.characters.sort()
    table = earlier_world.snapshot().names.table
    snapshot = pack_and_unpack(world.snapshot(table=table))
    assert snapshot.names.table
    assert table
    assert snapshot.names.table.id == table.id, "a table is not built again within ten minutes"
    assert snapshot.page(kind, filters, 1, 100).rows == expected_rows(world, kind, filters)
    assert snapshot.search(filters.search_name, 8) == world.snapshot().search(filters.search_name, 8)


@given(st.lists(names, max_size=12), names)
def test_suffix_table_equals_a_plain_scan(texts: list[str], text: str) -> None:
    """Of every folded name, at every place where one of its characters begins."""
    folded_names = [case_folded(name) for name in texts]
    table = SuffixTable.build(b"\0" + folded_utf8(texts))
    pattern = case_folded(text)
    expected = [
        number
        for number, name in enumerate(folded_names)
        for place in range(len(name))
        if pattern and name.startswith(pattern, place)
    ]
    assert sorted(table.numbers[table.find(pattern.encode())].tolist()) == expected or not pattern
    whole = f"\0{pattern}\0".encode()
    assert sorted(table.numbers[table.find(whole)].tolist()) == [
        n for n, name in enumerate(folded_names) if name == pattern
    ]


@given(worlds(), kinds, st.data())
def test_search_finds_a_name_by_every_part(world: World, kind: Kind, data: st.DataObject) -> None:
    ranked_rows = [row for row in world.characters if row.ranked and row.name]
    if not ranked_rows:
        return
    name = data.draw(st.sampled_from([row.name for row in ranked_rows]))
    first = data.draw(st.integers(0, len(name) - 1))
    filters = Filters(search_name=name[first : data.draw(st.integers(first + 1, len(name)))])
    assert world.snapshot().page(kind, filters, 1, 100).rows == expected_rows(world, kind, filters)


@given(worlds(), st.one_of(names, st.text(letters, max_size=2)), st.integers(1, 9))
def test_search_orders_equal_names_then_prefixes_then_ranks(world: World, text: str, count: int) -> None:
    folded_text = case_folded(text)
    rows = {row.rank: row for row in expected_rows(world, "pvp", Filters(search_name=text))} if text else {}

    def order(rank: int) -> tuple[bool, bool, int]:
        name = case_folded(rows[rank].char_name)
        return name != folded_text, not name.startswith(folded_text), rank

    ids = [row.character_id for row in ranked_characters(world, "pvp")]
    assert world.snapshot().search(text, count) == [
        FoundCharacter(
            char_name=row.char_name,
            char_id=ids[rank - 1],
            level=row.level,
            class_id=row.class_id,
            class_name=row.class_name,
            race=row.race,
            clan_name=row.clan_name,
            pvp_rank=rank,
            privacy="public",
        )
        for rank, row in ((rank, rows[rank]) for rank in sorted(rows, key=order)[:count])
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("aa", ["aa", "AA", "aab", "baaab", "caa"]),
        ("aab", ["aab", "baaab"]),
        ("b", ["baaab", "bcc", "Ab", "aab"]),
        ("c", ["caa", "bcc"]),
        ("a", ["Ab", "aab", "aa", "AA", "baaab", "caa"]),
    ],
)
def test_search_lists_a_name_once_in_its_best_place(text: str, expected: list[str]) -> None:
    snapshot = people("Ab", "baaab", "aab", "aa", "caa", "AA", "bcc").snapshot()
    for count in range(1, 9):
        assert [row.char_name for row in snapshot.search(text, count)] == expected[:count]


def test_search_tells_rare_letters_apart() -> None:
    """More different letters than fit a byte, so that several share a place in the index."""
    alphabet = [chr(0x4E00 + number) for number in range(600)]
    snapshot = people(*(left + right for left, right in pairwise(alphabet))).snapshot(100)
    for first in (0, 250, 300, 550):
        text = alphabet[first] + alphabet[first + 1]
        assert [row.char_name for row in snapshot.page("pvp", Filters(search_name=text), 1, 9).rows] == [text]
        assert snapshot.page("pvp", Filters(search_name=alphabet[first + 1]), 1, 9).total == 2
        assert snapshot.page("pvp", Filters(search_name=text[::-1]), 1, 9).total == 0


def test_search_sorts_long_names_that_begin_alike() -> None:
    """Equal in more bytes than one step of the sort compares."""
    prefix = "а" * 20
    texts = [
        *(prefix + letter for letter in "dbca"),
        prefix,
        prefix[:-1],
        *(letter + prefix for letter in "ba"),
        prefix,
    ]
    # Third steps in another order than the second ones.
    texts += ["x" * 9 + middle * 8 + end for middle, end in ("bz", "by", "ca", "cb")]
    snapshot = people(*texts).snapshot()
    for text in {*texts, prefix + "b", "а" * 8, "аd", "аа", "xxbbbbbbbb", "xcccccccc"}:
        expected = [name for name in texts if text in name]
        assert [row.char_name for row in snapshot.page("pvp", Filters(search_name=text), 1, 20).rows] == expected, text


def test_search_among_many_rows_equals_a_scan() -> None:
    """Few and many matches take different ways; row numbers need more than a byte."""
    snapshot = people(*(f"{number:05x}" for number in range(30_000))).snapshot(4000)
    for text in ("0abc", "07", "3"):
        expected = [f"{number:05x}" for number in range(30_000) if text in f"{number:05x}"]
        result = snapshot.page("pk", Filters(search_name=text), 1, 30_000)
        assert [row.char_name for row in result.rows] == expected
        assert [row.rank - 1 for row in result.rows] == [int(name, 16) for name in expected]


def test_name_table_is_built_again_when_many_names_changed_and_ten_minutes_have_passed() -> None:
    world = people(*(f"{number:05x}" for number in range(300)))
    first = world.snapshot().names.table
    assert first

    def table_id(renamed_count: int, seconds: float) -> str:
        characters = [
            row._replace(name=f"new{row.name}") if row.character_id < renamed_count else row for row in world.characters
        ]
        table = World(characters, []).snapshot(table=first, taken_at=first.head.built_at + seconds).names.table
        assert table
        return table.id

    assert table_id(2, 601) == table_id(3, 599) == table_id(300, 599) == first.id
    assert table_id(3, 601) != first.id
    smaller_table = (
        World(world.characters[3:], []).snapshot(table=first, taken_at=first.head.built_at + 601).names.table
    )
    assert smaller_table
    assert smaller_table.id != first.id


def test_few_matches_among_many_names_leave_out_lost_names_and_include_new_ones() -> None:
    names = [f"{number:05x}" for number in range(300)]
    table = people(*names).snapshot().names.table
    world = people(*names)
    world.characters[7] = world.characters[7]._replace(name="new008")
    del world.characters[9]
    snapshot = world.snapshot(table=table)
    assert snapshot.names.table is table
    for text, expected in (("00007", []), ("00008", ["00008"]), ("w008", ["new008"]), ("00009", [])):
        assert {row.char_name for row in snapshot.page("pvp", Filters(search_name=text), 1, 9).rows} == set(expected)
        assert {row.char_name for row in snapshot.search(text, 8)} == set(expected)


def test_name_tables_of_equal_names_have_one_id() -> None:
    def table_id(*names: str, taken_at: float = 1.0) -> str:
        table = people(*names).snapshot(taken_at=taken_at).names.table
        assert table
        return table.id

    assert table_id("ab", "cd") == table_id("ab", "cd", taken_at=2.0) != table_id("ab", "ce")


def test_unpack_refuses_a_damaged_name_table() -> None:
    table = people("ab", "cd").snapshot().names.table
    assert table
    data = pack(table)
    for place in range(len(data)):
        damaged_data = bytearray(data)
        damaged_data[place] ^= 1
        with pytest.raises(PackError):
            NameTable.unpack(memoryview(damaged_data))
