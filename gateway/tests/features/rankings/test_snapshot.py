"""The snapshot compared with the definition of the rankings, on small worlds with hostile names."""

import unicodedata
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.features.rankings.build import Builder
from gateway.features.rankings.columns import CharacterRow, FoundCharacter, RankingRow
from gateway.features.rankings.name_table import NameTable
from gateway.features.rankings.serialization import PackError
from gateway.features.rankings.snapshot import Filters, Kind, Snapshot
from gateway.features.rankings.string_column import folded_utf8
from gateway.features.rankings.suffix_table import SuffixTable
from gateway.features.rankings.visibility import ALL_PUBLIC, HIDDEN_NAME, Privacy, PrivacyLevels, ShownCharacter
from gateway.game.classes import class_name, race_name

HOSTILE = [
    *["<script>", "'; --", "100%", "_x_", "a\\b", "😀a😀", "Ｗ" * 16, "مرحبا", "Привет", "STRASSE", "straße"],
    *["e\u0301clair", "Éclair", "ǰ", "İi", "ΣΊΣΥΦΟΣ", "ﬁn", "\0", "a\0b", "\ufffd", "", " ", "aaa", "AaAa", "ÿ\xff"],
]
HIDDEN_CHARACTER = ShownCharacter(HIDDEN_NAME, None, "hidden")
letters = st.one_of(st.sampled_from("aAbBéÉe\u0301ßsS%_\\😀Ｗ\0İi"), st.characters(exclude_categories=("Cs",)))
names = st.one_of(st.sampled_from(HOSTILE), st.text(letters, max_size=16))


class Character(NamedTuple):
    character_id: int
    account_name: str
    name: str
    level: int = 1
    class_id: int = 0
    race: int = 0
    clan_id: int = 0
    pvp_kills: int = 0
    pk_kills: int = 0
    online: int = 0
    ranked: int = 1
    exp: int = 0
    playtime: int = 0
    noble: int = 0
    trader: int = 0

    @property
    def values(self) -> tuple[int | str, ...]:
        flags = (self.race + 1) * 32 + self.trader * 8 + self.noble * 4 + self.online * 2 + self.ranked
        row = {**self._asdict(), "flags": flags}
        return tuple(row[field] for field in CharacterRow.__struct_fields__)


@dataclass
class World:
    characters: list[Character]
    clans: list[tuple[int, str]]

    def snapshot(
        self,
        range_rows: int = 3,
        table: NameTable | None = None,
        taken_at: float = 1_700_000_000.5,
        privacy: PrivacyLevels = ALL_PUBLIC,
    ) -> Snapshot:
        builder = Builder(b"key", privacy=privacy)
        for first in range(0, len(self.characters), range_rows):
            builder.add([character.values for character in self.characters[first : first + range_rows]])
        return builder.finish([(*clan, 3, -5, 0, 0, 0, "") for clan in self.clans], taken_at, table)


def unpacked(snapshot: Snapshot) -> Snapshot:
    """The snapshot as another process gets it."""
    table = snapshot.names.table
    assert table
    return Snapshot.unpack(snapshot.pack(), {table.id: NameTable.unpack(joined(table))}.__getitem__)


def joined(table: NameTable) -> memoryview:
    return memoryview(b"".join(table.chunks()))


@st.composite
def worlds(draw: st.DrawFn) -> World:
    ids = sorted(draw(st.sets(st.integers(0, 2**31), max_size=12)))
    characters = [
        Character(
            character_id,
            draw(st.sampled_from(["demo", "Demo", "DEMO2", "ünï", ""])),
            draw(names),
            draw(st.sampled_from([1, 20, 40, 80, 85, 300])),
            draw(st.sampled_from([0, 10, 57, 118, 60, 1000])),
            draw(st.sampled_from([0, 4, 4, 7, -1])),
            draw(st.sampled_from([0, 1, 2, 9])),
            draw(st.sampled_from([0, 0, 5, 300, 2**40])),
            draw(st.sampled_from([0, 1, 70_000])),
            draw(st.integers(0, 1)),
            draw(st.sampled_from([1, 1, 1, 0])),
        )
        for character_id in ids
    ]
    return World(characters, [(1, draw(names)), (2, "Клан"), (5, "Unused")])


