"""Accounts that no snapshot knows: looked up once a minute, one after the other, and never taken for empty."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

import pytest
from cachetools import TTLCache

from gateway.database.database import Database, DatabaseUnavailable
from gateway.features.characters import account_lookup_scan
from gateway.features.characters.handlers import shown
from gateway.http.errors import GameUnavailable
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.player_state import game, reading

FAMILIES = ("mobius", "acis", "lucera")
_NEW = {
    "mobius": "INSERT INTO characters (charId, account_name, char_name, level, base_class, classid)"
    " VALUES (999999, 'Fresh', 'Newcomer', 1, 0, 0)",
    "acis": "INSERT INTO characters (obj_Id, account_name, char_name, level, base_class, classid)"
    " VALUES (999999, 'Fresh', 'Newcomer', 1, 0, 0)",
    "lucera": "INSERT INTO characters (obj_Id, account_name, char_name) VALUES (999999, 'Fresh', 'Newcomer')",
}


def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The accounts that are scanned for, and that never two are at once."""
    scanned, running, read = list[str](), set[str](), Database.read

    async def watched(door: Database, query: Any, **args: Any) -> list[Any]:
        if query is not account_lookup_scan.OF_ACCOUNT:
            return await read(door, query, **args)
        assert not running, "two scans at once"
        running.add(args["account"])
        scanned.append(args["account"])
        try:
            return await read(door, query, **args)
        finally:
            running.clear()

    monkeypatch.setattr(Database, "read", watched)
    return scanned


@pytest.mark.parametrize("family", FAMILIES)
async def test_a_new_account_s_character_is_found_without_a_snapshot(
    world: WorldFactory, monkeypatch: pytest.MonkeyPatch, family: str
) -> None:
    """Almost every column of it is still NULL."""
    here, scanned = world(family, seed=35), counted(monkeypatch)
    async with reading(here) as state:
        await game(here, _NEW[family])
        rows = [await state.characters.owned(login) for login in ("fresh", "FRESH", "fresh")]
        assert {(row.id, row.name) for each in rows for row in each} == {(999999, "Newcomer")}
        assert scanned == ["fresh"]
        character = shown(rows[0][0])
    assert (character.current_location, character.exp_percent, character.online) == ("Unknown", 0.0, False)
    assert (character.title, character.last_login, character.clan_name) == ("", None, None)
    assert (character.class_name, character.race_name) == ("Human Fighter", "Human")


async def test_that_an_account_has_none_is_remembered_for_a_minute(
    world: WorldFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, scanned, now = world("acis"), counted(monkeypatch), [0.0]
    monkeypatch.setattr(account_lookup_scan, "TTLCache", partial(TTLCache[str, tuple[int, ...]], timer=lambda: now[0]))
    async with reading(here) as state:
        answers = await asyncio.gather(*(state.characters.owned("nobody") for _ in range(50)))
        assert answers == [[]] * 50
        now[0] = 59.9
        assert await state.characters.owned("NOBODY") == []
        assert scanned == ["nobody"]
        now[0] = 60.1
        assert await state.characters.owned("nobody") == []
    assert scanned == ["nobody", "nobody"]


async def test_many_unknown_accounts_are_scanned_for_one_after_the_other(
    world: WorldFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, scanned = world("acis"), counted(monkeypatch)
    async with reading(here) as state:
        await asyncio.gather(*(state.characters.owned(f"nobody{number}") for number in range(10)))
    assert sorted(scanned) == [f"nobody{number}" for number in range(10)]


async def test_who_waits_too_long_for_a_scan_is_refused(world: WorldFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    held, begun, read = asyncio.Event(), asyncio.Event(), Database.read

    async def slow(door: Database, query: Any, **args: Any) -> list[Any]:
        if query is account_lookup_scan.OF_ACCOUNT:
            begun.set()
            await held.wait()
        return await read(door, query, **args)

    monkeypatch.setattr(Database, "read", slow)
    async with reading(world("acis"), patience=1500) as state:
        first = asyncio.create_task(state.characters.owned("first"))
        await begun.wait()
        with pytest.raises(GameUnavailable):
            await state.characters.owned("second")
        held.set()
        assert await first == []
        assert await state.characters.owned("second") == []


async def test_a_scan_that_failed_is_not_remembered_as_nothing(
    world: WorldFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = Database.read

    async def stopped(door: Database, query: Any, **args: Any) -> list[Any]:
        if query is account_lookup_scan.OF_ACCOUNT:
            raise DatabaseUnavailable("game", "the statement's limit was reached")
        return await read(door, query, **args)

    async with reading(world("acis")) as state:
        monkeypatch.setattr(Database, "read", stopped)
        with pytest.raises(DatabaseUnavailable):
            await state.characters.owned("nobody")
        monkeypatch.setattr(Database, "read", read)
        assert await state.characters.owned("nobody") == []
