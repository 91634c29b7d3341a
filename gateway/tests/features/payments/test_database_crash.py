"""The mix of payments with the database killed under it."""

from pathlib import Path

import pytest

from fixtures.servers import MariaDB
from fixtures.tools.soak import crash_tests, site_schema
from fixtures.tools.soak.ledger_workload import CrashResult

pytestmark = pytest.mark.faults

ROUNDS = 5


async def test_database_killed_loses_no_payment(tmp_path: Path) -> None:
    total = CrashResult()
    with MariaDB(tmp_path, options=crash_tests.DURABLE) as server:
        dsn = await site_schema.create(server, "payments_kills")
        for number in range(ROUNDS):
            total += await crash_tests.kill_server(server, dsn, f"payments{number}", crash_tests.PAYMENTS)
    assert total.answered > ROUNDS
    assert total.unanswered > 0, "it was never killed in the midst of a settlement"