def case_folded(text: str) -> str:
    """The rule in other words; a search does not tell NUL from U+FFFD."""
    nfc = unicodedata.normalize("NFC", text)
    return unicodedata.normalize("NFC", nfc.casefold()).replace("\0", "\ufffd")


def ranked_characters(world: World, kind: Kind) -> list[Character]:
    def score(row: Character) -> int:
        return row.pvp_kills if kind == "pvp" else row.pk_kills

    return sorted((row for row in world.characters if row.ranked), key=lambda row: (-score(row), row.character_id))


def expected_rows(world: World, kind: Kind, filters: Filters) -> list[RankingRow]:
    clans = dict(world.clans)

    def race(row: Character) -> int:
        return row.race if row.race >= 0 else {57: 4, 118: 4}.get(row.class_id, 0)

    return [
        RankingRow(
            rank,
            row.name,
            row.level,
            row.class_id,
            class_name(row.class_id),
            race(row),
            race_name(race(row)),
            clans.get(row.clan_id) or None,
            row.pvp_kills if kind == "pvp" else row.pk_kills,
            row.online == 1,
            row.character_id,
            "public",
            row.clan_id if clans.get(row.clan_id) else None,
        )
        for rank, row in enumerate(ranked_characters(world, kind), 1)
        if (not filters.search_name or case_folded(filters.search_name) in case_folded(row.name))
        and (filters.race is None or race(row) == filters.race)
        and (filters.class_id is None or row.class_id == filters.class_id)
        and (filters.min_level is None or row.level >= filters.min_level)
        and (filters.max_level is None or row.level <= filters.max_level)
        and (not filters.online_only or row.online)
    ]


all_filters = st.builds(
    Filters,
    search_name=st.one_of(st.just(""), names, st.text(letters, max_size=3)),
    race=st.sampled_from([None, None, 0, 4]),
    class_id=st.sampled_from([None, None, 0, 118]),
    min_level=st.sampled_from([None, None, 1, 40]),
    max_level=st.sampled_from([None, None, 40, 85]),
    online_only=st.sampled_from([False, False, True]),
)
KINDS: tuple[Kind, Kind] = ("pvp", "pk")
kinds = st.sampled_from(KINDS)


@given(worlds(), kinds, all_filters, st.integers(1, 4), st.integers(1, 5))
def test_page_equals_the_rows_of_the_definition(
    world: World, kind: Kind, filters: Filters, page: int, size: int
) -> None:
    expected = expected_rows(world, kind, filters)
    result = unpacked(world.snapshot()).page(kind, filters, page, size)
    assert result.total == len(expected)
    assert result.rows == expected[(page - 1) * size : page * size]


@given(worlds(), worlds(), kinds, all_filters)
def test_page_with_the_table_of_an_earlier_world_equals_the_definition(
    earlier: World, world: World, kind: Kind, filters: Filters
) -> None:
    """Ids are shared by both worlds: characters were born, renamed and deleted between them."""
    ids = [row.character_id for row in earlier.characters]
    for number, row in enumerate(world.characters[: len(ids)]):
        world.characters[number] = row._replace(
            character_id=ids[number], name=row.name or earlier.characters[number].name
        )
    world.characters.sort()
    table = earlier.snapshot().names.table
    snapshot = unpacked(world.snapshot(table=table))
    assert snapshot.names.table
    assert table
    assert snapshot.names.table.id == table.id, "a table is not built again within ten minutes"
    assert snapshot.page(kind, filters, 1, 100).rows == expected_rows(world, kind, filters)
    assert snapshot.search(filters.search_name, 8) == world.snapshot().search(filters.search_name, 8)


@given(st.lists(names, max_size=12), names)
def test_suffix_table_equals_a_plain_scan(texts: list[str], text: str) -> None:
    """Of every folded name, at every place where one of its characters begins."""
    folded = [case_folded(name) for name in texts]
    table = SuffixTable.build(b"\0" + folded_utf8(texts))
    pattern = case_folded(text)
    expected = [
        number
        for number, name in enumerate(folded)
        for place in range(len(name))
        if pattern and name.startswith(pattern, place)
    ]
    assert sorted(table.numbers[table.find(pattern.encode())].tolist()) == expected or not pattern
    whole = f"\0{pattern}\0".encode()
    assert sorted(table.numbers[table.find(whole)].tolist()) == [n for n, name in enumerate(folded) if name == pattern]


