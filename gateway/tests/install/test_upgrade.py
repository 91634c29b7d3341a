"""An upgrade from migration 009 with the demo's data: the previous release and this one work side by side.

The previous release is taken from the history of the repository; where there is none, as in a release's archive, its
schema alone is made and upgraded. CAMPAIGN_SCALE, as for the campaigns of the money tests, makes it last a minute.
"""

import asyncio
import os
import re
import subprocess
import sys
import time
from collections import Counter
from contextlib import AsyncExitStack, ExitStack
from pathlib import Path
from shutil import copy

import pytest

from fixtures import donors, fake_game_server, site_schema
from fixtures.donors_deliveries import Receiver
from fixtures.fake_game_server import FakeGameServer
from fixtures.installed import Schemas, run_in_thread
from fixtures.processes import free_port
from fixtures.provider import Provider
from fixtures.provider.payments import Json
from fixtures.provider.provider_settings import payment_settings
from fixtures.servers import MariaDB, Redis
from fixtures.service import Service
from gateway import cli, package_data
from gateway.config.money import RouletteSettings
from gateway.config.settings import CONFIG, Settings
from gateway.database.queries import split
from gateway.features.ledger import Entry, Transfer, house, post, wallet
from gateway.install.migrate import migrate
from gateway.tests.support.databases import admin
from gateway.tests.support.installation import InstalledGame
from gateway.tests.support.paths import ROOT
from gateway.tests.support.previous_seeds import add_previous_pairs
from gateway.tests.support.roulette_data import rules_with
from gateway.tests.support.site_load import RAISED_LIMITS, SiteLoad, site_load
from gateway.tests.support.wait_until import until

SECONDS = min(60, 3 * int(os.environ.get("CAMPAIGN_SCALE", "1")))
LAST_MIGRATION = 9
COINS = 1_000_000
SPINS = 5
SEALED_SEED_FAILURES = {"spin 500", "seeds 500"}
"""Failures of the previous release: it draws from no sealed seed."""

ADDED_SETTINGS = ("GATEWAY_PAYMENTS_NEW_ACCOUNT_HOLD_HOURS", "GATEWAY_LIMITS_REGISTRATIONS_TOTAL", "GATEWAY_STRIPE_")
"""Beginnings of the settings that the previous release does not know."""

pytestmark = pytest.mark.timeout(120 + 2 * SECONDS)


def git(*words: str) -> bytes:
    """The output of a git command in this repository; empty if it fails or git is missing."""
    try:
        return subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return b""


@pytest.fixture(scope="module")
def old_release(tmp_path_factory: pytest.TempPathFactory) -> Path | None:
    """The code of the last commit before migration 010; None without the history."""
    commits = git("log", "--diff-filter=A", "--format=%H", "--", f"sql/schema/{LAST_MIGRATION + 1:03}_*.sql").split()
    archive = git("archive", f"{commits[-1].decode()}^", "gateway", "sql", "ui/content") if commits else b""
    if not archive:
        return None
    folder = tmp_path_factory.mktemp("previous")
    subprocess.run(["tar", "--extract", f"--directory={folder}"], input=archive, check=True)
    return folder


