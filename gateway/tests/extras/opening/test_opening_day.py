"""The opening day on two instances: the hour is moved, the game answers, and both sites follow."""

from __future__ import annotations

import asyncio
import re
import socket
import time
from collections.abc import AsyncGenerator, Generator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest

from fixtures.installed import World
from fixtures.processes import free_port
from fixtures.servers import Redis
from gateway.app import Application
from gateway.config import settings
from gateway.extras.opening.day import POLL_SECONDS
from gateway.extras.opening.extra import OPENING_OVERDUE
from gateway.features.server_status.status import StatusMonitor
from gateway.observability.signals import GAME_PORT
from gateway.registration.announcements import Announcements
from gateway.registration.feature import RegisteredSignals
from gateway.tests.conftest import ClientFactory
from gateway.tests.support.account_app import APP_ENV, assert_error, register, site
from gateway.tests.support.commands import run_command
from gateway.tests.support.in_process_builder import in_process_builder
from gateway.tests.support.wait_until import until

SEED = 97
SIGNED = ("--by", "ann", "--reason", "launch")
MESSAGE = "Five <b> coins"


class Instance:
    """An application of the site in this process."""

    def __init__(self, application: Application, http: httpx.AsyncClient) -> None:
        self._application, self.http = application, http

    @property
    def announcements(self) -> Announcements:
        return self._application.parts.get(Announcements)

    async def phase(self) -> str:
        return (await self.http.get("/api/opening")).json()["phase"]

    async def signals(self) -> dict[str, float]:
        return await self._application.parts.get(RegisteredSignals).read(int(time.time()))

    async def notices(self) -> list[str]:
        return [row["texts"]["es"] for row in (await self.http.get("/api/site")).json()["notices"]]

    async def shows_countdown(self) -> bool:
        return b"data-opens=" in (await self.http.get("/?utm_source=forum")).content

    async def sees_game(self) -> bool:
        probe = self._application.parts.get(StatusMonitor).probe
        return probe is not None and probe.game

    async def sees_no_game(self) -> bool:
        probe = self._application.parts.get(StatusMonitor).probe
        return probe is not None and not probe.game


@asynccontextmanager
async def instances(world: World, client: ClientFactory, env: dict[str, str]) -> AsyncGenerator[list[Instance]]:
    """Starts two, which share the databases, Redis and the folder of the page."""
    async with AsyncExitStack() as stack:
        started: list[Instance] = []
        for _ in range(2):
            with in_process_builder():
                application = Application(settings.load(None, {**world.environment, **APP_ENV, **env}))
            http = await stack.enter_async_context(client(application.asgi))
            started.append(Instance(application, http))
        yield started


@contextmanager
def listening(port: int) -> Generator[None]:
    with socket.create_server(("127.0.0.1", port)):
        yield


async def until_phase(sites: list[Instance], phase: str) -> None:
    async def is_there() -> bool:
        return {await instance.phase() for instance in sites} == {phase}

    await until(is_there)


async def move_hour(world: World, seconds: int) -> None:
    await site(world, f"UPDATE openings SET opens_at = {int(time.time()) + seconds}, sequence = sequence + 1")


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def moment(seconds: int) -> str:
    return datetime.fromtimestamp(int(time.time()) + seconds, UTC).isoformat()


