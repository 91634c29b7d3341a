"""Two gateways on one site: what runs by the clock runs on one of them, and soon on the other if that one is lost."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Generator

import httpx
import pytest

from fixtures.service import Service
from gateway.process import worker
from gateway.redis import leader
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.serve_processes import events, still_runs, workers
from gateway.tests.support.wait_until import until

LIMIT = 15.0  # seconds in which another one is at work

Pair = tuple[Service, Service]


@pytest.fixture(scope="module")
def pair(world: WorldFactory, tmp_path_factory: pytest.TempPathFactory) -> Generator[Pair]:
    env = {
        **world(characters=60, seed=67).environment,
        "GATEWAY_JOBS_SAMPLE_SECONDS": "1",
        "GATEWAY_LOG_LEVEL": "debug",
        "GATEWAY_SERVER_WORKERS": "3",
    }
    command = (sys.executable, "-m", "gateway", "serve", "--workers", "1")
    logs = tmp_path_factory.mktemp("pair")
    with (
        Service(env, log=logs / "one.log", command=command) as one,
        Service(env, log=logs / "two.log", command=command) as two,
    ):
        yield one, two


def led(service: Service) -> int:
    """How often it has begun to lead."""
    return len(events(service, "leads", lock="jobs"))


def ticks(service: Service) -> list[int]:
    """The seconds whose sample it took."""
    return [event["tick"] for event in events(service, "job_done", job="sample_status")]


async def leads(service: Service, times: int) -> None:
    """Returns once it leads for the so-manieth time, and works."""

    async def at_work() -> bool:
        return led(service) >= times and bool(ticks(service))

    await until(at_work)


async def works_on(service: Service, more: int = 2) -> None:
    wanted = len(ticks(service)) + more

    async def worked() -> bool:
        return len(ticks(service)) >= wanted

    await until(worked)


def only_worker(service: Service) -> int:
    (pid,) = workers(service)
    return pid


async def test_the_flag_wins_over_the_setting(pair: Pair) -> None:
    assert [len(workers(each)) for each in pair] == [1, 1]


async def test_one_that_freezes_is_replaced_and_does_not_work_on_when_it_wakes(pair: Pair) -> None:
    assert leader.TAKE_OVER_SECONDS < LIMIT
    one, two = pair
    await leads(one, 1)
    assert led(two) == 0
    frozen = only_worker(one)
    os.kill(frozen, signal.SIGSTOP)
    try:
        async with asyncio.timeout(LIMIT):
            await leads(two, 1)
    finally:
        os.kill(frozen, signal.SIGCONT)
    await works_on(two)
    assert not set(ticks(one)) & set(ticks(two))
    assert led(one) == 1


async def test_one_that_is_killed_is_replaced(pair: Pair) -> None:
    one, two = pair
    before = led(one) + led(two)
    os.kill(only_worker(two), signal.SIGKILL)

    async def another() -> bool:
        return led(one) + led(two) > before

    async with asyncio.timeout(LIMIT):
        await until(another)


async def test_one_that_stops_hands_over_before_it_ends(pair: Pair) -> None:
    for each in pair:
        each.wait_ready()
    going, staying = sorted(pair, key=lambda each: max(ticks(each), default=0), reverse=True)
    await works_on(going)
    times, stopping = led(staying), only_worker(going)
    os.kill(stopping, worker.STOPPING)
    await leads(staying, times + 1)
    assert still_runs(stopping)
    async with httpx.AsyncClient(base_url=going.url) as http:
        assert (await http.get("/health/ready")).json()["status"] == "stopping"
        assert (await http.get("/api/server/status")).headers["connection"] == "close"
