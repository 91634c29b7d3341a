"""`gateway extras disable NAME --drop` on a full installation: each extra alone, and what is refused."""

import gzip
import hashlib
import json
import re
from collections import Counter
from collections.abc import AsyncGenerator
from itertools import count
from pathlib import Path
from typing import Any, Final

import pytest

from fixtures import installed
from fixtures.installed import Schemas, World
from gateway import package_data
from gateway.database.database import Database
from gateway.database.user_rights import absent_objects, procedures_of, tables_of
from gateway.features.ledger import check
from gateway.features.ledger.provenance import PROVENANCE_RULES
from gateway.features.roulette.verification import all_rules
from gateway.registration.extra import installed_extras
from gateway.tests.conftest import ClientFactory, WorldFactory
from gateway.tests.extras.support.personal_rows import add_books, add_rewards, add_rows
from gateway.tests.support.account_app import open_app_as, site
from gateway.tests.support.commands import Result, run_command
from gateway.tests.support.databases import Server, site_of
from gateway.tests.support.installation import grants_of, write_world_config

pytestmark = pytest.mark.database

SEED: Final = 349
NOUNS: Final = [name for name in package_data.noun_tables() if name in installed_extras()]
SETTLED: Final = "UPDATE referrals SET state = 'refused', reason = 'test', settled_at = 1"
_numbers = count(3001)


def enabled_without(name: str) -> str:
    """Returns the setting with all extras that can be on without this one."""
    return ",".join(extra.name for extra in installed_extras().values() if name not in {extra.name, *extra.needs})


async def disable(world: World, name: str, *words: str, enabled: str | None = None) -> Result:
    """Runs the command with the settings of a site without the extra, unless `enabled` names others."""
    return await run_admin(world, "extras", "disable", name, *words, enabled=enabled)


async def drop(world: World, name: str, *, enabled: str | None = None) -> Result:
    return await disable(world, name, "--drop", "--apply", "--confirm", name, *export_to(world), enabled=enabled)


def read_export(path: Path, digest: str) -> list[dict[str, Any]]:
    assert path.stat().st_mode & 0o777 == 0o600
    assert hashlib.sha256(path.read_bytes()).hexdigest() == digest
    return [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]


def export_to(world: World) -> tuple[str, str]:
    return "--export", world.environment["CONFIG_FOLDER"]


async def run_admin(world: World, *words: str, enabled: str | None = None) -> Result:
    env = {"GATEWAY_EXTRAS_ENABLED": enabled_without(words[2]) if enabled is None else enabled}
    return await run_command(world, *words, f"--admin-dsn={world.admin_dsn}", f"--config={_file(world)}", **env)


def _file(world: World) -> str:
    return f"{world.environment['CONFIG_FOLDER']}/gateway.toml"


@pytest.fixture(scope="module")
def full_world(world: WorldFactory, tmp_path_factory: pytest.TempPathFactory) -> World:
    return with_config(world("mobius", characters=60, seed=SEED), tmp_path_factory.mktemp("config"))


def with_config(world: World, folder: Path) -> World:
    write_world_config(world, folder / "gateway.toml")
    environment = {**world.environment, "CONFIG_FOLDER": str(folder)}
    return World(world.family, world.characters, world.seed, world.admin_dsn, world.schemas, environment)


@pytest.fixture
async def database(full_world: World) -> AsyncGenerator[Database]:
    site_database = site_of(full_world)
    yield site_database
    await site_database.close()


@pytest.fixture
async def login(full_world: World, database: Database) -> str:
    """A new account with rows in every table, and no coins that are rewards."""
    number = next(_numbers)
    await add_books(full_world, database, f"player{number}", number)
    await add_rows(full_world, database, f"player{number}", number)
    await site(full_world, SETTLED)
    return f"player{number}"