@given(worlds(), kinds, st.data())
def test_search_finds_a_name_by_every_part(world: World, kind: Kind, data: st.DataObject) -> None:
    ranked = [row for row in world.characters if row.ranked and row.name]
    if not ranked:
        return
    name = data.draw(st.sampled_from([row.name for row in ranked]))
    first = data.draw(st.integers(0, len(name) - 1))
    filters = Filters(search_name=name[first : data.draw(st.integers(first + 1, len(name)))])
    assert world.snapshot().page(kind, filters, 1, 100).rows == expected_rows(world, kind, filters)


@given(worlds(), st.one_of(names, st.text(letters, max_size=2)), st.integers(1, 9))
def test_search_orders_equal_names_then_prefixes_then_ranks(world: World, text: str, count: int) -> None:
    folded = case_folded(text)
    rows = {row.rank: row for row in expected_rows(world, "pvp", Filters(search_name=text))} if text else {}

    def order(rank: int) -> tuple[bool, bool, int]:
        name = case_folded(rows[rank].char_name)
        return name != folded, not name.startswith(folded), rank

    ids = [row.character_id for row in ranked_characters(world, "pvp")]
    assert world.snapshot().search(text, count) == [
        FoundCharacter(
            row.char_name,
            ids[rank - 1],
            row.level,
            row.class_id,
            row.class_name,
            row.race,
            row.clan_name,
            rank,
            "public",
        )
        for rank, row in ((rank, rows[rank]) for rank in sorted(rows, key=order)[:count])
    ]


@given(worlds(), st.data())
def test_hidden_characters_keep_their_rank_and_lose_their_name(world: World, data: st.DataObject) -> None:
    login = data.draw(st.sampled_from(["demo", "DEMO2", "ünï"]))
    level: Privacy = data.draw(st.sampled_from(["hidden", "rankings"]))
    table = world.snapshot().names.table if data.draw(st.booleans()) else None
    snapshot = unpacked(world.snapshot(table=table, privacy=PrivacyLevels("public", {level: [login.upper()]})))
    ranked = ranked_characters(world, "pvp")
    chosen = {row.character_id for row in ranked if row.account_name.casefold() == login.casefold()}
    everyone = expected_rows(world, "pvp", Filters())
    rows = snapshot.page("pvp", Filters(), 1, 100).rows
    assert [(row.rank, row.score, row.level, row.race) for row in rows] == [
        (row.rank, row.score, row.level, row.race) for row in everyone
    ]
    for row, public, character in zip(rows, everyone, ranked, strict=True):
        elsewhere = snapshot.shown_elsewhere([character.character_id])[character.character_id]
        found = [row.char_id for row in snapshot.search(character.name, 100)]
        if character.character_id not in chosen:
            assert row == public
            assert elsewhere == ShownCharacter(character.name, character.character_id, "public")
        elif level == "rankings":
            assert row == msgspec.structs.replace(public, privacy="rankings")
            assert elsewhere == HIDDEN_CHARACTER
        else:
            assert (row.char_name, row.char_id, row.clan_name, row.online) == (HIDDEN_NAME, None, None, False)
            assert character.character_id not in found
            assert elsewhere == HIDDEN_CHARACTER
    if level == "hidden":
        text = data.draw(names)
        expected = [row.rank for row in expected_rows(world, "pvp", Filters(text)) if row.char_id not in chosen]
        assert not text or [row.rank for row in snapshot.page("pvp", Filters(text), 1, 100).rows] == expected


