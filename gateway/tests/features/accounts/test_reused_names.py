"""A login name that the game deleted and another person uses now: recognition, and the frozen account."""

import inspect
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest

from fixtures.installed import World
from gateway.app import documented_routes
from gateway.config.settings import Settings
from gateway.database.database import Databases
from gateway.features.accounts import AccountRepository
from gateway.features.accounts.reused_names import (
    CLOCK_SKEW_SECONDS,
    AccountOwners,
    AccountSighting,
    KnownOwner,
    is_another_person,
)
from gateway.features.accounts.session import OPEN_WHILE_FROZEN
from gateway.features.ledger.adjust import adjust
from gateway.features.operators.operator_log import Operation, running
from gateway.game import passwords
from gateway.tests.conftest import ClientFactory
from gateway.tests.support.account_app import (
    assert_error,
    bearer,
    game,
    log_in,
    new_account,
    on_families,
    open_app,
    register,
    site,
    token_of,
    without_jobs,
)
from gateway.tests.support.commands import run_command
from gateway.tests.support.databases import open_site

SEED = 91
HOUR = CLOCK_SKEW_SECONDS
SEEN_AT = 1_790_000_000
OPEN_PATHS = {
    "/api/auth/change-password",
    "/api/auth/logout",
    "/api/auth/logout-all",
    "/api/auth/profile",
    "/api/auth/sessions",
    "/api/auth/sessions/{session_id:str}",
    "/api/auth/step-up",
    "/api/player/characters",
    "/api/player/characters/{id:int}",
    "/api/player/characters/{id:int}/items",
    "/api/player/profile",
}
OWNER_WITH_BIRTH = KnownOwner("demo", seen_at=SEEN_AT, born_at=SEEN_AT - HOUR, seen_mark="old", absent_at=SEEN_AT)
ABSENT_OWNER = KnownOwner("demo", seen_at=SEEN_AT, written_mark="ours", seen_mark="old", absent_at=SEEN_AT + HOUR)


@pytest.mark.parametrize(
    ("owner", "sighting", "expected"),
    [
        # A date of creation decides, whatever the hash.
        (OWNER_WITH_BIRTH, AccountSighting(SEEN_AT - HOUR, None, ("new",)), False),
        (OWNER_WITH_BIRTH, AccountSighting(SEEN_AT, None, ("old",)), True),
        (OWNER_WITH_BIRTH, AccountSighting(SEEN_AT + HOUR, SEEN_AT, ("new",)), True),
        (OWNER_WITH_BIRTH, AccountSighting(SEEN_AT - 1, None, ("new",)), False),  # moved by a change of the time zone
        (KnownOwner("demo", SEEN_AT), AccountSighting(SEEN_AT + HOUR, None, ("new",)), True),
        (KnownOwner("demo", SEEN_AT), AccountSighting(SEEN_AT + HOUR - 1, None, ("new",)), False),  # registered here
        (KnownOwner("demo"), AccountSighting(SEEN_AT, None, ("new",)), False),
        # Without one: an unknown hash, no activity from before, and an absence.
        (ABSENT_OWNER, AccountSighting(None, SEEN_AT + HOUR, ("new",)), True),
        (ABSENT_OWNER, AccountSighting(None, None, ("new",)), True),
        (ABSENT_OWNER, AccountSighting(None, SEEN_AT - 1, ("new",)), False),  # restored from a backup
        (ABSENT_OWNER, AccountSighting(None, None, ("new", "old")), False),
        (ABSENT_OWNER, AccountSighting(None, None, ("ours",)), False),
        (KnownOwner("demo", SEEN_AT, seen_mark="old"), AccountSighting(None, SEEN_AT + HOUR, ("new",)), False),
        (KnownOwner("demo", SEEN_AT, absent_at=SEEN_AT), AccountSighting(None, None, ("new",)), False),
    ],
)
def test_is_another_person(owner: KnownOwner, sighting: AccountSighting, expected: bool) -> None:
    assert is_another_person(owner, sighting) is expected


def test_a_frozen_account_reaches_the_pinned_routes_alone() -> None:
    routes = [route for route in documented_routes(Settings()) if "caller" in inspect.signature(route.fn).parameters]
    routes_by_path = {path: route for route in routes for path in route.paths}
    assert {path for path in routes_by_path if path.startswith(OPEN_WHILE_FROZEN)} == OPEN_PATHS
    assert [
        path for path in routes_by_path.keys() - OPEN_PATHS if 409 not in (routes_by_path[path].responses or {})
    ] == []


@asynccontextmanager
async def account_owners(world: World) -> AsyncGenerator[AccountOwners]:
    databases = Databases.open(world.settings)
    try:
        repository = AccountRepository(databases.auth, databases.site, world.settings.database.family)
        yield AccountOwners(databases, repository, world.settings.accounts)
    finally:
        await databases.close()


async def set_password(world: World, name: str, password: str) -> None:
    stored_hash = passwords.hash_password(password, "sha1")
    await game(world, f"UPDATE accounts SET password = '{stored_hash}' WHERE login = '{name}'")


async def delete_and_create(world: World, name: str, password: str) -> None:
    """As the game does it: the purge deletes the account, and the first login with the name creates it."""
    await game(world, f"DELETE FROM accounts WHERE login = '{name}'")
    async with account_owners(world) as owners:
        assert await owners.check_all() == 0
    stored_hash = passwords.hash_password(password, "sha1")
    active = "UNIX_TIMESTAMP() * 1000"
    await game(
        world, f"INSERT INTO accounts (login, password, lastactive) VALUES ('{name}', '{stored_hash}', {active})"
    )


async def coins(http: httpx.AsyncClient, token: str) -> httpx.Response:
    return await http.get("/api/player/coins", headers=bearer(token))