async def site_rights(server: Server, schemas: Schemas) -> list[str]:
    """Returns the rights on the site schema, without the names of this installation."""
    prefix = schemas.views.removesuffix("_views")
    lines = [
        line for line in await grants_of(server, prefix) if f"ON `{schemas.site}`." in line or " ON PROCEDURE" in line
    ]
    return sorted(line.replace(f"`{schemas.site}`", "site").replace(f"`{prefix}_", "`") for line in lines)


async def objects(world: World) -> set[str]:
    """Returns the tables and procedures of extras that the site schema has."""
    names = "SELECT {0}_name FROM information_schema.{0}s WHERE {0}_schema = DATABASE()"
    rows = [*await site(world, names.format("table")), *await site(world, names.format("routine"))]
    return {str(name) for (name,) in rows} & absent_objects([])


async def broken_rules(database: Database, world: World) -> list[check.BrokenRule]:
    return await check.broken_rules(database, [*all_rules(world.settings.security.data_keys), *PROVENANCE_RULES])


@pytest.mark.parametrize("name", NOUNS)
async def test_drop_leaves_a_site_that_never_had_the_extra(
    mariadb: Server, full_world: World, database: Database, login: str, name: str
) -> None:
    all_objects, all_rights = await objects(full_world), await site_rights(mariadb, full_world.schemas)
    result = await drop(full_world, name)
    assert result.code == 0, result.err
    dropped_objects = {*tables_of(name), *procedures_of(name)}
    assert await objects(full_world) == all_objects - dropped_objects
    assert await site(full_world, f"SELECT 1 FROM installation WHERE name = 'tables.{name}'") == []
    assert await site_rights(mariadb, full_world.schemas) == await rights_without(mariadb, full_world, name)
    assert await broken_rules(database, full_world) == []

    erasure = await run_command(full_world, "accounts", "erase", login, "--confirm", login, "--reason", "asked")
    assert erasure.code == 0, erasure.err
    assert await broken_rules(database, full_world) == []
    repeated = await drop(full_world, name)
    assert (repeated.code, repeated.out) == (0, f"{name} has no tables; nothing was changed\n")

    installation = await run_admin(full_world, "install", "--apply", "--moved", enabled="all")
    assert installation.code == 0, installation.err
    assert await objects(full_world) == all_objects
    assert await site_rights(mariadb, full_world.schemas) == all_rights


async def rights_without(server: Any, world: World, name: str) -> list[str]:
    """Returns the rights of a new installation of the same game with all other extras."""
    schemas = Schemas(world.schemas.game, f"never_{name[:8]}_views", f"never_{name[:8]}_site")
    nouns = [noun for noun in package_data.noun_tables() if noun != name]
    installed.install(server, schemas, world.family, world.characters, world.seed, nouns=nouns)
    rights = await site_rights(server, schemas)
    installed.drop(server, Schemas(schemas.views, schemas.views, schemas.site))
    return rights


async def test_drop_is_refused_with_the_reason(full_world: World, login: str) -> None:
    all_objects = await objects(full_world)
    for words, enabled, code, reason in (
        (("votes", "--drop", "--apply"), None, 2, "--apply needs --confirm votes"),
        (("votes", "--drop", "--apply", "--confirm", "codes"), None, 2, "--apply needs --confirm votes"),
        (("votes", "--apply"), None, 2, "--apply goes with --drop"),
        (("votes", "--drop"), "all", 1, "votes is on: write the setting"),
        (("history", "--drop"), "world", 2, "extras.enabled: world needs history"),
        (("wrold", "--drop"), "", 2, "there is no extra 'wrold'"),
    ):
        result = await disable(full_world, *words, enabled=enabled)
        assert (result.code, reason in result.err, result.out) == (code, True, ""), result
    await site(
        full_world,
        "CREATE TABLE notes (vote BIGINT, CONSTRAINT notes_vote FOREIGN KEY (vote) REFERENCES votes (id))",
    )
    result = await drop(full_world, "votes")
    await site(full_world, "DROP TABLE notes")
    assert (result.code, "foreign keys of notes lead to its tables" in result.err) == (1, True), result
    assert await objects(full_world) == all_objects


