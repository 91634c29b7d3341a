"""A site without extras and without administration: it has the tables of core alone, and all of core works on them."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from structlog.testing import capture_logs

from fixtures import installed
from fixtures.installed import Schemas, World, run_in_thread
from fixtures.service import Service
from gateway import cli
from gateway.database import privileges
from gateway.database.user_rights import absent_objects
from gateway.observability.signals import COINS_HELD, REGISTRATIONS
from gateway.registration.feature import RegisteredSignals, jobs_of
from gateway.tests.app.test_core import open_core, read_paths
from gateway.tests.conftest import ClientFactory
from gateway.tests.support.account_app import APP_ENV, PASSWORD, bearer, token_of
from gateway.tests.support.databases import Server, admin
from gateway.tests.support.polling import wait_for_answer

pytestmark = pytest.mark.database

NAMES: Final = Schemas("bare_game", "bare_views", "bare_site")
ENV: Final = APP_ENV | {"GATEWAY_EXTRAS_ENABLED": "", "GATEWAY_ADMIN_ENABLED": "false"}


@pytest.fixture(scope="module")
def bare_world(mariadb: Server) -> Iterator[World]:
    server: Any = mariadb
    installed.fill(server, NAMES, "mobius", 60, 5)
    yield installed.install(server, NAMES, "mobius", 60, 5, nouns=[])
    installed.drop(server, NAMES)


async def test_its_users_have_the_rights_on_these_tables_and_no_other(mariadb: Server, bare_world: World) -> None:
    assert (await privileges.check_at_start(bare_world.settings)).is_ok
    async with admin(mariadb, NAMES.site) as root:
        tables = {str(row[0]) for row in (await root.execute("SHOW TABLES")).rows}
    assert not tables & absent_objects([])


async def test_core_works_on_them(bare_world: World, tmp_path: Path) -> None:
    log, paths = tmp_path / "log", sorted(read_paths(open_core(bare_world)))
    with Service({**bare_world.environment, **ENV}, log=log) as service:
        async with httpx.AsyncClient(base_url=service.url, timeout=60) as http:
            await wait_for_answer(http, "/api/rankings/pvp")
            token = bearer(await token_of(http, "demo", PASSWORD))
            statuses = {path: (await http.get(path, headers=token)).status_code for path in paths}
    assert {path: status for path, status in statuses.items() if status >= 500} == {}
    assert len(statuses) > 30
    text = log.read_text(encoding="utf-8")
    assert "doesn't exist" not in text
    assert "missing_privilege" not in text


async def test_jobs_and_signals_of_core_read_no_other_tables(bare_world: World, client: ClientFactory) -> None:
    site = open_core(bare_world)
    now, jobs = int(time.time()), {job.name: job for job in jobs_of(site.features)}
    async with client(site.asgi) as http:
        await wait_for_answer(http, "/api/rankings/pvp")
        for name in ("prune", "count"):
            await jobs[name].work(now)
        with capture_logs() as logs:
            values = await site.parts.get(RegisteredSignals).read(now)
    assert {COINS_HELD.name, REGISTRATIONS.name} <= values.keys()
    assert [entry for entry in logs if entry["event"] == "signal_not_read"] == []


@pytest.mark.parametrize(
    "command",
    [
        ["ledger", "check"],
        ["doctor", "--only", "schema,secrets,rights"],
        ["keys", "rotate", "--reason", "test"],
        ["restored", "--keep", "--reason", "test"],
        ["accounts", "export", "demo", "--reason", "test"],
        ["accounts", "erase", "demo2", "--reason", "test", "--confirm", "demo2"],
    ],
)
def test_commands_of_core_work_on_them(
    bare_world: World, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], command: list[str]
) -> None:
    for name, value in {**bare_world.environment, **ENV}.items():
        monkeypatch.setenv(name, value)
    code = run_in_thread(lambda: cli.main(command))
    output = capfd.readouterr()
    assert "doesn't exist" not in output.out + output.err
    assert code == 0, output
