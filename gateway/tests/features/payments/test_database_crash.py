"""The mix of payments with the database killed under it."""

from pathlib import Path

import pytest

from fixtures import site_schema
from fixtures.servers import MariaDB
from gateway.tests.support import crash_tests

pytestmark = pytest.mark.faults


async def test_database_killed_loses_no_payment(tmp_path: Path) -> None:
    with MariaDB(tmp_path, options=crash_tests.DURABLE) as server:
        dsn = await site_schema.create(server, "payments_kills")
        total = await crash_tests.repeat(lambda name: crash_tests.kill_server(server, dsn, name, crash_tests.PAYMENTS))
    assert total.unanswered > 0, "it was never killed in the midst of a settlement"