def test_default_level_and_hidden_names_hold_for_everyone_else() -> None:
    world = people("ab", "cd", "ef")
    levels = PrivacyLevels("hidden", {"public": ["a"]}, ["cd"])
    rows = world.snapshot(privacy=levels).page("pvp", Filters(), 1, 9).rows
    assert [row.char_name for row in rows] == ["ab", HIDDEN_NAME, "ef"]
    rows = world.snapshot(privacy=PrivacyLevels("hidden")).page("pvp", Filters(), 1, 9).rows
    assert {row.char_name for row in rows} == {HIDDEN_NAME}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("aa", ["aa", "AA", "aab", "baaab", "caa"]),
        ("aab", ["aab", "baaab"]),
        ("b", ["baaab", "bcc", "Ab", "aab"]),
        ("c", ["caa", "bcc"]),
        ("a", ["Ab", "aab", "aa", "AA", "baaab", "caa"]),
    ],
)
def test_search_lists_a_name_once_in_its_best_place(text: str, found: list[str]) -> None:
    snapshot = people("Ab", "baaab", "aab", "aa", "caa", "AA", "bcc").snapshot()
    for count in range(1, 9):
        assert [row.char_name for row in snapshot.search(text, count)] == found[:count]


@given(worlds(), st.integers(1, 5))
def test_snapshot_does_not_depend_on_the_ranges(world: World, range_rows: int) -> None:
    whole, parts = world.snapshot(100), world.snapshot(range_rows)
    assert whole.stats == parts.stats
    pages = [snapshot.page("pk", Filters(), 1, 100) for snapshot in (whole, parts)]
    assert pages[0].rows == pages[1].rows
    assert pages[0].character_ids.tolist() == pages[1].character_ids.tolist()


def test_stats_count_offline_shops_where_the_game_marks_them() -> None:
    marks = (1, 2, 2, 1)
    world = World([Character(number + 1, "a", f"n{number}", trader=mark) for number, mark in enumerate(marks)], [])
    assert world.snapshot().stats.traders == 2


@given(worlds())
def test_stats_count_all_characters(world: World) -> None:
    facts = world.snapshot().stats
    assert facts.total_characters == len(world.characters)
    assert facts.total_clans == 3
    assert facts.online_players == sum(row.online for row in world.characters)
    assert facts.traders is None
    assert facts.taken_at == 1_700_000_000.5
    for counted, values in (
        (facts.classes, [row.class_id for row in world.characters]),
        (facts.levels, [row.level for row in world.characters]),
    ):
        assert counted == sorted((value, values.count(value)) for value in set(values))
    assert sum(count for _, count in facts.races) == len(world.characters)


@given(worlds())
def test_accounts_ignore_case(world: World) -> None:
    accounts = unpacked(world.snapshot()).accounts
    for login in ("demo", "demo2", "ünï", "ÜNÏ"):
        expected = [row.character_id for row in world.characters if row.account_name.lower() == login.lower()]
        assert list(accounts.get(login)) == expected
    assert accounts.get("nobody") == ()


def people(*people_names: str) -> World:
    return World([Character(number, "a", name) for number, name in enumerate(people_names)], [])


@given(worlds())
def test_ranks_of_equal_those_of_the_pages(world: World) -> None:
    """Characters that are not ranked or do not exist have none."""
    pvp, pk = (
        {row.character_id: place for place, row in enumerate(ranked_characters(world, kind), 1)} for kind in KINDS
    )
    ids = [*(row.character_id for row in world.characters), 2**40, -1]
    assert world.snapshot().ranks_of(ids) == {character: (place, pk[character]) for character, place in pvp.items()}


def test_search_tells_rare_letters_apart() -> None:
    """More different letters than fit a byte, so that several share a place in the index."""
    alphabet = [chr(0x4E00 + number) for number in range(600)]
    snapshot = people(*(left + right for left, right in pairwise(alphabet))).snapshot(100)
    for first in (0, 250, 300, 550):
        text = alphabet[first] + alphabet[first + 1]
        assert [row.char_name for row in snapshot.page("pvp", Filters(search_name=text), 1, 9).rows] == [text]
        assert snapshot.page("pvp", Filters(search_name=alphabet[first + 1]), 1, 9).total == 2
        assert snapshot.page("pvp", Filters(search_name=text[::-1]), 1, 9).total == 0


@pytest.mark.parametrize(("text", "total"), [("bc", 1), ("abc", 0), ("d" * 64, 0)])
def test_search_does_not_match_across_two_names(text: str, total: int) -> None:
    assert people("ab", "cd", "bc").snapshot().page("pvp", Filters(search_name=text), 1, 9).total == total