async def test_script_of_a_drop_changes_nothing_and_names_what_goes(full_world: World, login: str) -> None:
    all_objects = await objects(full_world)
    result = await disable(full_world, "history", "--drop")
    assert result.code == 0, result.err
    text = re.sub(r"\n-- ", " ", result.out)
    assert re.search(r" \d+ of character_samples", text)
    for part in (
        "REVOKE DELETE, SELECT (account) ON `",
        "DROP PROCEDURE IF EXISTS `",
        f"DROP TABLE IF EXISTS `{full_world.schemas.site}`.character_days;",
        "PROCEDURE `" + full_world.schemas.site + "`.erase_account(",
    ):
        assert part in text, text
    assert await objects(full_world) == all_objects


async def test_extra_without_tables_has_none_to_drop(full_world: World) -> None:
    result = await drop(full_world, "clans")
    assert (result.code, result.out) == (0, "clans has no tables; nothing was changed\n")


async def test_drop_that_was_killed_is_completed_by_the_next_one(full_world: World, login: str) -> None:
    tables = {*tables_of("push")}
    await site(full_world, "DELETE FROM installation WHERE name = 'tables.push'", "DROP TABLE push_messages")
    assert tables & await objects(full_world)
    assert (await drop(full_world, "push")).code == 0
    assert not tables & await objects(full_world)
    assert (await run_admin(full_world, "install", "--apply", "--moved", enabled="all")).code == 0
    assert tables <= await objects(full_world)


async def test_drop_is_in_the_log_of_operators_with_its_rows_and_their_export(full_world: World, login: str) -> None:
    subscriptions = await site(full_world, "SELECT login, sealed FROM push_subscriptions ORDER BY id")
    words = ("--drop", "--apply", "--confirm", "push", "--by", "ann", "--reason", "unused", *export_to(full_world))
    result = await disable(full_world, "push", *words)
    assert result.code == 0, result.err
    statement = (
        "SELECT operator, command, reason, old_values, new_values FROM operator_log WHERE subject = 'extra:push'"
    )
    *operation, old_values, new_values = (await site(full_world, f"{statement} ORDER BY id DESC LIMIT 1"))[0]
    assert operation == ["ann", "extras disable", "unused"]
    counts, export = json.loads(str(old_values)), json.loads(str(new_values))
    assert counts.keys() == {*tables_of("push")}
    assert f"exported    {export['export']}, sha256 {export['sha256']}\n" in result.out
    lines = read_export(Path(export["export"]), export["sha256"])
    assert Counter(line["table"] for line in lines) == {table: count for table, count in counts.items() if count}
    rows = [line["row"] for line in lines if line["table"] == "push_subscriptions"]
    assert [(row["login"], row["sealed"]) for row in rows] == subscriptions
    assert (await run_admin(full_world, "install", "--apply", "--moved", enabled="all")).code == 0


async def test_drop_without_a_place_for_the_export_touches_nothing(full_world: World, login: str) -> None:
    all_objects = await objects(full_world)
    words = ("--drop", "--apply", "--confirm", "push", "--export", "/proc/none")
    result = await disable(full_world, "push", *words)
    assert (result.code, result.out, len(result.err.splitlines())) == (1, "", 1)
    assert re.search(r"cannot write the export /proc/none/push-.*\.jsonl\.gz: .*; nothing was dropped", result.err)
    assert await objects(full_world) == all_objects


async def test_running_process_reads_coins_after_a_drop(
    full_world: World, database: Database, client: ClientFactory
) -> None:
    async with open_app_as("demo", full_world, client, GATEWAY_EXTRAS_ENABLED=enabled_without("votes")) as http:
        assert (await http.get("/api/player/coins")).status_code == 200
        assert (await drop(full_world, "votes")).code == 0
        assert (await http.get("/api/player/coins")).status_code == 200
        assert (await http.get("/api/player/profile")).status_code == 200
    assert (await run_admin(full_world, "install", "--apply", "--moved", enabled="all")).code == 0


