"""A process that stood still blames nobody for it: what it waited for may have come meanwhile."""

import asyncio
import time

import pytest

from gateway.concurrency.timeouts import ATTEMPTS
from gateway.database.liveness import Doubt
from gateway.database.pool import Pool, PoolError

SHORT = 0.05


class Line:
    """A connection that lies in memory."""

    usable = True

    def close(self) -> None:
        self.usable = False

    async def ping(self) -> None: ...


class Server:
    """Holds up the whole process while the first so many connect, and then never answers where it is `dead`."""

    def __init__(self, *, halts: int = 0, dead: bool = False) -> None:
        self.halts, self.dead, self.asked = halts, dead, 0

    async def open(self) -> Line:
        self.asked += 1
        if self.asked <= self.halts:
            time.sleep(SHORT + 0.3)  # noqa: ASYNC251 - the whole process is to stand still
        await asyncio.sleep(0.01)
        if self.dead:
            await asyncio.Event().wait()
        return Line()


@pytest.mark.parametrize(
    ("server", "asked", "gone"),
    [
        (Server(), 1, False),
        (Server(halts=1), 2, False),
        (Server(halts=1, dead=True), 2, True),
        (Server(dead=True), 1, True),
        (Server(halts=99), ATTEMPTS, True),
    ],
    ids=["well", "we stood still", "we stood still, and it is dead", "dead", "we stand still all the time"],
)
async def test_who_is_in_doubt_asks_again_after_a_halt(server: Server, asked: int, gone: bool) -> None:
    doubt = Doubt(server.open, after=SHORT, within=SHORT)
    assert await doubt.gone() is gone
    assert server.asked == asked


@pytest.mark.parametrize(
    ("server", "asked", "gone"),
    [(Server(halts=1), 2, False), (Server(dead=True), 1, True), (Server(halts=99), ATTEMPTS, True)],
    ids=["we stood still", "dead", "we stand still all the time"],
)
async def test_a_pool_connects_again_after_a_halt(server: Server, asked: int, gone: bool) -> None:
    pool: Pool[Line] = Pool(server.open, size=1, queue=0, wait=0.0, connect=SHORT, recycle=60)
    if gone:
        with pytest.raises(PoolError, match="no connection within"):
            await pool.acquire()
    else:
        assert (await pool.acquire()).usable
    assert (server.asked, bool(pool.failure)) == (asked, gone)
