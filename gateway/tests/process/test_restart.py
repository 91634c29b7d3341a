"""Two services behind the nginx of gateway/deploy: a restart of both, one after the other, loses no request."""

import asyncio
from pathlib import Path

from fixtures.servers import Redis
from fixtures.service import Service
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.proxies import nginx
from gateway.tests.support.serve_processes import RequestLoops


async def test_serve_restarted_one_after_the_other_behind_nginx_loses_no_request(
    world: WorldFactory, redis_server: Redis, tmp_path: Path
) -> None:
    env = {
        **world(characters=60, seed=61).environment,
        "GATEWAY_REDIS_URL": redis_server.url,
        "GATEWAY_REDIS_PREFIX": "test-restart",
        "GATEWAY_SERVER_DRAIN_SECONDS": "3",  # the default
        "GATEWAY_ACCOUNTS_LOGIN_MIN_DURATION_MS": "1",
    }
    with (
        Service(env, log=tmp_path / "one.log", ready=False) as first,
        Service(env, log=tmp_path / "two.log") as second,
        nginx(tmp_path, (first.port, second.port), {"rate=200r/s": "rate=100000r/s"}) as proxy,
    ):
        first.wait_ready()
        async with RequestLoops(proxy.https_port, ("GET", "POST"), tls=True) as loops:
            for service in (first, second):
                assert await asyncio.to_thread(service.stop) == 0
                await loops.more()
                await asyncio.to_thread(service.start)
                await asyncio.to_thread(service.wait_ready)
                await loops.more()
    assert loops.failures == {}
