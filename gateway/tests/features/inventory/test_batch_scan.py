"""One scan for everybody who waits, where the game's `items` has no index on the owner."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from itertools import pairwise
from pathlib import Path

import pytest

from fixtures.servers import MariaDB, Redis
from gateway.config.dsn import parse_dsn
from gateway.database.database import Connection, Database, DatabaseUnavailable
from gateway.features.inventory import batch_scan
from gateway.features.inventory.batch_scan import by_owner
from gateway.features.inventory.scan_coordination import Asked, ItemRow
from gateway.tests.conftest import ClientFactory, WorldFactory
from gateway.tests.support.account_app import bearer, entrance, refused, token_of
from gateway.tests.support.batch_scan import EVERY, own_words, owners_of, processes, told
from gateway.tests.support.databases import admin
from gateway.tests.support.player_state import id_of
from gateway.tests.support.polling import answered
from gateway.tests.support.wait_until import until


@asynccontextmanager
async def statements(server: MariaDB, folder: Path) -> AsyncGenerator[Path]:
    """Everything that the server itself is asked meanwhile."""
    log = folder / "general.log"
    async with admin(server) as root:
        await root.execute(f"SET GLOBAL general_log_file = '{log}'")
        await root.execute("SET GLOBAL general_log = 1")
        try:
            yield log
        finally:
            await root.execute("SET GLOBAL general_log = 0")


async def test_fifty_owners_at_once_are_one_scan(mariadb: MariaDB, world: WorldFactory, tmp_path: Path) -> None:
    here = world("acis")
    owners = await owners_of(here, 50)
    async with processes(here) as (process,), statements(mariadb, tmp_path) as log:
        found = await asyncio.gather(*(process.scans.rows([owner]) for owner in owners))
        again = await process.scans.rows(owners)
    assert told(again) == await own_words(here, owners)
    assert [list(each) for each in found] == [[owner] for owner in owners]
    assert {owner: rows for each in found for owner, rows in each.items()} == again
    asked = re.findall(r"FROM items\s+WHERE owner_id IN \(([\d,\s]+)\)", log.read_text(errors="replace"))
    assert len(asked) == len(process.began) == 1
    assert {int(owner) for owner in asked[0].split(",")} == set(owners)


async def test_who_comes_later_waits_and_who_was_there_rides_along(world: WorldFactory) -> None:
    here = world("acis")
    first, second = await owners_of(here, 5), await owners_of(here, 5, first=5)
    async with processes(here) as (process,):
        await process.scans.rows(first)
        found = await asyncio.gather(*(process.scans.rows([owner]) for owner in second))
        assert told({owner: rows for each in found for owner, rows in each.items()}) == await own_words(here, second)
        assert len(process.began) == 2
        assert process.began[1] - process.began[0] > EVERY * 0.99
        made = {owner: process.scans._found[owner].at for owner in first + second}  # pyright: ignore[reportPrivateUsage]
        assert set(made.values()) == {max(made.values())}
        await process.scans.rows(first + second)
        assert len(process.began) == 2


async def test_processes_share_the_scan_and_what_it_found(redis_server: Redis, world: WorldFactory) -> None:
    here = world("acis")
    owners = await owners_of(here, 12)
    async with processes(here, 3, redis=redis_server.url) as three:
        parts = await asyncio.gather(*(each.scans.rows(owners[n::3]) for n, each in enumerate(three)))
        assert told({owner: rows for part in parts for owner, rows in part.items()}) == await own_words(here, owners)
        began = sorted(moment for each in three for moment in each.began)
        assert all(later - earlier > EVERY * 0.9 for earlier, later in pairwise(began))
        everything = await asyncio.gather(*(each.scans.rows(owners) for each in three))
        assert everything[0] == everything[1] == everything[2]
        assert sum(len(each.began) for each in three) == len(began)


async def test_without_redis_each_process_goes_on_alone(tmp_path: Path, world: WorldFactory) -> None:
    here = world("acis")
    first, second = await owners_of(here, 2, first=20), await owners_of(here, 2, first=22)
    with Redis(tmp_path) as redis:
        async with processes(here, 2, redis=redis.url) as two:
            await asyncio.gather(*(each.scans.rows(first) for each in two))
            redis.stop()
            await asyncio.gather(*(each.scans.rows(second) for each in two))
            assert told(await two[0].scans.rows(second)) == await own_words(here, second)
            for each in two:
                assert all(b - a > EVERY * 0.99 for a, b in pairwise(each.began))


async def test_what_nobody_can_read_in_redis_is_not_there(redis_server: Redis, world: WorldFactory) -> None:
    here = world("acis", seed=32)
    owners = await owners_of(here, 2)
    async with processes(here, 1, redis=redis_server.url) as (process,):
        board = process.scans._board  # pyright: ignore[reportPrivateUsage]
        for key in ("ended", *owners):
            assert board._redis  # pyright: ignore[reportPrivateUsage]
            await board._redis.put(f"{board._name}:{key}", b"\x00 no pack", 60)  # pyright: ignore[reportPrivateUsage]
        assert told(await process.scans.rows(owners)) == await own_words(here, owners)


async def test_a_scan_that_is_ended_refuses_all_and_is_not_repeated_before_its_time(
    mariadb: MariaDB, world: WorldFactory
) -> None:
    here = world("acis", seed=33)
    owners = await owners_of(here, 6)
    async with processes(here, GATEWAY_DATABASE_STATEMENT_MS="300") as (process,):
        async with admin(mariadb, here.schema) as root:
            await root.execute("LOCK TABLES items WRITE, augmentations WRITE")
            answers = await asyncio.gather(
                *(process.scans.rows([owner]) for owner in owners[:5]), return_exceptions=True
            )
            assert {type(answer) for answer in answers} == {DatabaseUnavailable}
            with pytest.raises(DatabaseUnavailable):
                await process.scans.rows([owners[5]])  # at once: it is known to be of no use
            assert len(process.began) == 1
            await root.execute("UNLOCK TABLES")
        while True:
            try:
                found = await process.scans.rows(owners)
            except DatabaseUnavailable:
                await asyncio.sleep(0.05)
            else:
                break
        assert told(found) == await own_words(here, owners)
        assert len(process.began) == 2
        assert process.began[1] - process.began[0] > EVERY * 0.99


async def test_another_process_s_failure_is_everybody_s(
    redis_server: Redis, mariadb: MariaDB, world: WorldFactory
) -> None:
    here = world("acis", seed=34)
    owners = await owners_of(here, 2)
    fast = {"GATEWAY_DATABASE_STATEMENT_MS": "300"}
    async with processes(here, 2, redis=redis_server.url, every=60, **fast) as two, admin(mariadb, here.schema) as root:
        await root.execute("LOCK TABLES items WRITE, augmentations WRITE")
        for process in two:
            with pytest.raises(DatabaseUnavailable):
                await process.scans.rows(owners)
        assert [len(process.began) for process in two] == [1, 0]


async def test_the_page_is_told_that_the_game_is_not_to_be_had(
    mariadb: MariaDB, world: WorldFactory, client: ClientFactory
) -> None:
    here = world("acis", seed=35)
    character = await id_of(here, "Aurelion")
    async with entrance(here, client, GATEWAY_DATABASE_STATEMENT_MS="1000") as http:
        http.headers.update(bearer(await token_of(http, "demo")))
        async with admin(mariadb, here.schema) as root:
            await answered(http, "/api/rankings/pvp")
            await root.execute("LOCK TABLES items WRITE, augmentations WRITE")
            refused(await http.get(f"/api/player/characters/{character}/items"), 503, "game_unavailable")
            wallet = await http.get("/api/player/balances")
            assert (wallet.status_code, wallet.json()["adena"]["total_amount"]) == (200, None)


async def test_a_database_that_is_away_is_asked_again_when_it_is_back(world: WorldFactory) -> None:
    here = world("acis", seed=36)
    (owner,) = await owners_of(here, 1)
    async with processes(here, every=600) as (process,):
        door = process.scans._door  # pyright: ignore[reportPrivateUsage]
        nowhere = Database("game", parse_dsn("mysql://nobody@127.0.0.1:1/nothing"), door.limits)
        process.scans._door = nowhere  # pyright: ignore[reportPrivateUsage]
        with pytest.raises(DatabaseUnavailable):
            await process.scans.rows([owner])
        process.scans._door = door  # pyright: ignore[reportPrivateUsage]
        assert told(await process.scans.rows([owner])) == await own_words(here, [owner])


async def blocked(root: Connection) -> bool:
    """Whether a scan waits for the lock."""
    found = await root.execute("SHOW FULL PROCESSLIST")
    return any("owner_id IN" in str(row[7]) for row in found.rows)


async def test_who_goes_away_harms_nobody(mariadb: MariaDB, world: WorldFactory) -> None:
    here = world("acis", seed=37)
    owners = await owners_of(here, 3)
    async with processes(here) as (process,):
        async with admin(mariadb, here.schema) as root:
            await root.execute("LOCK TABLES items WRITE, augmentations WRITE")
            waiting = [asyncio.create_task(process.scans.rows([owner, owners[2]])) for owner in owners[:2]]
            await until(lambda: blocked(root))
            waiting[0].cancel()
            await asyncio.gather(waiting[0], return_exceptions=True)
        assert waiting[0].cancelled()
        assert told(await waiting[1]) == await own_words(here, owners[1:])
        assert told(await process.scans.rows(owners)) == await own_words(here, owners)
        assert len(process.began) == 1


async def test_whoever_waits_when_the_service_ends_is_refused(world: WorldFactory) -> None:
    here = world("acis")
    first, second = await owners_of(here, 2)
    async with processes(here, every=600) as (process,):
        await process.scans.rows([first])
        waiting = asyncio.create_task(process.scans.rows([second]))
        await asyncio.sleep(0)
        await process.scans.close()
        with pytest.raises(DatabaseUnavailable):
            await waiting


async def test_nobody_waits_for_ever(world: WorldFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    here = world("acis")
    first, second = await owners_of(here, 2)
    async with processes(here, every=600) as (process,):
        await process.scans.rows([first])
        monkeypatch.setattr(batch_scan, "PATIENCE", 0.05 - 620)
        with pytest.raises(DatabaseUnavailable, match="in time"):
            await process.scans.rows([second])


def rows_of(*owners: int) -> list[ItemRow]:
    return [ItemRow(owner, 57, 1, 0, "INVENTORY", None, None) for owner in owners]


def test_rows_go_to_their_owners_and_who_has_none_is_told_so() -> None:
    answers = by_owner([3, 1, 2], rows_of(1, 1, 3))
    assert {owner: len(rows) for owner, rows in answers.items()} == {1: 2, 2: 0, 3: 1}
    assert by_owner([5], []) == {5: []}


def test_owners_whom_the_limit_cut_off_wait_for_the_next_scan() -> None:
    assert {owner: len(rows) for owner, rows in by_owner([1, 2, 3, 4], rows_of(1, 3, 3), most=3).items()} == {
        1: 1,
        2: 0,
    }
    assert {owner: len(rows) for owner, rows in by_owner([1, 2], rows_of(1, 1, 1), most=3).items()} == {1: 3}


def test_who_waits_longest_comes_first_and_riders_fill_what_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = batch_scan._chosen  # pyright: ignore[reportPrivateUsage]
    asked = {1: Asked(0.0, 90.0), 2: Asked(70.0, 99.0), 3: Asked(60.0, 99.5), 4: Asked(0.0, 95.0), 5: Asked(10.0, 20.0)}
    assert chosen(asked, 100.0) == [3, 2, 4, 1, 5]
    monkeypatch.setattr(batch_scan, "MOST_OWNERS", 3)
    assert chosen(asked, 100.0) == [3, 2, 4]