def test_page_far_past_the_end_is_empty() -> None:
    result = people("ab").snapshot().page("pk", Filters(search_name="a"), 10**30, 100)
    assert (result.rows, result.total) == ([], 1)


def test_repeated_character_counts_once() -> None:
    world = people("ab", "cd")
    world.characters.insert(1, world.characters[0])
    snapshot = world.snapshot()
    assert snapshot.stats.total_characters == 2
    assert [row.char_name for row in snapshot.page("pvp", Filters(), 1, 9).rows] == ["ab", "cd"]


def test_search_sorts_long_names_that_begin_alike() -> None:
    """Equal in more bytes than one step of the sort compares."""
    alike = "а" * 20
    texts = [*(alike + letter for letter in "dbca"), alike, alike[:-1], *(letter + alike for letter in "ba"), alike]
    # Third steps in another order than the second ones.
    texts += ["x" * 9 + middle * 8 + end for middle, end in ("bz", "by", "ca", "cb")]
    snapshot = people(*texts).snapshot()
    for text in {*texts, alike + "b", "а" * 8, "аd", "аа", "xxbbbbbbbb", "xcccccccc"}:
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

    def table_id(renamed: int, seconds: float) -> str:
        changed = [
            row._replace(name=f"new{row.name}") if row.character_id < renamed else row for row in world.characters
        ]
        table = World(changed, []).snapshot(table=first, taken_at=first.head.built_at + seconds).names.table
        assert table
        return table.id

    assert table_id(2, 601) == table_id(3, 599) == table_id(300, 599) == first.id
    assert table_id(3, 601) != first.id
    gone = World(world.characters[3:], []).snapshot(table=first, taken_at=first.head.built_at + 601).names.table
    assert gone
    assert gone.id != first.id


def test_few_matches_among_many_names_leave_out_lost_names_and_include_new_ones() -> None:
    names = [f"{number:05x}" for number in range(300)]
    table = people(*names).snapshot().names.table
    world = people(*names)
    world.characters[7] = world.characters[7]._replace(name="new008")
    del world.characters[9]
    snapshot = world.snapshot(table=table)
    assert snapshot.names.table is table
    for text, found in (("00007", []), ("00008", ["00008"]), ("w008", ["new008"]), ("00009", [])):
        assert {row.char_name for row in snapshot.page("pvp", Filters(search_name=text), 1, 9).rows} == set(found)
        assert {row.char_name for row in snapshot.search(text, 8)} == set(found)


def test_name_tables_of_equal_names_have_one_id() -> None:
    tables = [people("ab", "cd").snapshot(taken_at=moment).names.table for moment in (1.0, 2.0)]
    assert tables[0]
    assert tables[1]
    assert tables[0].id == tables[1].id
    other = people("ab", "ce").snapshot().names.table
    assert other
    assert other.id != tables[0].id


def test_unpack_refuses_a_damaged_name_table() -> None:
    table = people("ab", "cd").snapshot().names.table
    assert table
    packed = joined(table)
    for place in range(len(packed)):
        damaged = bytearray(packed)
        damaged[place] ^= 1
        with pytest.raises(PackError):
            NameTable.unpack(memoryview(damaged))


def no_table(table_id: str) -> NameTable:
    raise AssertionError(table_id)


def test_unpack_refuses_damaged_bytes_and_other_formats() -> None:
    packed = people("ab", "cd").snapshot().pack()
    for place in {*range(400), *range(400, len(packed), 1999)}:
        damaged = bytearray(packed)
        damaged[place] ^= 1
        with pytest.raises(PackError):
            Snapshot.unpack(damaged, no_table)
    for length in (0, 10, len(packed) - 1):
        with pytest.raises(PackError):
            Snapshot.unpack(packed[:length], no_table)
    with pytest.raises(PackError):
        Snapshot.unpack(packed + b"\0", no_table)
    other_format = bytearray(packed)
    other_format[8:12] = (99).to_bytes(4, "little")  # not under the checksum
    with pytest.raises(PackError, match="format"):
        Snapshot.unpack(other_format, no_table)
