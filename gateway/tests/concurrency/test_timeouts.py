"""Timeouts after a stall of the event loop: the response may have arrived meanwhile, so the call is retried."""

import asyncio
import time

import pytest

from gateway.concurrency.timeouts import ATTEMPTS
from gateway.database.liveness import LivenessProbe
from gateway.database.pool import Pool, PoolError

SHORT = 0.3


class FakeConnection:
    is_usable = True

    def close(self) -> None:
        self.is_usable = False

    async def ping(self) -> None: ...


class FakeServer:
    """Stalls the process during the first `halts` connects; never answers if `dead`."""

    def __init__(self, *, halts: int = 0, dead: bool = False) -> None:
        self.halts, self.dead, self.connects = halts, dead, 0

    async def connect(self) -> FakeConnection:
        self.connects += 1
        if self.connects <= self.halts:
            time.sleep(SHORT + 0.1)  # noqa: ASYNC251 - stalls the event loop
        await asyncio.sleep(0.01)
        if self.dead:
            await asyncio.Event().wait()
        return FakeConnection()


@pytest.mark.parametrize(
    ("server", "connects", "is_down"),
    [
        (FakeServer(), 1, False),
        (FakeServer(halts=1), 2, False),
        (FakeServer(halts=1, dead=True), 2, True),
        (FakeServer(halts=99), ATTEMPTS, True),
    ],
    ids=["up", "stall", "stall and dead", "stalls only"],
)
async def test_liveness_probe_after_stall_probes_again(server: FakeServer, connects: int, is_down: bool) -> None:
    probe = LivenessProbe(server.connect, after_seconds=SHORT, timeout_seconds=SHORT)
    assert await probe.server_is_down() is is_down
    assert server.connects == connects


@pytest.mark.parametrize(
    ("server", "connects", "fails"),
    [(FakeServer(halts=1), 2, False), (FakeServer(dead=True), 1, True), (FakeServer(halts=99), ATTEMPTS, True)],
    ids=["stall", "dead", "stalls only"],
)
async def test_pool_after_stall_connects_again(server: FakeServer, connects: int, fails: bool) -> None:
    pool: Pool[FakeConnection] = Pool(server.connect, size=1, queue=0, wait=0.0, connect_timeout=SHORT)
    if fails:
        with pytest.raises(PoolError, match="no connection within"):
            await pool.acquire()
    else:
        assert (await pool.acquire()).is_usable
    assert (server.connects, bool(pool.failure)) == (connects, fails)