@on_families("mobius", "frozen")
async def test_another_person_gets_nothing_until_an_operator_adopts_the_account(
    server: World, client: ClientFactory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    command = ("accounts", "adopt", "Demo2", "--by", "ann", "--reason", "the same player, ticket 7")
    async with without_jobs(server), open_app(server, client) as http, open_site(server) as books:
        former_token = await token_of(http, "demo2")
        with running(Operation(operator="ann", command="ledger adjust +28", reason="a gift")):
            await adjust(books, "demo2", 28, "gift-2")
        await site(server, "UPDATE profiles SET email = 'former@example.org' WHERE login = 'demo2'")
        await set_password(server, "demo2", "changed-in-game")
        assert (await coins(http, await token_of(http, "demo2", "changed-in-game"))).json()["available"] == 28
        assert (await run_command(server, *command)).out == "'demo2' is not frozen; nothing was changed\n"

        await delete_and_create(server, "demo2", "another-1")
        response = await log_in(http, "demo2", "another-1")
        token = response.json()["token"]
        assert response.json()["user"]["email"] is None
        assert_error(await coins(http, token), 409, "account_frozen")
        assert_error(await http.get("/api/player/donations", headers=bearer(token)), 409, "account_frozen")
        assert (await http.get("/api/auth/sessions", headers=bearer(token))).status_code == 200
        assert (await coins(http, former_token)).status_code == 401
        live_sessions = await site(server, "SELECT COUNT(*) FROM sessions WHERE login = 'demo2' AND ended_at IS NULL")
        assert live_sessions[0][0] == 1
        assert "frozen" in (await run_command(server, "account", "demo2")).out

        result = await run_command(server, *command)
        assert (result.code, "wallet        28" in result.out, result.err) == (0, True, "")
        assert (await run_command(server, *command)).out == "'demo2' is not frozen; nothing was changed\n"
        assert (await coins(http, token)).json()["available"] == 28
        assert (await coins(http, await token_of(http, "demo2", "another-1"))).status_code == 200
        assert "frozen since" not in " ".join((await run_command(server, "account", "demo2")).out.split())
    log = await site(server, "SELECT command, reason FROM operator_log WHERE subject = 'account:demo2'")
    assert [tuple(row) for row in log] == [("accounts adopt", "the same player, ticket 7")]


@on_families("mobius", "frozen")
async def test_check_freezes_without_a_login_and_spares_restored_accounts(server: World, client: ClientFactory) -> None:
    async with without_jobs(server), open_app(server, client) as http, account_owners(server) as owners:
        for name in ("purged", "restored", "stays"):
            token = await new_account(http, name)
        day_ago = "UNIX_TIMESTAMP() - 86400"
        if server.family == "mobius":
            await game(server, f"UPDATE accounts SET created_time = FROM_UNIXTIME({day_ago}) WHERE login = 'purged'")
        assert await owners.check_all() == 0
        await site(
            server, f"UPDATE profiles SET created_at = {day_ago}, last_login_at = {day_ago} WHERE login = 'purged'"
        )
        absent_logins = await site(server, "SELECT login FROM account_owners WHERE absent_at IS NOT NULL")
        await game(server, "CREATE TABLE kept AS SELECT * FROM accounts", "DELETE FROM accounts")
        assert await owners.check_all() == 0
        assert await site(server, "SELECT login FROM account_owners WHERE absent_at IS NOT NULL") == absent_logins
        await game(server, "INSERT INTO accounts SELECT * FROM kept WHERE login = 'stays'")
        assert await owners.check_all() == 0
        await game(server, "INSERT INTO accounts SELECT * FROM kept WHERE login NOT IN ('stays', 'purged')")
        await delete_and_create(server, "purged", "another-1")
        assert await owners.check_all() == 1
        assert await owners.check_all() == 0
        frozen_logins = await site(server, "SELECT login FROM account_owners WHERE frozen_at > 1")
        assert [row[0] for row in frozen_logins] == ["purged"]
        assert (await coins(http, token)).status_code == 200


async def test_registration_of_a_deleted_name_begins_anew_or_is_refused(server: World, http: httpx.AsyncClient) -> None:
    for name in ("poor", "payer"):
        await new_account(http, name)
    await site(
        server,
        "INSERT INTO donations (id, account, character_id, character_name, amount, currency, base_coins, bonus_coins, "
        "total_coins, status, created_at) VALUES ('1', 'payer', 1, 'Ann', 5, 'ARS', 1, 0, 1, 'failed', 1790000000)",
        "UPDATE account_owners SET frozen_at = 1, absent_at = 1 WHERE login = 'poor'",
    )
    await game(server, "DELETE FROM accounts WHERE login IN ('poor', 'payer')")
    assert_error(await register(http, "payer"), 409, "username_taken")
    response = await register(http, "poor")
    assert (await coins(http, response.json()["token"])).status_code == 200


async def test_password_hashes_of_the_site_are_noted_as_keyed_hashes(server: World, http: httpx.AsyncClient) -> None:
    token = await new_account(http, "writer")
    form = {"current_password": "secret-77", "new_password": "secret-88"}
    assert (await http.post("/api/auth/change-password", json=form, headers=bearer(token))).status_code == 200
    ((written_mark, seen_mark),) = await site(
        server, "SELECT written_mark, seen_mark FROM account_owners WHERE login = 'writer'"
    )
    async with account_owners(server) as owners:
        password_hash = passwords.hash_password("secret-88", "sha1")
        databases = Databases.open(server.settings)
        async with databases.site.transaction() as session:
            await owners.note_password(session, "writer", password_hash)
        await databases.close()
        rows = await site(server, "SELECT written_mark FROM account_owners WHERE login = 'writer'")
    assert written_mark == seen_mark == rows[0][0]
    assert len(written_mark) == 32
