"""Lookup of accounts that are not in the snapshot."""

import asyncio
import time
from typing import Any

import pytest

from gateway.database.database import Database
from gateway.features.characters import account_lookup
from gateway.features.characters.account_lookup import MAX_AGE_SECONDS, AccountLookup
from gateway.features.characters.handlers import build_character
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.account_app import game
from gateway.tests.support.player_state import open_player_state

FAMILIES = ("mobius", "acis", "lucera")
_NEW = {
    "mobius": "INSERT INTO characters (charId, account_name, char_name, level, base_class, classid)"
    " VALUES (999999, 'Fresh', 'Newcomer', 1, 0, 0)",
    "acis": "INSERT INTO characters (obj_Id, account_name, char_name, level, base_class, classid)"
    " VALUES (999999, 'Fresh', 'Newcomer', 1, 0, 0)",
    "lucera": "INSERT INTO characters (obj_Id, account_name, char_name) VALUES (999999, 'Fresh', 'Newcomer')",
}


@pytest.fixture
def scan_log(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The accounts of each scan. Two scans at once are an error."""
    scans, running, read = list[list[str]](), set[int](), Database.read

    async def recording_read(database: Database, query: Any, **args: Any) -> list[Any]:
        if query is not account_lookup.OF_ACCOUNTS:
            return await read(database, query, **args)
        assert not running, "two scans at once"
        running.add(len(scans))
        scans.append(sorted(args["accounts"]))
        try:
            return await read(database, query, **args)
        finally:
            running.clear()

    monkeypatch.setattr(Database, "read", recording_read)
    return scans


@pytest.mark.parametrize("family", FAMILIES)
async def test_owned_new_account_is_found_before_the_next_snapshot(
    world: WorldFactory, scan_log: list[list[str]], family: str
) -> None:
    """Almost all columns of a new character are NULL."""
    game_world = world(family, seed=35)
    async with open_player_state(game_world) as state:
        await game(game_world, _NEW[family])
        rows = [await state.characters.all_owned(login) for login in ("fresh", "FRESH", "fresh")]
        assert {(row.id, row.name) for characters in rows for row in characters} == {(999999, "Newcomer")}
        assert scan_log == [["fresh"]]
        character = build_character(rows[0][0])
    assert (character.current_location, character.exp_percent, character.online) == ("Unknown", 0.0, False)
    assert (character.title, character.last_login, character.clan_name) == ("", None, None)
    assert (character.class_name, character.race_name) == ("Human Fighter", "Human")


async def test_character_ids_of_an_empty_account_are_scanned_for_once_while_snapshots_follow(
    world: WorldFactory, scan_log: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    began = time.time()
    async with open_player_state(world("acis"), snapshot=False) as state:
        lookup = AccountLookup(state.databases.game, 30)
        assert await asyncio.gather(*(lookup.character_ids("nobody", began) for _ in range(50))) == [()] * 50
        later_time = time.time() + MAX_AGE_SECONDS + 1
        monkeypatch.setattr(account_lookup.time, "time", lambda: later_time)
        assert await lookup.character_ids("NOBODY", later_time - 60) == ()
        assert scan_log == [["nobody"]]
        assert await lookup.character_ids("nobody", began) == ()
        assert scan_log == [["nobody"]] * 2, "without a new snapshot the account is scanned for again"
        await lookup.close()