async def run_previous(folder: Path, config: Path, *words: str) -> None:
    """Runs a command of the release in this folder."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "gateway", *words, cwd=folder, env=os.environ | {CONFIG: str(config)}
    )
    assert await process.wait() == 0, words


async def make_schema(game: InstalledGame, tmp_path: Path) -> None:
    """The site schema at migration 009."""
    files = sorted((package_data.sql() / "schema").glob("*.sql"))[:LAST_MIGRATION]
    for path in files:
        copy(path, tmp_path)
    await game.admin(f"CREATE SCHEMA {game.name}_site")
    async with admin(game.server, f"{game.name}_site") as root:
        await migrate(root, f"{game.name}_site", tmp_path)


async def fill_site(game: InstalledGame) -> list[Json]:
    """Makes a month of donations and deliveries with every outcome, and seeds in use; returns the payments."""
    schema = package_data.sql() / "schema"
    paths = [path for number in (13, 15, 31, 33, 51, 53, 62) for path in schema.glob(f"{number:03}_*.sql")]
    paths += sorted((package_data.noun_tables()["campaigns"] / "schema").glob("*.sql"))
    async with admin(game.server, f"{game.name}_site") as root:  # the code of this release needs its columns
        for path in paths:
            for statement in split(path.read_text()):
                await root.execute(statement)
    rows = await game.admin("SELECT obj_Id, char_name, account_name FROM characters")
    async with site_schema.connect(game.server.dsn(f"{game.name}_site")) as site:
        receivers = [Receiver(*row) for row in rows]
        payments = await donors.fill_site(site, Settings(), receivers, until=time.time(), shop="http://127.0.0.1")
        for login in donors.ACCOUNTS:
            key = f"adjust:{login}"
            entries = (Entry(wallet(login), COINS), Entry(house("adjustments"), -COINS))
            assert await site_schema.post_transfer(site, post, Transfer(key, "adjust", key, entries)) == "done"
            wheels = [rules_with().wheel] * SPINS
            await add_previous_pairs(site, login, wheels, RouletteSettings().spin_cost, int(time.time()))
    return payments


async def final_rows(game: InstalledGame) -> set[tuple[object, ...]]:
    """Rows that no release may change."""
    statements = (
        "SELECT * FROM ledger_transfers JOIN ledger_entries ON transfer_id = id",
        "SELECT * FROM roulette_spins",
        "SELECT * FROM deliveries WHERE status IN ('delivered', 'cancelled')",
        "SELECT id, account, total_coins, coins_credited, status FROM donations WHERE status <> 'pending'",
    )
    rows = [await game.site(statement) for statement in statements]
    assert all(rows)
    return {row for statement_rows in rows for row in statement_rows}


async def open_money(game: InstalledGame) -> tuple[int, int]:
    """The completed donations, and the deliveries that the game server still has to take."""
    ((donations, deliveries),) = await game.site(
        "SELECT (SELECT COUNT(*) FROM donations WHERE status = 'completed'), "
        "(SELECT COUNT(*) FROM deliveries WHERE status = 'pending')"
    )
    return donations, deliveries


class Instances:
    """Instances of both releases on one installation, with one Redis and one payment provider."""

    def __init__(self, stack: ExitStack, game: InstalledGame, redis: Redis, folder: Path) -> None:
        self.provider = stack.enter_context(Provider())
        self._stack, self._folder = stack, folder
        self._ports = [free_port(), free_port()]
        self._settings = {
            CONFIG: str(game.file),
            "GATEWAY_REDIS_URL": redis.url,
            "GATEWAY_REDIS_PREFIX": game.name,
            # The provider sends its webhooks to the instance that starts first.
            **payment_settings(self.provider, [f"http://127.0.0.1:{port}" for port in reversed(self._ports)]),
            **RAISED_LIMITS,
            "GATEWAY_PAYMENTS_NEW_ACCOUNT_HOLD_HOURS": "0",
        }

    def start(self, code: Path) -> str:
        """Runs an instance of the release in this folder until the end of the test; returns its URL."""
        port = self._ports.pop()
        settings = {
            name: value for name, value in self._settings.items() if code == ROOT or not name.startswith(ADDED_SETTINGS)
        }
        service = Service(settings, port=port, folder=code, log=self._folder / f"{port}.log")
        return self._stack.enter_context(service).url


async def test_upgrade_beside_the_previous_release_fails_no_request_and_keeps_the_books(
    mariadb: MariaDB,
    redis_server: Redis,
    old_release: Path | None,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    game, previous_config = InstalledGame(mariadb, tmp_path), tmp_path / "before.toml"
    schemas = Schemas(game.name, f"{game.name}_views", f"{game.name}_site")
    game_dsn = fake_game_server.admit(mariadb, schemas)
    users = [f"--user-prefix={game.name}", f"--game-user={fake_game_server.game_user(schemas)}"]
    if old_release:
        names = [f"--views-schema={schemas.views}", f"--site-schema={schemas.site}", f"--write-config={game.file}"]
        await run_previous(
            old_release,
            game.file,
            "install",
            "--apply",
            f"--admin-dsn={mariadb.dsn(game.name)}",
            *names,
            *users,
        )
    else:
        await make_schema(game, tmp_path)
    with ExitStack() as stack:
        instances = Instances(stack, game, redis_server, tmp_path)
        instances.provider.add_payments(await fill_site(game))
        rows_before_upgrade, (completed_donations, _) = await final_rows(game), await open_money(game)
        loads: list[SiteLoad] = []
        async with AsyncExitStack() as running:
            if old_release:
                loads.append(await running.enter_async_context(site_load(instances.start(old_release), money=True)))
                copy(game.file, previous_config)  # a release cannot read the settings of later ones
                assert game.run("upgrade") == 0
                advice = capsys.readouterr().out
                assert "tokens of a release without sessions end" in advice
                assert re.search(
                    r"afterwards  gateway keys rotate .*: seals \d+ secrets that are in clear text", advice
                )
                assert "roulette rotate" not in advice
            else:
                assert game.install("--apply", *users) == 0
            stack.enter_context(FakeGameServer(game_dsn, "acis", schemas, log=tmp_path / "game.log", pause=0.2))
            loads.append(await running.enter_async_context(site_load(instances.start(ROOT), money=True)))
            await asyncio.sleep(SECONDS)
        assert loads[-1].failures == Counter()
        assert set(loads[0].failures) <= SEALED_SEED_FAILURES
        completed_donations += sum(load.answers["donation"] for load in loads)

        async def is_settled() -> bool:
            donations, deliveries = await open_money(game)
            return donations >= completed_donations and not deliveries

        await until(is_settled)
    assert await final_rows(game) >= rows_before_upgrade
    await game.admin(
        f"INSERT INTO {game.name}_site.operator_log (at, operator, command, subject, reason) "
        f"SELECT UNIX_TIMESTAMP(), '', '', idempotency_key, '' FROM {game.name}_site.ledger_transfers "
        "WHERE kind = 'adjust'"
    )
    assert run_in_thread(lambda: cli.main(["ledger", "check", f"--config={game.file}"])) == 0
