"""The mix of posts with the database or the client killed under it, and with the reply lost on its way back."""

from pathlib import Path

import pytest

from fixtures.servers import MariaDB
from fixtures.tools.soak import crash_tests, site_schema
from fixtures.tools.soak.invariants import credit, posted
from fixtures.tools.soak.ledger_workload import CrashResult, Journal, run_workload, verify
from gateway.features.ledger import post
from gateway.tests.support.databases import Server

pytestmark = pytest.mark.faults

ROUNDS = 3


async def test_payment_workload_ends_in_the_expected_state(mariadb: Server) -> None:
    dsn, journal = await site_schema.create(mariadb, "ledger_mix"), Journal()
    async with site_schema.connect(dsn) as site:
        await run_workload(site, journal.record, "whole", limit=1000)
        assert (await verify(site, journal)).unanswered == 0
    assert set(journal.answered.values()) == {"done", "insufficient"}


async def test_verification_detects_a_lost_acknowledged_operation(mariadb: Server) -> None:
    dsn, journal = await site_schema.create(mariadb, "ledger_journal"), Journal()
    async with site_schema.connect(dsn) as site:
        journal.record("asked", "lost:1")
        journal.record("done", "lost:1")
        with pytest.raises(AssertionError, match="acknowledged and lost"):
            await verify(site, journal)
        other = credit("other:1", "ann", 3)
        assert await posted(site, post, other) == "done"
        journal = Journal()
        journal.record("asked", other.key)
        with pytest.raises(AssertionError, match="otherwise than requested"):
            await verify(site, journal)


async def test_database_killed_loses_no_acknowledged_posting(tmp_path: Path) -> None:
    total = CrashResult()
    with MariaDB(tmp_path, options=crash_tests.DURABLE) as server:
        dsn = await site_schema.create(server, "ledger_kills")
        for number in range(ROUNDS):
            total += await crash_tests.kill_server(server, dsn, f"server{number}")
    assert total.answered > ROUNDS
    assert total.unanswered > 0, "it was never killed in the midst of a post"


async def test_repeated_request_reports_a_durable_result(tmp_path: Path) -> None:
    """The server shows a commit before it has written it down: who sees it must not speak before it is."""
    total = CrashResult()
    with MariaDB(tmp_path, options=crash_tests.DURABLE) as server:
        dsn = await site_schema.create(server, "ledger_repeat")
        for number in range(ROUNDS):
            total += await crash_tests.kill_at_repeat(server, dsn, f"repeat{number}")
    assert total.answered >= ROUNDS


async def test_client_killed_loses_no_acknowledged_posting(mariadb: Server) -> None:
    dsn, total = await site_schema.create(mariadb, "ledger_client"), CrashResult()
    for number in range(ROUNDS):
        total += await crash_tests.kill_client(dsn, f"client{number}")
    assert total.answered > ROUNDS
    assert total.unanswered > 0, "it was never killed in the midst of a post"
