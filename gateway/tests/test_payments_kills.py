"""The mix of payments with the database killed under it."""

from pathlib import Path

from fixtures.servers import MariaDB
from fixtures.soak import kills
from fixtures.soak import site as soak
from fixtures.soak.mix import Tally

ROUNDS = 5


async def test_nothing_that_was_moved_is_lost_with_the_database(tmp_path: Path) -> None:
    total = Tally()
    with MariaDB(tmp_path, options=kills.DURABLE) as server:
        dsn = await soak.make(server, "payments_kills")
        for number in range(ROUNDS):
            total += await kills.kill_server(server, dsn, f"payments{number}", kills.PAYMENTS)
    assert total.answered > ROUNDS
    assert total.unanswered > 0, "it was never killed in the midst of a settlement"
