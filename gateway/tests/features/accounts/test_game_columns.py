"""Packs that differ from their family in the columns of accounts: hash, width of columns, and blanks at the end."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import httpx
import pytest

from fixtures.installed import World
from gateway.game import passwords
from gateway.tests.conftest import SHARED_LIMITS, ClientFactory
from gateway.tests.support.account_app import (
    ACCESS,
    assert_error,
    bearer,
    game,
    log_in,
    on_families,
    open_app,
    register,
    site,
)

SEED = 95
SHA1 = passwords.hash_password("secret-77", "sha1")
NARROW = "ALTER TABLE accounts MODIFY password VARCHAR(45) NOT NULL DEFAULT ''"
WIDE = "ALTER TABLE accounts MODIFY password VARCHAR(60) NOT NULL DEFAULT ''"


@asynccontextmanager
async def altered(server: World, change: str, restore: str) -> AsyncGenerator[None]:
    await game(server, change)
    try:
        yield
    finally:
        await game(server, restore)


async def change_password(http: httpx.AsyncClient, token: str, old: str, new: str) -> httpx.Response:
    form = {"current_password": old, "new_password": new}
    return await http.post("/api/auth/change-password", json=form, headers=bearer(token))


@on_families("acis")
async def test_sha1_pack_of_a_bcrypt_family_gets_sha1(server: World, client: ClientFactory) -> None:
    env = SHARED_LIMITS | {"GATEWAY_ACCOUNTS_PASSWORD_HASH": "sha1"}
    await game(server, "UPDATE accounts SET password = LEFT(password, 45)")
    async with altered(server, NARROW, WIDE), open_app(server, client, **env) as http:
        response = await register(http, "oldpack")
        assert response.status_code == 201, response.text
        assert await game(server, "SELECT password FROM accounts WHERE login = 'oldpack'") == [(SHA1,)]
        change = await change_password(http, response.json()["token"], "secret-77", "secret-88")
        assert change.status_code == 200, change.text
        ((stored_hash,),) = await game(server, "SELECT password FROM accounts WHERE login = 'oldpack'")
        assert (passwords.scheme_of(stored_hash), passwords.verify("secret-88", stored_hash)) == ("sha1", True)
        assert (await log_in(http, "oldpack", "secret-88")).status_code == 200


@on_families("acis")
async def test_column_too_narrow_for_the_hash_is_unavailable_and_keeps_the_password(
    server: World, client: ClientFactory, capfd: pytest.CaptureFixture[str]
) -> None:
    async with open_app(server, client, **SHARED_LIMITS) as http:
        await game(server, f"INSERT INTO accounts (login, password) VALUES ('narrow', '{SHA1}')")
        await game(server, "UPDATE accounts SET password = LEFT(password, 45)")
        async with altered(server, NARROW, WIDE):
            assert_error(await register(http, "wontfit"), 503, "game_unavailable")
            token = (await log_in(http, "narrow", "secret-77")).json()["token"]
            assert_error(await change_password(http, token, "secret-77", "secret-88"), 503, "game_unavailable")
            assert await game(server, "SELECT login FROM accounts WHERE login = 'wontfit'") == []
            assert (await log_in(http, "narrow", "secret-77")).status_code == 200
        assert await site(server, "SELECT login FROM profiles WHERE login = 'wontfit'") == []
        assert (await register(http, "wontfit")).status_code == 201
    output = "".join(capfd.readouterr())
    assert "$2a$" not in output
    assert SHA1 not in output


@on_families("mobius")
async def test_email_longer_than_the_game_s_column_is_refused_at_the_form(server: World, client: ClientFactory) -> None:
    narrow = "ALTER TABLE accounts MODIFY email VARCHAR(40) NULL"
    async with altered(server, narrow, narrow.replace("40", "255")), open_app(server, client, **SHARED_LIMITS) as http:
        too_long = f"{'a' * 29}@example.org"
        assert len(too_long) == 41
        assert_error(
            await register(http, "mailbox", email=too_long), 400, "validation_failed", email="Invalid email address"
        )
        assert (await register(http, "mailbox", email=too_long[1:])).status_code == 201


@on_families("mobius")
async def test_last_active_of_32_bits_is_written_in_seconds(server: World, client: ClientFactory) -> None:
    narrow = "ALTER TABLE accounts MODIFY lastactive INT UNSIGNED NOT NULL DEFAULT 0"
    await game(server, "UPDATE accounts SET lastactive = 0")
    restore = "ALTER TABLE accounts MODIFY lastactive BIGINT UNSIGNED NOT NULL DEFAULT 0"
    async with altered(server, narrow, restore), open_app(server, client, **SHARED_LIMITS) as http:
        assert (await register(http, "insecond")).status_code == 201
        ((last_active,),) = await game(server, "SELECT lastactive FROM accounts WHERE login = 'insecond'")
    assert 1_700_000_000 < last_active < 2**32


@on_families("acis", "mobius")
async def test_login_stored_with_a_blank_at_its_end_is_found_as_the_game_finds_it(
    server: World, http: httpx.AsyncClient
) -> None:
    """The families trim the typed name and look it up by the collation of the column."""
    await game(server, f"INSERT INTO accounts (login, password) VALUES ('Blank  ', '{SHA1}')")
    response = await log_in(http, "blank", "secret-77")
    assert response.status_code == 200, response.text
    assert response.json()["user"]["username"] == "blank"
    assert (await change_password(http, response.json()["token"], "secret-77", "secret-88")).status_code == 200
    assert (await log_in(http, "BLANK", "secret-88")).status_code == 200
    assert_error(await register(http, "blank"), 409, "username_taken")
    assert await site(server, "SELECT login FROM profiles WHERE login LIKE 'blank%'") == [("blank",)]
    assert await site(server, "SELECT frozen_at FROM account_owners WHERE login LIKE 'blank%'") == [(None,)]


@on_families("acis")
async def test_login_with_a_blank_is_another_account_where_the_collation_tells_them_apart(
    server: World, http: httpx.AsyncClient
) -> None:
    ((version,),) = await game(server, "SELECT VERSION()")
    collation = "utf8mb4_general_nopad_ci" if "MariaDB" in version else "utf8mb4_0900_ai_ci"
    ((before,),) = await game(
        server,
        "SELECT collation_name FROM information_schema.columns WHERE table_schema = DATABASE()"
        " AND table_name = 'accounts' AND column_name = 'login'",
    )
    alter = "ALTER TABLE accounts MODIFY login VARCHAR(45) CHARACTER SET utf8mb4 COLLATE {} NOT NULL DEFAULT ''"
    charset = str(before).partition("_")[0]
    restore = alter.format(before).replace("utf8mb4 COLLATE", f"{charset} COLLATE")
    async with altered(server, alter.format(collation), restore):
        row = f"('Twin ', '{SHA1}', -100)"
        await game(server, f"INSERT INTO accounts (login, password, {ACCESS['acis']}) VALUES {row}")
        assert_error(await log_in(http, "twin", "secret-77"), 401, "invalid_credentials")
        assert (await register(http, "twin", password="secret-99")).status_code == 201
        assert_error(await log_in(http, "twin", "secret-77", "198.51.100.7"), 401, "invalid_credentials")
        assert (await log_in(http, "twin", "secret-99", "192.0.2.7")).status_code == 200
        await game(server, "DELETE FROM accounts WHERE login = 'Twin '")
