"""The command `gateway doctor`, and topics on a world without damage."""

import re
import socket
import time
from pathlib import Path

import msgspec
import pytest

from fixtures.connect_filter import FilteredServer
from fixtures.installed import World, run_in_thread
from fixtures.ports import GamePorts
from fixtures.servers import Redis
from gateway import cli, doctor, texts
from gateway.config import settings
from gateway.database import privileges
from gateway.doctor import context
from gateway.doctor.runner import TOPICS
from gateway.features.server_status import probe
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.account_app import site
from gateway.tests.support.doctor_schemas import examine, problems

pytestmark = pytest.mark.database

ENGLISH = re.compile(r"\b(the|is|are|of|and|with|not|cannot|which|that|this|it|its|run|no longer|to)\b")
NAMES = re.compile(r"`[^`]*`|\S*/\S*")
"""Commands and paths, which are the same in every language."""
UNREACHABLE = "mysql://nobody@127.0.0.1:1/nothing"


@pytest.fixture(scope="module")
def lucera(world: WorldFactory) -> World:
    return world("lucera", seed=71)


def test_each_topic_has_a_title() -> None:
    assert {f"doctor.topics.{topic}" for topic in (*TOPICS, "skipped")} == {*texts.codes("doctor.topics.")}


async def test_examine_fresh_installation_has_nothing_bad(lucera: World) -> None:
    findings = await examine(lucera)
    assert [finding for finding in findings if finding.level == "bad"] == []
    text = "\n".join(finding.text for finding in findings)
    for part in (
        "game: the database answers",
        "needed statements",
        "migrations have run",
        "Lucera 2",
        "have every column of the contract",
        "history: no day is closed yet; days are kept for 400 days",
    ):
        assert part in text


@pytest.fixture(scope="module")
async def faulty(lucera: World) -> list[doctor.Finding]:
    """Findings of an installation with many faulty settings."""
    settings_with_faults = {
        "PAYMENTS_PROVIDER": "mercadopago",
        "STRIPE_ENABLED": "true",
        "STRIPE_SECRET_KEY": "sk_test_1",
        "REDIS_URL": "redis://127.0.0.1:1/0",
        "MAIL_HOST": "127.0.0.1",
        "MAIL_PORT": "1",
        "MAIL_SENDER": "no-reply@play.example",
        "SERVER_PUBLIC_URL": "http://localhost:1",
        "SERVER_TIME_ZONE": "America/Bogota",
        "DATABASE_SITE_POOL": "8",
        "COINS_ITEM_ID": "1",
        "GAME_TABLE_DELIVERY_ENABLED": "true",
        "PRIVACY_NOT_PLAYER_ACCOUNTS": "bot",
        "ACCOUNTS_USERNAME_MAX": "16",
        "ACCOUNTS_PASSWORD_HASH": "whirlpool",
    }
    env = {f"GATEWAY_{name}": value for name, value in settings_with_faults.items()}
    return await examine(lucera, env=env, with_admin=True)


@pytest.mark.parametrize("language", [language for language in texts.languages() if language != texts.SOURCE])
def test_every_line_is_of_the_catalogue_in_each_language(faulty: list[doctor.Finding], language: str) -> None:
    assert len(problems(faulty)) > 15
    assert {finding.topic for finding in faulty} > {"payments", "time", "page", "views", "accounts"}
    for finding in faulty:
        for sentence, message in ((finding.text, finding.message), (finding.do, finding.remedy)):
            assert sentence == str(message or "")
            assert message is None or message.code.startswith("doctor.")
            assert not ENGLISH.search(NAMES.sub("", message.read(language) if message else "")), message