async def test_site_opens_on_all_instances_when_the_game_answers_after_the_hour(
    own_world: World, client: ClientFactory, redis_server: Redis, tmp_path: Path
) -> None:
    port = free_port()
    env = {
        "GATEWAY_REDIS_URL": redis_server.url,
        "GATEWAY_OPENING_FOLDER": str(tmp_path),
        "GATEWAY_SERVER_PUBLIC_URL": "https://play.example",
        "GATEWAY_STATUS_GAME_HOST": "127.0.0.1",
        "GATEWAY_STATUS_GAME_PORT": str(port),
        "GATEWAY_STATUS_PROBE_SECONDS": "1",
    }
    words = ("opening", "set", moment(86_400), "--registration", "shut", "--message", MESSAGE, *SIGNED)
    async with instances(own_world, client, env) as sites:
        first, second = sites
        await until_phase(sites, "none")
        assert not await first.shows_countdown()
        assert (await run_command(own_world, *words)).code == 0
        await until_phase(sites, "waiting")
        await until(first.sees_no_game)
        for instance in sites:
            await until(instance.shows_countdown)
            assert_error(await register(instance.http, "early"), 403, "feature_disabled")
            assert "Los rankings y el mundo empiezan ese día" in (await instance.notices())[0]
            assert (await instance.http.get("/rankings")).status_code == 200

        async def is_written() -> bool:
            return names_in(tmp_path) == ["es.html", "index.html", "opening.json", "pt.html"]

        await until(is_written)
        assert (tmp_path / "es.html").read_bytes() == (await second.http.get("/es")).content
        assert (await first.signals())[GAME_PORT.name] == 0, "the game is closed on purpose"

        with listening(port):  # operators try the game before the hour
            await until(first.sees_game)
            await until(second.sees_game)
            await asyncio.sleep(2 * POLL_SECONDS)
            assert [await instance.phase() for instance in sites] == ["waiting", "waiting"]
        await until(first.sees_no_game)
        await until(second.sees_no_game)
        await move_hour(own_world, -700)
        await until_phase(sites, "expected")
        assert await second.shows_countdown()
        signals = await second.signals()
        assert signals[OPENING_OVERDUE.name] >= OPENING_OVERDUE.thresholds.raise_at
        assert not first.announcements.all()[0].happened_at

        with listening(port):
            await until_phase(sites, "open")
        for instance in sites:
            assert not await instance.shows_countdown()
            assert await instance.notices() == ["Ya abrimos. Los rankings y el mundo empezaron."]
            assert instance.announcements.all()[0].happened_at
        assert (await register(second.http, "punctual")).status_code == 201

        async def is_removed() -> bool:
            return names_in(tmp_path) == []

        await until(is_removed)
        assert (await first.signals())[OPENING_OVERDUE.name] == 0
        calendar = (await second.http.get("/calendar.ics")).text
        assert "UID:opening-1@play.example" in calendar
        assert "SUMMARY:Fishi is open" in calendar
    commands = await site(own_world, "SELECT command, subject FROM operator_log")
    assert [tuple(row) for row in commands] == [("opening set", "opening")]


async def test_page_needs_no_other_file_and_lists_itself_for_search_engines(
    own_world: World, client: ClientFactory, tmp_path: Path
) -> None:
    env = {"GATEWAY_SERVER_PUBLIC_URL": "https://play.example", "GATEWAY_OPENING_FOLDER": str(tmp_path)}
    arguments = (moment(3600), "--message", MESSAGE, "--in", "es", "Cinco monedas", *SIGNED)
    async with instances(own_world, client, env) as sites:
        assert (await run_command(own_world, "opening", "set", *arguments)).code == 0
        await until(sites[0].shows_countdown)
        response = await sites[0].http.get("/es")
        html = response.text
        assert (
            re.findall(r'(?:src|href)="(?!data:|https://play\.example)([^"]*)"', re.sub(r"<a [^>]*>", "", html)) == []
        )
        assert "Cinco monedas" in html
        assert "Five &lt;b&gt; coins" in (await sites[0].http.get("/")).text
        assert '"@type":"Event"' in html
        assert '<link rel="canonical" href="https://play.example/es">' in html
        assert "noindex" not in html + str(response.headers)
        assert '<noscript><meta http-equiv="refresh" content="60"></noscript>' in html
        assert (await run_command(own_world, "opening", "cancel", *SIGNED)).code == 0

        async def is_gone() -> bool:
            return not any([await instance.shows_countdown() for instance in sites])

        await until(is_gone)


@pytest.mark.parametrize("hour", ["2020-01-01T00:00Z", "2999-01-01T00:00Z"])
async def test_command_refuses_an_hour_that_is_over_or_far_away(own_world: World, hour: str) -> None:
    refusal = await run_command(own_world, "opening", "set", hour, *SIGNED)
    assert (refusal.code, refusal.err.count("\n")) == (1, 1), refusal


async def test_command_that_changes_nothing_says_so(own_world: World) -> None:
    hour = moment(7200)
    assert (await run_command(own_world, "opening", "set", hour, *SIGNED)).code == 0
    repeated = await run_command(own_world, "opening", "set", hour, *SIGNED)
    assert (repeated.code, "nothing was changed" in repeated.out) == (0, True)
    assert "waiting" in (await run_command(own_world, "opening", "show")).out
    report = await run_command(own_world, "doctor", "--only", "opening", GATEWAY_OPENING_FOLDER="/nowhere")
    assert "/nowhere is no folder that the service may write to" in report.out
    await move_hour(own_world, -60)
    report = await run_command(own_world, "doctor", "--only", "opening")
    assert (report.code, "the game has not answered" in report.out) == (1, True), report
    assert (await run_command(own_world, "opening", "cancel", *SIGNED)).code == 0
    cancelled = await run_command(own_world, "opening", "cancel", *SIGNED)
    assert (cancelled.code, "nothing was changed" in cancelled.out) == (0, True)
