"""The rights that install grants to each user, in every family."""

import re
from pathlib import Path

import pytest

from fixtures.admin import execute
from fixtures.world import table_definitions
from gateway.game.families import FAMILIES
from gateway.game.view_contract import GAME_VIEWS
from gateway.install import install
from gateway.tests.support.databases import Server

pytestmark = pytest.mark.database

GRANT = re.compile(r"GRANT (?P<rights>.+) ON (?:PROCEDURE )?`(?P<schema>\w+)`\.`(?P<object>\w+)` TO .*")
PLAIN_READ = re.compile(r"(read views|owner game)\.\w+ SELECT")
RIGHT = re.compile(r"(\w+)(?: \(([^)]+)\))?")


def recorded_grants(family: str) -> list[str]:
    """The lines of `grants.txt` that hold for the family: `user schema.object rights`, `[families]` where not all."""
    lines = (Path(__file__).parent / "grants.txt").read_text().splitlines()
    split = [line.rstrip("]").partition(" [") for line in lines if not line.startswith("#")]
    return sorted(line for line, _, families in split if not families or family in families.split())


async def read_grants(server: Server, game: str, user: str, account: str) -> list[str]:
    """`SHOW GRANTS` of a user in the form of `grants.txt`."""
    lines: list[str] = []
    for (grant,) in await execute(server.dsn(), f"SHOW GRANTS FOR {account}"):
        match = GRANT.fullmatch(str(grant))
        if match is None:
            assert str(grant).startswith("GRANT USAGE ON *.* TO"), grant
            continue
        schema = match["schema"].removeprefix(game).removeprefix("_") or "game"
        rights: list[str] = []
        for privilege, columns in sorted(RIGHT.findall(match["rights"])):
            names = ",".join(sorted(re.findall(r"\w+", columns)))
            rights.append(f"{privilege}({names})" if names else privilege)
        lines.append(f"{user} {schema}.{match['object']} {' '.join(rights)}")
    return lines


@pytest.mark.parametrize("family", FAMILIES)
async def test_install_grants_the_recorded_rights_and_no_others(mariadb: Server, family: str) -> None:
    game, game_user = f"grants_{family}", f"'grants_{family}'@'localhost'"
    await execute(mariadb.dsn(), f"CREATE SCHEMA {game} CHARACTER SET utf8mb4", f"CREATE USER {game_user}")
    await execute(mariadb.dsn(game), *table_definitions(family))
    install.apply(
        mariadb.dsn(),
        game_schema=game,
        views_schema=f"{game}_views",
        site_schema=f"{game}_site",
        handover=FAMILIES[family].handover_table is not None,
        game_user=f"{game}@localhost",
    )
    lines = await read_grants(mariadb, game, "game_server", game_user)
    for user in ("owner", "read", "auth", "site", "handover"):
        accounts = await execute(
            mariadb.dsn(),
            f"SELECT CONCAT('''', user, '''@''', host, '''') FROM mysql.user WHERE user = '{game}_{user}'",
        )
        for (account,) in accounts:
            lines += await read_grants(mariadb, game, user, str(account))
    read = {line for line in lines if PLAIN_READ.fullmatch(line)}
    assert sorted({*lines} - read) == recorded_grants(family)
    assert {line for line in read if line.startswith("read")} == {f"read views.{view} SELECT" for view in GAME_VIEWS}
