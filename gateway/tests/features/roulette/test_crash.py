"""Kills the database or the client during spins, and cuts the connection: a key answers with one and the same spin."""

from pathlib import Path

import msgspec
import pytest

from fixtures import site_schema
from fixtures.servers import DURABLE, MariaDB
from gateway.database.database import Database
from gateway.features.roulette.spin import CommittedSpin
from gateway.tests.support import crash_tests
from gateway.tests.support.crash_tests import SPINS
from gateway.tests.support.databases import Server
from gateway.tests.support.roulette_data import fund, must_spin, rules_with
from gateway.tests.support.roulette_workload import fund_players, spin_outcome
from gateway.tests.support.wallet_invariants import assert_consistent

pytestmark = pytest.mark.faults


async def new_site(server: Server, schema: str) -> str:
    dsn = await site_schema.create(server, schema)
    async with site_schema.connect(dsn) as site:
        await fund_players(site)
    return dsn


async def test_database_killed_loses_no_answered_spin(tmp_path: Path) -> None:
    with MariaDB(tmp_path, options=DURABLE) as server:
        dsn = await new_site(server, "roulette_kills")
        total = await crash_tests.repeat(lambda name: crash_tests.kill_server(server, dsn, name, SPINS))
    assert total.unanswered_count > 0, "no kill hit a spin"


async def test_replayed_response_is_durable_after_a_crash(tmp_path: Path) -> None:
    """Two request one key, and the server is killed with the first response: the server shows a commit before it is on
    the disk, and the other must not be answered before it is."""

    with MariaDB(tmp_path, options=DURABLE) as server:
        dsn = await new_site(server, "roulette_repeat")

        async def crash(name: str) -> crash_tests.CrashResult:
            numbers = iter(range(25))

            def is_enough(_outcome: str) -> bool:
                return next(numbers, None) is None

            return await crash_tests.kill_during_pairs(server, dsn, name, SPINS, spin_outcome, is_enough)

        await crash_tests.repeat(crash)


async def test_client_killed_loses_no_answered_spin(mariadb: Server) -> None:
    dsn = await new_site(mariadb, "roulette_client")
    total = await crash_tests.repeat(lambda name: crash_tests.kill_client(dsn, name, "spins"))
    assert total.unanswered_count > 0, "no kill hit a spin"


@pytest.mark.parametrize("direction", ["requests", "replies"])
async def test_connection_cut_anywhere_then_retry_spins_once(mariadb: Server, direction: str) -> None:
    schema, lost_replies, lost_requests = f"roulette_cut_{direction}", 0, 0

    async def spin_key(site: Database, key: str) -> str:
        return msgspec.json.encode(await must_spin(site, rules_with(), "cutty", key)).decode()

    async with site_schema.connect(await site_schema.create(mariadb, schema)) as site:
        await fund(site, "cutty", 100_000)
        await must_spin(site, rules_with(), "cutty")  # creates the seeds
        async for key, first in crash_tests.cut_connections(mariadb, schema, direction, spin_key, places=8):
            next_spin = await must_spin(site, rules_with(), "cutty", f"next-{key}")
            outcome = await spin_key(site, key)
            assert first in {"lost", outcome}
            assert outcome == await spin_key(site, key)
            nonce = msgspec.json.decode(outcome, type=CommittedSpin).nonce
            lost_requests += first == "lost" and nonce > next_spin.nonce
            lost_replies += first == "lost" and nonce < next_spin.nonce
        await assert_consistent(site)
    assert lost_requests, "no request was lost before the commit"
    assert lost_replies or direction == "requests", "no reply was lost after the commit"
