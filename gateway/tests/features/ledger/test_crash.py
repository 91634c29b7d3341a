"""The mix of posts with the database or the client killed under it, and with the reply lost on its way back."""

from pathlib import Path

import pytest

from fixtures import site_schema
from fixtures.servers import MariaDB
from fixtures.site_schema import credit, posted
from gateway.features.ledger import post
from gateway.tests.support import crash_tests
from gateway.tests.support.databases import Server
from gateway.tests.support.ledger_workload import Journal, run_workload, verify

pytestmark = pytest.mark.faults


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
    with MariaDB(tmp_path, options=crash_tests.DURABLE) as server:
        dsn = await site_schema.create(server, "ledger_kills")
        total = await crash_tests.repeat(lambda name: crash_tests.kill_server(server, dsn, name))
    assert total.unanswered > 0, "it was never killed in the midst of a post"


async def test_repeated_request_reports_a_durable_result(tmp_path: Path) -> None:
    """The server shows a commit before it is on the disk: a repeat must not be answered before it is."""
    with MariaDB(tmp_path, options=crash_tests.DURABLE) as server:
        dsn = await site_schema.create(server, "ledger_repeat")
        await crash_tests.repeat(lambda name: crash_tests.kill_at_repeat(server, dsn, name))


async def test_client_killed_loses_no_acknowledged_posting(mariadb: Server) -> None:
    dsn = await site_schema.create(mariadb, "ledger_client")
    total = await crash_tests.repeat(lambda name: crash_tests.kill_client(dsn, name))
    assert total.unanswered > 0, "it was never killed in the midst of a post"
