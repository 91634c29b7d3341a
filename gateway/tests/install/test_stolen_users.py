"""Stolen logins of the users beside the site's own: none becomes an operator, mints, erases, rewrites or replays."""

import pytest

from fixtures.admin import execute
from fixtures.installed import run_in_thread
from gateway.config.dsn import parse_dsn
from gateway.tests.support.databases import Server
from gateway.tests.support.installation import InstalledGame

pytestmark = pytest.mark.database

GAME_USER = "stolen_server"
USERS = ("read", "auth", "handover", "game_server")
ACTS = {
    "operator": "INSERT INTO {site}.operators (name, role, password, created_at) VALUES ('thief', 'owner', '', 1)",
    "role": "UPDATE {site}.operators SET role = 'owner'",
    "session": "INSERT INTO {site}.operator_sessions (hash, operator, created_at, seen_at, confirmed_at) "
    "VALUES ('x', 'thief', 1, 1, 1)",
    "signature": "INSERT INTO {site}.operator_signatures (operator, revision, state, signature, at) "
    "VALUES ('thief', 1, 'x', 'x', 1)",
    "mint": "UPDATE {site}.wallets SET balance = 9",
    "credit": "INSERT INTO {site}.ledger_transfers (idempotency_key, kind, reference, created_at) "
    "VALUES ('x', 'adjust', 'x', 1)",
    "order": "INSERT INTO {site}.deliveries (account, character_id) VALUES ('thief', 1)",
    "erase": "CALL {site}.erase_account('demo', 'erased:0a')",
    "erase history": "CALL {site}.erase_character_history(1)",
    "rewrite": "UPDATE {site}.operator_log SET operator = 'ann'",
    "replay": "UPDATE {site}.deliveries SET status = 'pending'",
    "game items": "UPDATE {game}.items SET count = 9",
    "game levels": "UPDATE {game}.characters SET accesslevel = 100",
    "game accounts": "UPDATE {game}.accounts SET accessLevel = 100",
}


@pytest.fixture(scope="module")
def game(mariadb: Server, tmp_path_factory: pytest.TempPathFactory) -> InstalledGame:
    game = InstalledGame(mariadb, tmp_path_factory.mktemp("stolen"), "mobius")
    run_in_thread(lambda: execute(mariadb.dsn(), f"CREATE USER '{GAME_USER}'@'%'"))
    assert game.install("--apply", "--handover", f"--game-user={GAME_USER}@%") == 0
    return game


def dsn_of(game: InstalledGame, user: str) -> str:
    config = game.config
    dsns = {"read": config.game_dsn, "auth": config.auth_dsn, "handover": config.handover_dsn}
    return dsns.get(user) or game.server.dsn(f"{game.name}_site", GAME_USER)


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("user", USERS)
async def test_act_of_a_stolen_user_is_refused(game: InstalledGame, user: str, act: str) -> None:
    statement = ACTS[act].format(site=f"{game.name}_site", game=game.name)
    with pytest.raises(Exception, match="command denied"):
        await execute(dsn_of(game, user), statement)


async def test_auth_user_makes_no_staff_account(game: InstalledGame) -> None:
    insert = (
        "INSERT INTO new_accounts (login, password, email, access_level, last_active) "
        "VALUES ('thief', 'x', '', {level}, 0)"
    )
    for level in (1, 100, -1):
        with pytest.raises(Exception, match="CHECK OPTION"):
            await execute(dsn_of(game, "auth"), insert.format(level=level))
    assert parse_dsn(dsn_of(game, "auth")).schema == f"{game.name}_views"


async def test_game_server_claims_nothing_that_nobody_sent(game: InstalledGame) -> None:
    assert await execute(dsn_of(game, "game_server"), f"CALL {game.name}_site.claim_deliveries(1)") == []
    with pytest.raises(Exception, match="unknown"):
        await execute(dsn_of(game, "game_server"), f"CALL {game.name}_site.confirm_delivery(7, 'x')")
