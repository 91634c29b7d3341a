"""The self-test and the doctor: rights too many are refused, too few are named, who is away is asked later."""

from __future__ import annotations

import argparse
import asyncio
import os
import pty
import socket
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest

from fixtures.installed import World, run_in_thread
from fixtures.ports import GamePorts
from fixtures.servers import Redis
from gateway import cli, doctor
from gateway.config import settings
from gateway.config.settings import Settings
from gateway.database import privileges
from gateway.doctor import context
from gateway.install import migrate
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.databases import Server, admin

pytestmark = pytest.mark.database

FAMILIES = ("mobius", "acis", "lucera")
NOWHERE = "mysql://nobody@127.0.0.1:1/nothing"


def with_keys(here: World, **keys: str) -> Settings:
    changed = {f"GATEWAY_DATABASE_{key.upper()}": value for key, value in keys.items()}
    return settings.load(None, {**here.environment, **changed})


@asynccontextmanager
async def granted(server: Server, here: World, role: str, right: str) -> AsyncGenerator[None]:
    """One right more for a runtime user, for a while; `{views}`, `{site}` and `{game}` are this world's schemas."""
    prefix = here.schemas.views.removesuffix("_views")
    places = {"views": here.schemas.views, "site": here.schemas.site, "game": here.schema}
    async with admin(server) as root:
        found = await root.execute(f"SELECT host FROM mysql.user WHERE user = '{prefix}_{role}'")
        user = f"'{prefix}_{role}'@'{found.rows[0][0]}'"
        await root.execute(f"GRANT {right.format_map(places)} TO {user}")
        try:
            yield
        finally:
            await root.execute(f"REVOKE {right.format_map(places)} FROM {user}")


@pytest.mark.parametrize("family", FAMILIES)
async def test_an_installation_is_well(world: WorldFactory, family: str) -> None:
    here = world(family, seed=71)
    report = await privileges.at_start(here.settings)
    assert report.well, report
    assert await privileges.watch(here.settings, report) is None


@pytest.mark.parametrize(
    ("role", "right", "told"),
    [
        ("read", "UPDATE ON {views}.characters", "game: UPDATE on characters"),
        ("read", "DELETE ON {views}.items", "game: DELETE on items"),
        ("read", "INSERT ON {views}.clans", "game: INSERT on clans"),
        ("read", "SELECT ON {views}.accounts", "game: SELECT on accounts"),
        ("read", "SELECT ON {game}.gameservers", "game: {game}.gameservers"),
        ("read", "SELECT ON {game}.*", "game: SELECT on all of {game}"),
        ("read", "PROCESS ON *.*", "game: PROCESS on everything"),
        ("auth", "SELECT ON {views}.characters", "auth: SELECT on characters"),
        ("auth", "UPDATE (access_level) ON {views}.accounts", "auth: UPDATE (access_level) on accounts"),
        ("site", "UPDATE ON {site}.security_log", "site: UPDATE on security_log"),
        ("site", "DELETE ON {site}.security_log", "site: DELETE on security_log"),
        ("site", "DELETE ON {site}.installation", "site: DELETE on installation"),
    ],
)
async def test_a_right_too_many_is_named_and_nothing_is_served(
    mariadb: Server, world: WorldFactory, role: str, right: str, told: str
) -> None:
    here = world("mobius", seed=71)
    async with granted(mariadb, here, role, right):
        with pytest.raises(privileges.Overprivileged) as refusal:
            await privileges.at_start(here.settings)
        assert told.format(game=here.schema) in str(refusal.value)
        assert "gateway install --apply" in str(refusal.value)
        trial = with_keys(here, allow_overprivileged="true")
        assert (await privileges.at_start(trial)).allowed == refusal.value.report.allowed
    assert (await privileges.at_start(here.settings)).well


async def test_an_administrators_login_is_refused_for_every_role(mariadb: Server, world: WorldFactory) -> None:
    here = world("lucera", seed=71)
    views, site = mariadb.dsn(here.schemas.views), mariadb.dsn(here.schemas.site)
    report = await privileges.examine(with_keys(here, game_dsn=views, auth_dsn=views, site_dsn=site))
    for role in privileges.ROLES:
        assert any(line.startswith(f"{role}: ") and line.endswith(" on everything") for line in report.allowed)
    assert {"game: SELECT on accounts", "auth: SELECT on characters", "site: UPDATE on security_log"} <= set(
        report.allowed
    )


async def test_the_list_changes_no_row(mariadb: Server, world: WorldFactory) -> None:
    here = world("acis", seed=71)
    before = await checksums(mariadb, here)
    views, site = mariadb.dsn(here.schemas.views), mariadb.dsn(here.schemas.site)
    await privileges.examine(with_keys(here, game_dsn=views, auth_dsn=views, site_dsn=site))
    assert await checksums(mariadb, here) == before


