"""Kills the database or the client during postings, and cuts the connection: no acknowledged posting is lost."""

from collections import Counter
from pathlib import Path

import pytest

from fixtures import site_schema
from fixtures.servers import DURABLE, MariaDB
from fixtures.site_schema import credit, post_transfer, spend
from gateway.database.database import Database
from gateway.features.ledger import post
from gateway.tests.support import crash_tests
from gateway.tests.support.databases import Server
from gateway.tests.support.ledger_workload import Journal, run_workload, verify
from gateway.tests.support.wallet_invariants import assert_consistent

pytestmark = pytest.mark.faults


async def test_workload_without_a_crash_records_each_posting(mariadb: Server) -> None:
    dsn, journal = await site_schema.create(mariadb), Journal()
    async with site_schema.connect(dsn) as site:
        await run_workload(site, journal.record, "whole", limit=300)
        assert (await verify(site, journal)).unanswered_count == 0
    # Of two requests with one key at once, the repeated one may be answered first.
    assert set(journal.outcomes.values()) - {"repeated"} == {"done", "insufficient"}


async def test_verification_detects_a_lost_acknowledged_operation(mariadb: Server) -> None:
    dsn = await site_schema.create(mariadb)
    async with site_schema.connect(dsn) as site:
        assert await post_transfer(site, post, credit("other:1", "ann", 3)) == "done"
        for key, outcomes, message in (
            ("lost:1", ("asked", "done"), "acknowledged and lost"),
            ("other:1", ("asked",), "otherwise than requested"),
        ):
            journal = Journal()
            for outcome in outcomes:
                journal.record(outcome, key)
            with pytest.raises(AssertionError, match=message):
                await verify(site, journal)


async def test_database_killed_loses_no_acknowledged_posting(tmp_path: Path) -> None:
    with MariaDB(tmp_path, options=DURABLE) as server:
        dsn = await site_schema.create(server)
        total = await crash_tests.repeat(lambda name: crash_tests.kill_server(server, dsn, name))
    assert total.unanswered_count > 0, "no kill hit a posting"


async def test_repeated_request_reports_a_durable_result(tmp_path: Path) -> None:
    """The server shows a commit before it is on the disk: a repeat must not be answered before it is."""
    with MariaDB(tmp_path, options=DURABLE) as server:
        dsn = await site_schema.create(server)
        await crash_tests.repeat(lambda name: crash_tests.kill_during_pairs(server, dsn, name))


async def test_client_killed_loses_no_acknowledged_posting(mariadb: Server) -> None:
    dsn = await site_schema.create(mariadb)
    total = await crash_tests.repeat(lambda name: crash_tests.kill_client(dsn, name))
    assert total.unanswered_count > 0, "no kill hit a posting"


@pytest.mark.parametrize("direction", ["requests", "replies"])
async def test_connection_cut_anywhere_then_retry_posts_once(mariadb: Server, direction: str) -> None:
    schema, outcomes = f"ledger_cut_{direction}", Counter[tuple[str, str]]()

    async def post_key(site: Database, key: str) -> str:
        return await post_transfer(site, post, credit(key, "cutty", 5))

    async with site_schema.connect(await site_schema.create(mariadb, schema)) as site:
        assert await post_key(site, "first") == "done"  # creates the wallet
        async for key, first in crash_tests.cut_connections(mariadb, schema, direction, post_key, places=12):
            outcomes[first, await post_key(site, key)] += 1
        assert outcomes.keys() <= {("lost", "repeated"), ("lost", "done"), ("done", "repeated")}
        coins = 5 * (1 + outcomes.total())
        assert await post_transfer(site, post, spend("cut:more", "cutty", coins + 1)) == "insufficient"
        assert await post_transfer(site, post, spend("cut:all", "cutty", coins)) == "done"
        await assert_consistent(site)
    assert outcomes["lost", "done"], "no request was lost before the commit"
    assert outcomes["lost", "repeated"] or direction == "requests", "no reply was lost after the commit"