REFUSED: Final = {
    "votes": ["1 transfers of the kind `vote`"],
    "codes": ["1 transfers of the kind `code`", "1 campaigns"],
    "campaigns": ["1 transfers of the kinds `campaign`", "1 campaigns"],
    "competitions": ["1 competitions"],
    "referrals": ["2 referrals that wait"],
    "push": ["1 messages of the channel `push`"],
    "notifications": ["1 messages of the channel `discord`"],
    "alerts": ["1 messages of the channel `alerts`"],
    "tickets": ["1 messages of the channel `ticket`"],
    "watch": ["1 messages of the channel `digest`"],
    "data_protection": ["1 messages of the channel `data_protection`"],
}


async def test_extra_with_open_rows_or_transfers_stays(world: WorldFactory, tmp_path: Path) -> None:
    rewarded_world = with_config(world("mobius", characters=60, seed=SEED + 1), tmp_path)
    database = site_of(rewarded_world)
    await add_books(rewarded_world, database, "ann", 1)
    await add_rows(rewarded_world, database, "ann", 1)
    await add_rewards(rewarded_world, database, "ann", 1)
    await site(
        rewarded_world,
        *(
            "INSERT INTO messages (channel, receiver, kind, content, created_at, due_at, expires_at, kept_until) "
            f"VALUES ('{channel}', '1', 'test', '{{}}', 1, 1, 9999999999, 9999999999)"
            for channel in ("push", "discord", "alerts", "ticket", "digest", "data_protection")
        ),
    )
    all_objects = await objects(rewarded_world)
    for name, reasons in REFUSED.items():
        result = await drop(rewarded_world, name)
        assert result.code == 1
        assert all(reason in result.err for reason in reasons), result.err
    assert await objects(rewarded_world) == all_objects
    assert await broken_rules(database, rewarded_world) == []
    await database.close()


async def test_list_shows_the_state_of_tables(full_world: World) -> None:
    async def states() -> dict[str, str]:
        result = await run_command(full_world, "extras", "list", f"--config={_file(full_world)}", **env)
        assert (result.code, result.err) == (0, "")
        return {line.split()[0]: line for line in result.out.splitlines()[1:]}

    env = {"GATEWAY_EXTRAS_ENABLED": enabled_without("votes")}
    assert re.match(r"votes +off with tables kept +3  1, current ", (await states())["votes"])
    assert re.match(r"search +on +0  - ", (await states())["search"])
    await site(full_world, "UPDATE installation SET value = '2' WHERE name = 'tables.codes'")
    assert "2, newer than this release's 1" in (await states())["codes"]
    await site(full_world, "UPDATE installation SET value = '0' WHERE name = 'tables.codes'")
    assert "0 of 1: run gateway upgrade" in (await states())["codes"]
    await site(full_world, "UPDATE installation SET value = '1' WHERE name = 'tables.codes'")
    assert (await drop(full_world, "votes")).code == 0
    assert re.match(r"votes +off +3  no tables yet ", (await states())["votes"])
    env = {"GATEWAY_EXTRAS_ENABLED": "votes"}
    assert re.match(r"votes +on without tables +3  no tables yet ", (await states())["votes"])
    assert (await run_admin(full_world, "install", "--apply", "--moved", enabled="all")).code == 0


async def test_list_without_a_database_says_so(full_world: World) -> None:
    dsn = "mysql://nobody@127.0.0.1:1/none"
    result = await run_command(full_world, "extras", "list", "--json", GATEWAY_DATABASE_SITE_DSN=dsn)
    assert result.code == 0
    assert result.err.startswith("gateway extras: the state of tables is unknown: ")
    assert len(result.err.splitlines()) == 1
    states = {row["name"]: row["tables_state"] for row in json.loads(result.out)}
    assert (states["votes"], states["search"]) == ("unknown", "none")
