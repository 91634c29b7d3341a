"""An operator's mistake ends a command with one line: the cause and the next step, without a password."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from fixtures.installed import World, run_in_thread
from fixtures.servers import MariaDB
from gateway import cli
from gateway.config.settings import CONFIG
from gateway.database import privileges
from gateway.install import install
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.databases import admin

Command = Callable[..., tuple[int, str, str]]
ErrorOf = Callable[..., str]

SECRET = "Hidden-1-Word"
PAYMENTS = {
    "GATEWAY_PAYMENTS_PROVIDER": "mercadopago",
    "GATEWAY_PAYMENTS_ACCESS_TOKEN": SECRET * 3,
    "GATEWAY_PAYMENTS_WEBHOOK_SECRET": SECRET * 3,
    "GATEWAY_PAYMENTS_API_URL": "http://127.0.0.1:1",
    "GATEWAY_SERVER_PUBLIC_URL": "https://play.example",
    "GATEWAY_ACCOUNTS_TOKEN_SECRET": SECRET * 3,
}
# Commands that use the service's own logins, and those that use an administrator's.
SERVICE = (["ledger", "check"], ["ledger", "show", "demo"], ["deliveries", "list"], ["reconcile"])
ADMIN = (["install"], ["uninstall"], ["upgrade"])
FAULTS: dict[str, tuple[Callable[[MariaDB], str], str]] = {
    "wrong host": (lambda _: f"mysql://root:{SECRET}@127.0.0.1:1/s", "is the server up, and are host and port right"),
    "wrong password": (lambda server: server.tcp_dsn("s", "root", SECRET), "user name or password is wrong"),
    "missing schema": (lambda server: server.dsn("nowhere"), "`gateway install --apply` creates the gateway's own"),
}


@pytest.fixture
def server(mariadb: object) -> MariaDB:
    if not isinstance(mariadb, MariaDB):
        pytest.skip("the messages are MariaDB's")
    return mariadb


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """Runs a command in this process with this environment alone; returns exit code, output and standard error."""

    def run(words: list[str], environment: Mapping[str, str] | None = None) -> tuple[int, str, str]:
        monkeypatch.setenv(CONFIG, "")  # a command sets it for its workers, and it is to be gone after the test
        for name in [name for name in os.environ if name.startswith("GATEWAY_")]:
            monkeypatch.delenv(name)
        for name, value in (environment or {}).items():
            monkeypatch.setenv(name, value)
        code = run_in_thread(lambda: cli.main(words))
        output = capsys.readouterr()
        assert SECRET not in output.out + output.err
        assert "Traceback" not in output.out + output.err
        return code, output.out, output.err

    return run


@pytest.fixture
def error_of(command: Command) -> ErrorOf:
    """Runs a command that fails with one line on standard error and no output; returns the line."""

    def run(words: list[str], environment: Mapping[str, str] | None = None, codes: tuple[int, ...] = (1, 2)) -> str:
        code, output_text, err = command(words, environment)
        assert (code in codes, output_text) == (True, ""), (words, code, output_text)
        assert err.startswith("gateway"), (words, err)
        assert (err.endswith("\n"), err.count("\n")) == (True, 1), (words, err)
        return err

    return run


@pytest.mark.parametrize("fault", FAULTS)
def test_command_without_the_service_s_database_names_the_next_step(
    server: MariaDB, error_of: ErrorOf, fault: str
) -> None:
    make, advice = FAULTS[fault]
    dsns = {f"GATEWAY_DATABASE_{role}_DSN": make(server) for role in ("GAME", "AUTH", "SITE")}
    for words in SERVICE if fault == "wrong host" else SERVICE[:1]:
        assert advice in error_of(words, PAYMENTS | dsns)


@pytest.mark.parametrize("fault", FAULTS)
def test_doctor_names_each_unreachable_database(server: MariaDB, command: Command, fault: str) -> None:
    dsns = {f"GATEWAY_DATABASE_{role}_DSN": FAULTS[fault][0](server) for role in ("GAME", "AUTH", "SITE")}
    code, output_text, err = command(["doctor"], PAYMENTS | dsns)
    assert code == 1, err
    assert output_text.count("cannot connect as root@") >= 3


def test_command_with_a_wrong_administrator_s_login_names_the_next_step(server: MariaDB, error_of: ErrorOf) -> None:
    logins = {f"--admin-dsn={make(server)}": advice for make, advice in list(FAULTS.values())[:2]}
    logins |= {
        "--admin-dsn=": "--admin-dsn, or GATEWAY_ADMIN_DSN in the environment",
        f"--admin-dsn=postgres://root:{SECRET}@host/game": "a DSN begins with mysql://",
    }
    for words in ADMIN:
        for login, advice in logins.items():
            assert advice in error_of([*words, login], codes=(2,))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["ledger", "check"], "database.site_dsn: it is not set; `gateway install --apply`"),
        (["deliveries", "list"], "database.site_dsn: it is not set; `gateway install --apply`"),
        (["doctor"], "it is not set; `gateway install --apply`"),
        (["serve"], "database.game_dsn is not set; `gateway install --apply`"),
        (["reconcile"], "payments.provider is off"),
        (["refund", "12"], "payments.provider is off"),
        (["refund", "twelve"], "'twelve' is not a payment id"),
        (["refund", "abc:1"], "'abc:1' is not a payment id: a number of Mercado Pago or stripe:REFERENCE"),
        (["reconcile", "--payment", "abc:1"], "'abc:1' is not a payment id"),
    ],
    ids=str,
)
def test_command_without_settings_names_the_setting(error_of: ErrorOf, words: list[str], message: str) -> None:
    assert message in error_of(words)


@pytest.mark.parametrize("words", [*SERVICE, ["doctor"], ["operator", "list"], ["serve"]], ids=str)
def test_command_in_a_folder_without_settings_names_the_missing_file(
    error_of: ErrorOf, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, words: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert f"no settings file was read: there is no {tmp_path / 'gateway.toml'}" in error_of(words, codes=(2,))
    (tmp_path / "gateway.toml").write_text("")
    assert "no settings file" not in error_of(words, codes=(2,))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (None, "No such file or directory"),
        ("[database\n", "at line 1"),
        ("[data]\n", r"unknown section [data]"),
        ("[databse]\n", r"unknown section [databse]; did you mean database?"),
        ("[server]\nprot = 1\n", "unknown key server.prot; did you mean server.port?"),
        (f'[database]\ngame_dsn = "postgres://root:{SECRET}@h/s"\n', "database.game_dsn: expected mysql://"),
    ],
    ids=["missing", "no TOML", "unknown section", "misspelt section", "misspelt key", "no DSN"],
)
def test_command_with_a_wrong_configuration_names_the_place(
    error_of: ErrorOf, tmp_path: Path, text: str | None, message: str
) -> None:
    path = tmp_path / "gateway.toml"
    if text is not None:
        path.write_text(text)
    further_commands = [["doctor"], ["serve"], ["config"], ["refund", "1"], ["roulette", "odds"]]
    for words in [*SERVICE, *further_commands] if text is None else SERVICE[:1]:
        for line in ([*words, f"--config={path}"], [f"--config={path}", *words]):
            assert message in error_of(line, codes=(2,))


@pytest.fixture(scope="module")
def game(world: WorldFactory) -> World:
    return world("acis", seed=71)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--family=l2off"], "there is no family 'l2off'; known are mobius"),
        (["--game-schema=nowhere"], "there is no schema `nowhere` with tables on that server"),
        (["--game-schema=no`name"], "cannot name the game schema"),
        (["--login-schema=mysql"], "no table `accounts` in the schema `mysql`. Is it the game's? If the login server"),
        (["--views-schema=a", "--site-schema=a"], "the views schema must be a schema of its own"),
        (["--game-user=l2j"], "expected NAME@HOST"),
        (["--apply", "--write-config=/proc/gateway.toml"], "cannot be written"),
        (["--apply", "--write-config=/nowhere/gateway.toml"], "cannot be written (No such file or directory); nothing"),
        (["--handover"], "no table through which it takes items"),
    ],
)
def test_install_with_impossible_options_names_the_reason(
    server: MariaDB, error_of: ErrorOf, game: World, words: list[str], message: str
) -> None:
    assert message in error_of(
        ["install", f"--admin-dsn={server.dsn(game.schema)}", "--views-schema=asked_views", *words]
    )


async def test_command_on_an_incomplete_installation_names_install(
    server: MariaDB, command: Command, error_of: ErrorOf, game: World
) -> None:
    options = {"game_schema": game.schema, "views_schema": "half_views", "site_schema": "half_site"}
    config = install.apply(server.dsn(), **options)
    async with admin(server) as root:
        await root.execute("DROP SCHEMA half_site")
        await root.execute("CREATE SCHEMA half_site")
    environment = PAYMENTS | {
        f"GATEWAY_DATABASE_{role}_DSN": getattr(config, f"{role.lower()}_dsn") for role in ("GAME", "AUTH", "SITE")
    }
    for words in SERVICE:
        err = error_of(words, environment)
        assert "the installation is not complete: run `gateway install --apply`" in err
    code, output_text, _ = command(["doctor"], environment)
    assert code == 1
    assert "gateway install --apply" in output_text


async def test_damaged_table_of_the_game_is_named_with_its_repair(
    server: MariaDB, command: Command, world: WorldFactory
) -> None:
    """By doctor and install; the service starts, and its other views are checked."""
    own_world = world("acis", 60, seed=58)
    async with admin(server, own_world.schema) as root:
        await root.execute("ALTER TABLE castle ENGINE = MyISAM")
        await root.execute("FLUSH TABLES castle")
        index = server.data / own_world.schema / "castle.MYI"
        head = index.read_bytes()
        index.write_bytes(head[:24] + b"\xff" * 66 + head[90:])
        _, output_text, _ = command(["doctor", "--only=connections,views,world"], own_world.environment)
        assert "game: the database answers" in output_text
        for part in ("views: castles cannot be read", "world: castles cannot be read"):
            finding = output_text.partition(part)[2].partition("\n  BAD")[0]
            assert "REPAIR TABLE" in finding, output_text
        names = [f"--views-schema={own_world.schemas.views}", f"--site-schema={own_world.schemas.site}"]
        err = command(["install", f"--admin-dsn={server.dsn(own_world.schema)}", *names])[2]
        assert err.rstrip().endswith("run REPAIR TABLE on it"), err
        assert (await privileges.check_at_start(own_world.settings)).broken_views.keys() == {"castles"}
        await root.execute("REPAIR TABLE castle USE_FRM")


def test_items_import_with_unusable_files_names_them(error_of: ErrorOf, tmp_path: Path) -> None:
    items = ["items", "import", "--to", str(tmp_path / "items.json")]
    assert "there is no such folder" in error_of([*items, str(tmp_path / "none")])
    (tmp_path / "1.xml").write_text('<list><item id="57" type="EtcItem" name="Adena"/></list>')
    assert "/proc/items.json" in error_of([*items, str(tmp_path), "--to", "/proc/items.json"])
    environment = {"GATEWAY_ADMIN_DSN": f"mysql://root:{SECRET}@127.0.0.1:1/s"}
    assert "is the server up, and are host and port right" in error_of([*items, "--tables"], environment)


def test_refund_without_the_provider_refunds_nothing(error_of: ErrorOf, game: World) -> None:
    assert "nothing was refunded" in error_of(["refund", "12"], {**game.environment, **PAYMENTS})
