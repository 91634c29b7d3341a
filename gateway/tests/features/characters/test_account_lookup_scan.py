"""Lookup of accounts that are not in the snapshot."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

import pytest
from cachetools import TTLCache

from gateway.database.database import Database, DatabaseUnavailable
from gateway.features.characters import account_lookup_scan
from gateway.features.characters.handlers import build_character
from gateway.http.errors import GameUnavailable
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.player_state import game, open_player_state

FAMILIES = ("mobius", "acis", "lucera")
_NEW = {
    "mobius": "INSERT INTO characters (charId, account_name, char_name, level, base_class, classid)"
    " VALUES (999999, 'Fresh', 'Newcomer', 1, 0, 0)",
    "acis": "INSERT INTO characters (obj_Id, account_name, char_name, level, base_class, classid)"
    " VALUES (999999, 'Fresh', 'Newcomer', 1, 0, 0)",
    "lucera": "INSERT INTO characters (obj_Id, account_name, char_name) VALUES (999999, 'Fresh', 'Newcomer')",
}


def record_scans(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Returns the list of accounts scanned for; fails if two scans overlap."""
    scanned, running, read = list[str](), set[str](), Database.read

    async def recording_read(database: Database, query: Any, **args: Any) -> list[Any]:
        if query is not account_lookup_scan.OF_ACCOUNT:
            return await read(database, query, **args)
        assert not running, "two scans at once"
        running.add(args["account"])
        scanned.append(args["account"])
        try:
            return await read(database, query, **args)
        finally:
            running.clear()

    monkeypatch.setattr(Database, "read", recording_read)
    return scanned


@pytest.mark.parametrize("family", FAMILIES)
async def test_owned_new_account_is_found_before_the_next_snapshot(
    world: WorldFactory, monkeypatch: pytest.MonkeyPatch, family: str
) -> None:
    """Almost all columns of a new character are NULL."""
    game_world, scanned = world(family, seed=35), record_scans(monkeypatch)
    async with open_player_state(game_world) as state:
        await game(game_world, _NEW[family])
        rows = [await state.characters.owned(login) for login in ("fresh", "FRESH", "fresh")]
        assert {(row.id, row.name) for owned in rows for row in owned} == {(999999, "Newcomer")}
        assert scanned == ["fresh"]
        character = build_character(rows[0][0])
    assert (character.current_location, character.exp_percent, character.online) == ("Unknown", 0.0, False)
    assert (character.title, character.last_login, character.clan_name) == ("", None, None)
    assert (character.class_name, character.race_name) == ("Human Fighter", "Human")


async def test_owned_empty_account_is_cached_for_a_minute(world: WorldFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    game_world, scanned, now = world("acis"), record_scans(monkeypatch), [0.0]
    monkeypatch.setattr(account_lookup_scan, "TTLCache", partial(TTLCache[str, tuple[int, ...]], timer=lambda: now[0]))
    async with open_player_state(game_world) as state:
        results = await asyncio.gather(*(state.characters.owned("nobody") for _ in range(50)))
        assert results == [[]] * 50
        now[0] = 59.9
        assert await state.characters.owned("NOBODY") == []
        assert scanned == ["nobody"]
        now[0] = 60.1
        assert await state.characters.owned("nobody") == []
    assert scanned == ["nobody", "nobody"]


async def test_owned_many_unknown_accounts_are_scanned_one_at_a_time(
    world: WorldFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_world, scanned = world("acis"), record_scans(monkeypatch)
    async with open_player_state(game_world) as state:
        await asyncio.gather(*(state.characters.owned(f"nobody{number}") for number in range(10)))
    assert sorted(scanned) == [f"nobody{number}" for number in range(10)]


async def test_owned_waiting_too_long_for_a_scan_raises(world: WorldFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    release, started, read = asyncio.Event(), asyncio.Event(), Database.read

    async def slow_read(database: Database, query: Any, **args: Any) -> list[Any]:
        if query is account_lookup_scan.OF_ACCOUNT:
            started.set()
            await release.wait()
        return await read(database, query, **args)

    monkeypatch.setattr(Database, "read", slow_read)
    async with open_player_state(world("acis"), timeout_ms=1500) as state:
        first = asyncio.create_task(state.characters.owned("first"))
        await started.wait()
        with pytest.raises(GameUnavailable):
            await state.characters.owned("second")
        release.set()
        assert await first == []
        assert await state.characters.owned("second") == []


async def test_owned_after_a_failed_scan_scans_again(world: WorldFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    read = Database.read

    async def failing_read(database: Database, query: Any, **args: Any) -> list[Any]:
        if query is account_lookup_scan.OF_ACCOUNT:
            raise DatabaseUnavailable("game", "the statement's limit was reached")
        return await read(database, query, **args)

    async with open_player_state(world("acis")) as state:
        monkeypatch.setattr(Database, "read", failing_read)
        with pytest.raises(DatabaseUnavailable):
            await state.characters.owned("nobody")
        monkeypatch.setattr(Database, "read", read)
        assert await state.characters.owned("nobody") == []
