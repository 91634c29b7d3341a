"""The snapshot compared with the definition of the rankings, on small worlds with hostile names."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.game.logins import site_login
from gateway.tests.support.ranked_worlds import (
    HIDDEN_CHARACTER,
    KINDS,
    Character,
    World,
    all_filters,
    expected_rows,
    kinds,
    names,
    pack,
    pack_and_unpack,
    people,
    ranked_characters,
    worlds,
)
from gateway.world_snapshot.account_index import AccountHash
from gateway.world_snapshot.name_table import NameTable
from gateway.world_snapshot.serialization import PackError
from gateway.world_snapshot.snapshot import Filters, Kind, Snapshot
from gateway.world_snapshot.visibility import HIDDEN_NAME, Privacy, PrivacyLevels, ShownCharacter


@given(worlds(), kinds, all_filters, st.integers(1, 4), st.integers(1, 5))
def test_page_equals_the_rows_of_the_definition(
    world: World, kind: Kind, filters: Filters, page: int, size: int
) -> None:
    expected = expected_rows(world, kind, filters)
    result = pack_and_unpack(world.snapshot()).page(kind, filters, page, size)
    assert result.total == len(expected)
    assert result.rows == expected[(page - 1) * size : page * size]


@given(worlds(), st.data())
def test_hidden_characters_keep_their_rank_and_lose_their_name(world: World, data: st.DataObject) -> None:
    login = data.draw(st.sampled_from(["demo", "DEMO2", "ünï"]))
    level: Privacy = data.draw(st.sampled_from(["hidden", "rankings"]))
    table = world.snapshot().names.table if data.draw(st.booleans()) else None
    snapshot = pack_and_unpack(world.snapshot(table=table, privacy=PrivacyLevels("public", {level: [login.upper()]})))
    characters = ranked_characters(world, "pvp")
    chosen_ids = {row.character_id for row in characters if site_login(row.account_name) == site_login(login)}
    everyone = expected_rows(world, "pvp", Filters())
    rows = snapshot.page("pvp", Filters(), 1, 100).rows
    assert [(row.rank, row.score, row.level, row.race) for row in rows] == [
        (row.rank, row.score, row.level, row.race) for row in everyone
    ]
    for row, public, character in zip(rows, everyone, characters, strict=True):
        elsewhere = snapshot.shown_elsewhere([character.character_id])[character.character_id]
        matches = [row.char_id for row in snapshot.search(character.name, 100)]
        if character.character_id not in chosen_ids:
            assert row == public
            assert elsewhere == ShownCharacter(character.name, character.character_id, "public")
        elif level == "rankings":
            assert row == msgspec.structs.replace(public, privacy="rankings")
            assert elsewhere == HIDDEN_CHARACTER
        else:
            assert (row.char_name, row.char_id, row.clan_name, row.online) == (HIDDEN_NAME, None, None, False)
            assert character.character_id not in matches
            assert elsewhere == HIDDEN_CHARACTER
    if level == "hidden":
        text = data.draw(names)
        expected = [
            row.rank for row in expected_rows(world, "pvp", Filters(search_name=text)) if row.char_id not in chosen_ids
        ]
        assert (
            not text or [row.rank for row in snapshot.page("pvp", Filters(search_name=text), 1, 100).rows] == expected
        )


def test_default_level_and_hidden_names_hold_for_all_others() -> None:
    world = people("ab", "cd", "ef")
    levels = PrivacyLevels("hidden", {"public": ["a"]}, ["cd"])
    rows = world.snapshot(privacy=levels).page("pvp", Filters(), 1, 9).rows
    assert [row.char_name for row in rows] == ["ab", HIDDEN_NAME, "ef"]
    rows = world.snapshot(privacy=PrivacyLevels("hidden")).page("pvp", Filters(), 1, 9).rows
    assert {row.char_name for row in rows} == {HIDDEN_NAME}


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
    for counts, values in (
        (facts.classes, [row.class_id for row in world.characters]),
        (facts.levels, [row.level for row in world.characters]),
    ):
        assert counts == sorted((value, values.count(value)) for value in set(values))
    assert sum(count for _, count in facts.races) == len(world.characters)


@given(st.text(max_size=600))
def test_hash_of_one_account_is_that_among_many(text: str) -> None:
    account_hash = AccountHash(b"key")
    assert account_hash.of(text) == account_hash([text, "demo"])[0]


@given(worlds())
def test_accounts_ignore_case_and_blanks_at_the_end_alone(world: World) -> None:
    accounts = pack_and_unpack(world.snapshot()).accounts
    for login in ("demo", "Demo ", "demo2", "ünï", "ÜNÏ", "strasse", "STRASSE", "straße"):
        name = login.strip(" ").lower()
        expected = [row.character_id for row in world.characters if row.account_name.strip(" ").lower() == name]
        assert list(accounts.get(login)) == expected
    assert accounts.get("nobody") == ()


@given(worlds())
def test_ranks_of_equal_those_of_the_pages(world: World) -> None:
    """Characters that are not ranked or do not exist have none."""
    pvp, pk = (
        {row.character_id: place for place, row in enumerate(ranked_characters(world, kind), 1)} for kind in KINDS
    )
    ids = [*(row.character_id for row in world.characters), 2**40, -1]
    assert world.snapshot().ranks_of(ids) == {character: (place, pk[character]) for character, place in pvp.items()}


def test_page_far_past_the_end_is_empty() -> None:
    result = people("ab").snapshot().page("pk", Filters(search_name="a"), 10**30, 100)
    assert (result.rows, result.total) == ([], 1)


def test_repeated_character_counts_once() -> None:
    world = people("ab", "cd")
    world.characters.insert(1, world.characters[0])
    snapshot = world.snapshot()
    assert snapshot.stats.total_characters == 2
    assert [row.char_name for row in snapshot.page("pvp", Filters(), 1, 9).rows] == ["ab", "cd"]


def no_table(table_id: str) -> NameTable:
    raise AssertionError(table_id)


def test_unpack_refuses_damaged_bytes_and_other_formats() -> None:
    data = bytes(pack(people("ab", "cd").snapshot()))
    for place in {*range(400), *range(400, len(data), 1999)}:
        damaged_data = bytearray(data)
        damaged_data[place] ^= 1
        with pytest.raises(PackError):
            Snapshot.unpack(damaged_data, no_table)
    for length in (0, 10, len(data) - 1):
        with pytest.raises(PackError):
            Snapshot.unpack(data[:length], no_table)
    with pytest.raises(PackError):
        Snapshot.unpack(data + b"\0", no_table)
    other_format = bytearray(data)
    other_format[8:12] = (99).to_bytes(4, "little")  # not under the checksum
    with pytest.raises(PackError, match="format"):
        Snapshot.unpack(other_format, no_table)