async def test_redis_used_down_or_missing_is_reported(lucera: World, redis_server: Redis) -> None:
    async def with_url(url: str) -> list[doctor.Finding]:
        return await examine(lucera, "redis", env={"GATEWAY_REDIS_URL": url, "GATEWAY_SERVER_WORKERS": "2"})

    findings = await with_url(redis_server.url)
    assert problems(findings) == []
    assert "clock and this machine's agree" in findings[-1].text
    (problem,) = await with_url("redis://user:secret@127.0.0.1:1/0")
    assert (problem.level, "redis://127.0.0.1:1/0 is not usable" in problem.text) == ("bad", True)
    assert "secret" not in problem.text
    (missing_finding,) = await with_url("")
    assert missing_finding.level == "advice"


async def test_backups_old_and_missing_ones_are_advice(lucera: World) -> None:
    (missing,) = await examine(lucera, "backups")
    assert (missing.level, "has made none yet" in missing.text) == ("advice", True)
    levels: list[str] = []
    for hours in (25, 27):
        await site(lucera, f"REPLACE INTO job_positions VALUES ('backup', {time.time() - 3600 * hours:.0f})")
        levels += [finding.level for finding in await examine(lucera, "backups")]
    await site(lucera, "DELETE FROM job_positions WHERE job = 'backup'")
    assert levels == ["ok", "advice"]


async def test_connections_replica_down_is_advice(lucera: World) -> None:
    findings = await examine(lucera, "connections", env={"GATEWAY_DATABASE_REPLICA_DSN": UNREACHABLE})
    (problem,) = [finding for finding in findings if finding.text.startswith("replica: ")]
    assert (problem.level, "cannot connect as nobody@127.0.0.1:1" in problem.text) == ("advice", True)