async def checksums(server: Server, here: World) -> list[object]:
    found: list[object] = []
    for schema, tables in ((here.schema, ("characters", "items", "accounts")), (here.schemas.site, ("security_log",))):
        async with admin(server, schema) as root:
            found += [(await root.execute(f"CHECKSUM TABLE {table}")).rows[0][1] for table in tables]
    return found


async def test_a_right_too_few_is_named_and_no_reason_to_refuse(mariadb: Server, world: WorldFactory) -> None:
    here = world("acis", seed=72)
    prefix = here.schemas.views.removesuffix("_views")
    async with admin(mariadb) as root:
        host = (await root.execute(f"SELECT host FROM mysql.user WHERE user = '{prefix}_auth'")).rows[0][0]
        user = f"'{prefix}_auth'@'{host}'"
        await root.execute(f"REVOKE SELECT ON {here.schemas.views}.account_bans FROM {user}")
    report = await privileges.at_start(here.settings)
    assert report.missing == ("auth: SELECT on account_bans",)
    findings = await doctor.examine(here.settings)
    assert [finding.text for finding in findings if not finding.well] == [
        "may not, and has to: auth: SELECT on account_bans"
    ]


async def test_a_server_that_is_away_is_examined_when_it_is_back(
    mariadb: Server, world: WorldFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(privileges, "RETRY_SECONDS", 0.1)
    here = world("mobius", seed=71)
    report = await privileges.at_start(with_keys(here, game_dsn=NOWHERE))
    assert list(report.away) == ["game"]
    await asyncio.wait_for(privileges.watch(here.settings, report), 60)
    async with granted(mariadb, here, "read", "UPDATE ON {views}.characters"):
        with pytest.raises(privileges.Overprivileged):
            await privileges.watch(here.settings, report)


async def test_the_doctor_names_what_is_well(world: WorldFactory) -> None:
    findings = await doctor.examine(world("lucera", seed=71).settings)
    assert all(finding.well for finding in findings), findings
    told = "\n".join(finding.text for finding in findings)
    for part in ("game: the database answers", "statements tried", "migrations have run", "Lucera 2", "12 views"):
        assert part in told


async def test_the_doctor_finds_migrations_left_to_run(mariadb: Server, world: WorldFactory) -> None:
    here = world("mobius", seed=73)
    async with admin(mariadb, here.schemas.site) as root:
        await root.execute("DELETE FROM schema_migrations")
    findings = await doctor.examine(here.settings, only={"schema"})
    told = [(finding.text, finding.do) for finding in findings if not finding.well]
    names = ", ".join(f"{each.number:03}_{each.name}" for each in migrate.files())
    assert told == [(f"site: migrations are left to run ({names})", "run `gateway migrate`")]


async def test_a_right_too_many_is_a_finding(mariadb: Server, world: WorldFactory) -> None:
    here = world("mobius", seed=71)
    async with granted(mariadb, here, "read", "DELETE ON {views}.items"):
        findings = await doctor.examine(here.settings, only={"rights"})
    wrong = [(finding.text, finding.do) for finding in findings if not finding.well]
    assert [text for text, _ in wrong] == ["may, and must not: game: DELETE on items"]
    assert "gateway install --apply" in wrong[0][1]
    assert [finding.text.split(":")[0] for finding in findings if finding.well] == ["auth", "site"]


async def test_redis_there_and_away(world: WorldFactory, redis_server: Redis) -> None:
    here = world("lucera", seed=71)

    async def told(url: str) -> list[doctor.Finding]:
        env = {**here.environment, "GATEWAY_REDIS_URL": url, "GATEWAY_SERVER_WORKERS": "2"}
        return await doctor.examine(settings.load(None, env), only={"redis"})

    well = await told(redis_server.url)
    assert {finding.level for finding in well} == {"ok"}
    assert "clock and this machine's agree" in well[-1].text
    (away,) = await told("redis://user:secret@127.0.0.1:1/0")
    assert away.level == "bad"
    assert "redis://127.0.0.1:1/0 gave no answer" in away.text
    assert "secret" not in away.text
    (none,) = await told("")
    assert none.level == "advice"


async def test_a_replica_that_is_away(world: WorldFactory) -> None:
    findings = await doctor.examine(with_keys(world("lucera", seed=71), replica_dsn=NOWHERE), only={"connections"})
    (away,) = (finding for finding in findings if finding.text.startswith("replica: "))
    assert away.level == "advice"
    assert "cannot connect as nobody@127.0.0.1:1" in away.text


async def test_it_has_more_patience_than_the_service(world: WorldFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(context, "REACHABLE_MS", 1100)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        nobody = f"mysql://nobody@127.0.0.1:{silent.getsockname()[1]}/nothing"
        findings = await doctor.examine(with_keys(world("lucera", seed=71), game_dsn=nobody), only={"connections"})
    assert [finding.text for finding in findings if finding.level == "bad"] == [
        "game: the database is away: no connection within 1.1 s"
    ]


async def test_ports_open_and_closed(world: WorldFactory) -> None:
    here = world("lucera", seed=71)
    with GamePorts() as ports:
        env = {**here.environment, **ports.settings()}
        opened = await doctor.examine(settings.load(None, env), only={"status"})
    closed = await doctor.examine(settings.load(None, env), only={"status"})
    assert [finding.level for finding in opened] == ["ok", "ok"]
    assert [finding.level for finding in closed] == ["advice", "advice"]
    assert f"127.0.0.1:{ports.game} took no connection" in closed[0].text


async def test_payments_that_lack_something(world: WorldFactory) -> None:
    env = {**world("lucera", seed=71).environment, "GATEWAY_PAYMENTS_PROVIDER": "mercadopago"}
    findings = await doctor.examine(settings.load(None, env), only={"payments"})
    assert {finding.level for finding in findings} == {"bad"}
    assert "payments.access_token is not set" in findings[0].text
    assert "payments.md" in findings[0].do


def test_the_command_reads_a_file_and_says_json(
    world: WorldFactory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    here = world("lucera", seed=71)
    dsns = {f"{role}_dsn": here.environment[f"GATEWAY_DATABASE_{role.upper()}_DSN"] for role in privileges.ROLES}
    config = tmp_path / "gateway.toml"
    config.write_text("[database]\n" + "".join(f'{key} = "{value}"\n' for key, value in dsns.items()))
    monkeypatch.setenv(settings.CONFIG, "")  # so that what the command sets is undone

    def command(*words: str) -> tuple[int, str, str]:
        code = run_in_thread(lambda: cli.main(["doctor", "--config", str(config), *words]))
        shown = capsys.readouterr()
        return code, shown.out, shown.err

    config.chmod(0o644)
    code, out, _ = command("--json", "--only", "schema,files", "--admin-dsn", here.game_admin_dsn)
    found = msgspec.json.decode(out, type=list[doctor.Finding])
    assert code == 1
    assert {finding.topic for finding in found} == {"schema", "files"}
    (open_,) = (finding for finding in found if not finding.well)
    assert "everybody on this machine can read it" in open_.text
    assert open_.do == f"chmod 600 {config}"
    assert all(dsn not in out for dsn in (*dsns.values(), here.game_admin_dsn))
    config.chmod(0o600)
    assert command("--only", "files")[0] == 0
    code, out, errors = command("--only", "weather")
    assert (code, out) == (2, "")
    assert "weather" in errors
    code, _, errors = command("--admin-dsn", NOWHERE)
    assert code == 2
    assert "cannot connect as nobody@127.0.0.1:1" in errors
    monkeypatch.setenv("GATEWAY_REDIS_URL", "redis://127.0.0.1:1/0")
    code, out, _ = command("--json", "--only", "redis")
    assert (code, [each["level"] for each in msgspec.json.decode(out)]) == (1, ["bad"])  # and no line of a log
    config.write_text("[databse]\n")
    assert command("--json")[0] == 2


def test_the_command_says_it_with_its_status(
    world: WorldFactory, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    here = world("lucera", seed=71)
    parser = argparse.ArgumentParser()
    doctor.add_arguments(parser)
    for key, value in here.environment.items():
        monkeypatch.setenv(key, value)
    assert run_in_thread(lambda: doctor.run(parser.parse_args([]))) == 0
    told = capsys.readouterr().out
    assert "  ok   game: the database answers\n" in told
    assert "  hint items: no catalogue" in told
    assert "\x1b" not in told
    monkeypatch.setenv("GATEWAY_DATABASE_GAME_DSN", NOWHERE)
    assert run_in_thread(lambda: doctor.run(parser.parse_args([]))) == 1
    assert "  BAD  game: the database is away" in capsys.readouterr().out
    monkeypatch.setenv("GATEWAY_DATABASE_GAME_POOL", "many")
    assert run_in_thread(lambda: doctor.run(parser.parse_args([]))) == 2
    assert "GATEWAY_DATABASE_GAME_POOL" in capsys.readouterr().err


def test_it_is_coloured_on_a_terminal_alone(world: WorldFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    for key, value in {**world("lucera", seed=71).environment, "TERM": "xterm", "NO_COLOR": ""}.items():
        monkeypatch.setenv(key, value)
    for no_colour, coloured in (("", True), ("1", False)):
        monkeypatch.setenv("NO_COLOR", no_colour)
        ours, theirs = pty.openpty()
        with os.fdopen(theirs, "w") as terminal:
            monkeypatch.setattr(sys, "stdout", terminal)
            assert run_in_thread(lambda: cli.main(["doctor", "--only", "payments"])) == 0
            terminal.flush()
            shown = os.read(ours, 4096)
        os.close(ours)
        assert b"payments: off" in shown
        assert (b"\x1b[32mok" in shown) is coloured
