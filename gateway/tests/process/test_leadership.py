"""Two services on one site: scheduled jobs run on one of them, and on the other one soon after that one is lost."""

import asyncio
import os
import signal
import sys
import time
from collections.abc import Generator

import httpx
import pytest

from fixtures.service import Service
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.serve_processes import events, is_running, workers
from gateway.tests.support.wait_until import until

TAKEOVER_LIMIT_SECONDS = 15.0

Pair = tuple[Service, Service]


@pytest.fixture(scope="module")
def pair(world: WorldFactory, tmp_path_factory: pytest.TempPathFactory) -> Generator[Pair]:
    env = {
        **world(characters=60, seed=67).environment,
        "GATEWAY_SERVER_PUBLIC_URL": "http://play.example",
        "GATEWAY_MAIL_HOST": "127.0.0.1",
        "GATEWAY_MAIL_SENDER": "no-reply@play.example",
        "GATEWAY_LOG_LEVEL": "debug",
        "GATEWAY_SERVER_WORKERS": "3",
        "GATEWAY_SERVER_DRAIN_SECONDS": "60",
    }
    command = (sys.executable, "-m", "gateway", "serve", "--workers", "1")
    logs = tmp_path_factory.mktemp("pair")
    with (
        Service(env, log=logs / "one.log", command=command) as first,
        Service(env, log=logs / "two.log", command=command) as second,
    ):
        yield first, second
        for service in (first, second):
            os.kill(service.pid, signal.SIGINT)  # stops without the drain
            service.wait()


def times_led(service: Service) -> int:
    return len(events(service, "leadership_acquired", lock="jobs"))


def ticks(service: Service) -> list[int]:
    """Timestamps of the most frequent job of the service; it finds no mail to send."""
    return [event["tick"] for event in events(service, "job_done", job="send_mails")]


async def wait_until_leading(service: Service, times: int) -> None:
    """Returns once the service has acquired the lock so many times, and runs jobs."""

    async def leading() -> bool:
        return times_led(service) >= times and bool(ticks(service))

    await until(leading)


async def wait_for_ticks(service: Service, more: int = 2) -> None:
    goal = len(ticks(service)) + more

    async def goal_is_reached() -> bool:
        return len(ticks(service)) >= goal

    await until(goal_is_reached)


def only_worker(service: Service) -> int:
    (pid,) = workers(service)
    return pid


async def test_serve_with_workers_flag_ignores_the_setting(pair: Pair) -> None:
    assert [len(workers(service)) for service in pair] == [1, 1]


async def test_jobs_when_the_leader_freezes_run_elsewhere_and_not_on_it_when_it_wakes(pair: Pair) -> None:
    first, second = pair
    await wait_until_leading(first, 1)
    assert times_led(second) == 0
    frozen = only_worker(first)
    os.kill(frozen, signal.SIGSTOP)
    frozen_at = time.time()
    try:
        async with asyncio.timeout(TAKEOVER_LIMIT_SECONDS):
            await wait_until_leading(second, 1)
    finally:
        os.kill(frozen, signal.SIGCONT)
    await wait_for_ticks(second)
    assert max(ticks(first)) <= frozen_at < max(ticks(second))  # both may have run the tick before the freeze
    assert times_led(first) == 1


async def test_jobs_when_the_leader_is_killed_run_elsewhere(pair: Pair) -> None:
    first, second = pair
    previous_count = times_led(first) + times_led(second)
    os.kill(only_worker(second), signal.SIGKILL)

    async def has_new_leader() -> bool:
        return times_led(first) + times_led(second) > previous_count

    async with asyncio.timeout(TAKEOVER_LIMIT_SECONDS):
        await until(has_new_leader)


async def test_jobs_when_the_leader_drains_run_elsewhere_before_it_stops(pair: Pair) -> None:
    for service in pair:
        service.wait_ready()
    stopping, staying = sorted(pair, key=lambda service: max(ticks(service), default=0), reverse=True)
    await wait_for_ticks(stopping)
    times = times_led(staying)
    os.kill(stopping.pid, signal.SIGTERM)
    await wait_until_leading(staying, times + 1)
    assert is_running(only_worker(stopping))
    async with httpx.AsyncClient(base_url=stopping.url) as http:
        assert (await http.get("/health/ready")).json()["status"] == "stopping"
        assert (await http.get("/api/server/status")).headers["connection"] == "close"