async def test_connections_wait_longer_than_the_service(lucera: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(context, "CONNECT_TIMEOUT_MS", 1100)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        dsn = f"mysql://nobody@127.0.0.1:{silent.getsockname()[1]}/nothing"
        findings = problems(await examine(lucera, "connections", env={"GATEWAY_DATABASE_GAME_DSN": dsn}))
    assert [finding.text for finding in findings] == ["game: the database is not available: no connection within 1.1 s"]


async def test_status_closed_ports_are_advice(lucera: World) -> None:
    with GamePorts() as ports:
        assert problems(await examine(lucera, "status", env=ports.settings())) == []
    closed_ports = problems(await examine(lucera, "status", env=ports.settings()))
    assert [finding.level for finding in closed_ports] == ["advice", "advice"]
    assert f"no connection to 127.0.0.1:{ports.game}" in closed_ports[0].text
    assert "no probe has ever reached it" in closed_ports[0].text


async def test_status_of_servers_with_the_accept_filter_keeps_the_distance_of_the_service(
    world: WorldFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From a container, where the doctor has to connect: its own runs and the service together connect once."""
    own_world = world("acis", seed=72)
    monkeypatch.setattr(probe, "read_listeners", list)
    async with FilteredServer(time.time) as game, FilteredServer(time.time) as login:
        ports = {"GATEWAY_STATUS_GAME_PORT": str(game.port), "GATEWAY_STATUS_LOGIN_PORT": str(login.port)}
        findings = [await examine(own_world, "status", env=ports) for _ in range(3)][-1]
    assert len(game.connects) == 1
    assert len(login.connects) <= 1
    assert "no socket of it is visible" in findings[0].text
    (problem,) = problems(findings)
    assert "every 310 s" in problem.text
    assert "status.shared_address = false" in problem.do


async def test_payments_missing_settings_are_bad(lucera: World) -> None:
    findings = await examine(lucera, "payments", env={"GATEWAY_PAYMENTS_PROVIDER": "mercadopago"})
    assert {finding.level for finding in findings} == {"bad"}
    assert "payments.access_token is not set" in findings[0].text
    assert "payments.md" in findings[0].do


async def test_coin_that_install_has_not_recorded_is_bad(lucera: World) -> None:
    assert [finding.level for finding in await examine(lucera, "deliveries")] == ["advice"]
    findings = await examine(lucera, "deliveries", env={"GATEWAY_COINS_ITEM_ID": "57"})
    assert [finding.level for finding in findings] == ["advice", "bad"]
    assert "item 57 (coins.item_id) is not recorded" in findings[1].text


def test_command_reads_the_file_and_prints_json(
    lucera: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    dsns = {f"{role}_dsn": lucera.environment[f"GATEWAY_DATABASE_{role.upper()}_DSN"] for role in privileges.ROLES}
    config = tmp_path / "gateway.toml"
    config.write_text("[database]\n" + "".join(f'{key} = "{value}"\n' for key, value in dsns.items()))
    monkeypatch.setenv(settings.CONFIG, "")  # the command sets it, and it must be undone

    def command(*words: str) -> tuple[int, str, str]:
        code = run_in_thread(lambda: cli.main(["doctor", "--config", str(config), *words]))
        output = capsys.readouterr()
        return code, output.out, output.err

    config.chmod(0o644)
    code, out, _ = command("--json", "--only", "schema,files", "--admin-dsn", lucera.game_admin_dsn)
    findings = msgspec.json.decode(out, type=list[doctor.Finding])
    assert code == 1
    assert {finding.topic for finding in findings} == {"schema", "files"}
    (readable,) = problems(findings)
    assert readable.do == f"chmod 600 {config}"
    assert all(dsn not in out for dsn in (*dsns.values(), lucera.game_admin_dsn))
    config.chmod(0o600)
    assert command("--only", "files")[0] == 0
    assert f"`gateway items --config {config} import`" in command("--only", "items")[1]
    assert command("--only", "items", "--language", "es")[1].startswith(
        "Objetos (items)\n  nota items: no hay catálogo, "
    )
    config.write_text(f'{config.read_text()}[server]\nlanguage = "pt"\n')
    assert command("--only", "items")[1].startswith("Itens (items)\n  dica items: não há catálogo, ")
    (finding,) = msgspec.json.decode(command("--json", "--only", "items", "--language", "en")[1])
    assert (finding["text"][:18], finding["message"]["code"]) == ("items: there is no", "doctor.items.none")
    code, out, errors = command("--only", "weather")
    assert (code, out, "weather" in errors) == (2, "", True)
    code, _, errors = command("--admin-dsn", UNREACHABLE)
    assert (code, "cannot connect as nobody@127.0.0.1:1" in errors) == (2, True)
    monkeypatch.setenv("GATEWAY_REDIS_URL", "redis://127.0.0.1:1/0")
    code, out, _ = command("--json", "--only", "redis")
    levels = [finding["level"] for finding in msgspec.json.decode(out)]
    assert (code, levels) == (1, ["bad"])  # and no log line
    config.write_text("[databse]\n")
    assert command("--json")[0] == 2


def test_command_prints_text_and_its_exit_code(
    lucera: World, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for key, value in lucera.environment.items():
        monkeypatch.setenv(key, value)
    assert run_in_thread(lambda: cli.main(["doctor"])) == 0
    out = capsys.readouterr().out
    assert "  ok   game: the database answers\n" in out
    assert "  hint items: there is no catalogue" in out
    monkeypatch.setenv("GATEWAY_DATABASE_AUTH_POOL", "9")
    assert run_in_thread(lambda: cli.main(["doctor", "--only", "files"])) == 0
    assert "database.auth_pool is no setting any more, and is ignored" in capsys.readouterr().out
    assert "\x1b" not in out
    monkeypatch.setenv("GATEWAY_DATABASE_GAME_DSN", UNREACHABLE)
    assert run_in_thread(lambda: cli.main(["doctor"])) == 1
    assert "  BAD  game: the database is not available" in capsys.readouterr().out
    monkeypatch.setenv("GATEWAY_DATABASE_GAME_POOL", "many")
    assert run_in_thread(lambda: cli.main(["doctor"])) == 2
    assert "GATEWAY_DATABASE_GAME_POOL" in capsys.readouterr().err
