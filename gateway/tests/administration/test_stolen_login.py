"""A stolen login of the site's database user: it makes no operator, replays no state, and what it mints is found."""

import hashlib
from typing import Any

import httpx
import pytest

from fixtures.admin import execute
from fixtures.databases import open_databases
from fixtures.installed import World
from gateway.features.operators import operators
from gateway.features.operators.operator_signatures import signed_change
from gateway.game.passwords import hash_password
from gateway.tests.administration.operator_app import (
    SAME_ORIGIN,
    add_operator,
    keys_of,
    operator_headers,
    sign_in,
    signature_of,
    signed_in,
)
from gateway.tests.administration.test_sign_in import FACTOR, SESSION, code_of, enrol
from gateway.tests.support.account_app import assert_error
from gateway.tests.support.commands import run_command

pytestmark = pytest.mark.database

PASSWORD = "a password of the thief"
NEW_KEY = f"k9:{'C' * 43}="
FORBIDDEN = (
    "UPDATE ledger_entries SET amount = 1",
    "DELETE FROM ledger_transfers",
    "UPDATE operator_log SET operator = 'ann'",
    "DELETE FROM security_log",
    "UPDATE operator_signatures SET revision = 9",
    "DELETE FROM operator_signatures",
    "DELETE FROM operators",
    "INSERT INTO erasures (at, kind, subject) VALUES (1, 'account', 'x')",
    "UPDATE erasures SET at = 1",
    "DELETE FROM erasures",
    "UPDATE ledger_anchors SET day = 1",
    "UPDATE deliveries SET amount = 9",
    "UPDATE donations SET total_coins = 9",
    "CALL claim_deliveries(1)",
)


async def steal(world: World, *statements: str) -> list[tuple[Any, ...]]:
    """Runs statements with the login of the web process."""
    return await execute(world.environment["GATEWAY_DATABASE_SITE_DSN"], *statements)


async def refused(world: World, statement: str) -> str:
    with pytest.raises(Exception) as refusal:  # noqa: PT011 - the driver's, with the server's text
        await steal(world, statement)
    return str(refusal.value)


async def is_signed_in(http: httpx.AsyncClient, headers: dict[str, str]) -> bool:
    response = await http.get(SESSION, headers=headers)
    assert response.status_code in {200, 401}, response.text
    return response.status_code == 200


async def assert_unsigned(http: httpx.AsyncClient, name: str, password: str | None = None) -> None:
    response = await (sign_in(http, name, password) if password else sign_in(http, name))
    assert_error(response, 403, "not_permitted")


def insert_session(token: str, operator: str) -> str:
    token_hash, now = hashlib.sha256(token.encode()).hexdigest(), "UNIX_TIMESTAMP()"
    return (
        "INSERT INTO operator_sessions (hash, operator, created_at, seen_at, confirmed_at, factor_at) "
        f"VALUES ('{token_hash}', '{operator}', {now}, {now}, {now}, {now})"
    )


async def test_inserted_operator_and_session_are_refused(server: World, http: httpx.AsyncClient) -> None:
    await add_operator(server, "rosa")
    await steal(
        server,
        f"INSERT INTO operators (name, role, password, created_at) "
        f"VALUES ('thief', 'owner', '{hash_password(PASSWORD, 'bcrypt')}', 1)",
        insert_session("of-thief", "thief"),
        insert_session("of-rosa", "rosa"),
    )
    assert not await is_signed_in(http, signed_in("of-thief"))
    assert not await is_signed_in(http, signed_in("of-rosa"))
    await assert_unsigned(http, "thief", PASSWORD)
    rows = await steal(server, "SELECT reason FROM operator_log WHERE subject = 'operator:thief'")
    assert "reasons.not_signed" in str(rows)
    doctor = (await run_command(server, "doctor", "--only=secrets")).out
    assert "operator thief is unsigned and cannot sign in" in doctor
    assert "rosa" not in doctor


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE operators SET role = 'owner' WHERE name = '{name}'",
        "UPDATE operators SET disabled_at = 1 WHERE name = '{name}'",
        "DELETE FROM totp_secrets WHERE login = 'Operator:{name}'",
        "UPDATE totp_secrets SET last_step = 0 WHERE login = 'Operator:{name}'",
        "UPDATE recovery_codes SET used_at = 1 WHERE login = 'Operator:{name}' LIMIT 1",
        "INSERT INTO recovery_codes (login, hash, created_at) VALUES ('Operator:{name}', '{name}', 1)",
        "INSERT INTO passkeys (login, domain, credential_id, public_key, sign_count, transports, backup_eligible, "
        "backed_up, name, created_at) VALUES ('Operator:{name}', 'localhost', '{name}', 'x', 0, '', 0, 0, '', 1)",
    ],
)
async def test_changed_operator_is_refused_until_it_is_signed(
    server: World, http: httpx.AsyncClient, change: str
) -> None:
    name = f"vera-{hashlib.sha256(change.encode()).hexdigest()[:6]}"
    await add_operator(server, name, "content")
    _, headers = await enrol(http, name)
    assert await is_signed_in(http, headers)
    await steal(server, change.format(name=name))
    assert not await is_signed_in(http, headers)
    assert f"{name}" in (await run_command(server, "doctor", "--only=secrets")).out
    assert (await run_command(server, "operator", "sign", name)).code == 1  # nobody has said yes
    assert not await is_signed_in(http, headers)
    result = await run_command(server, "operator", "sign", name, "--yes")
    assert result.code == 0, result.err
    assert await is_signed_in(http, headers) is not change.startswith("UPDATE operators")


async def test_own_session_becomes_no_other_operators(server: World, http: httpx.AsyncClient) -> None:
    await operator_headers(server, "owner", "olga")
    headers = await operator_headers(server, "content", "carl")
    await steal(server, "UPDATE operator_sessions SET operator = 'olga' WHERE operator = 'carl'")
    assert not await is_signed_in(http, headers)
    await steal(server, "UPDATE operator_sessions SET operator = 'carl' WHERE operator = 'olga'")


async def test_password_of_the_thief_is_refused(server: World, http: httpx.AsyncClient) -> None:
    await add_operator(server, "paul")
    secret, headers = await enrol(http, "paul")
    challenge = (await sign_in(http, "paul")).json()["challenge"]
    stolen_hash = hash_password(PASSWORD, "bcrypt")
    await steal(server, f"UPDATE operators SET password = '{stolen_hash}' WHERE name = 'paul'")
    await assert_unsigned(http, "paul", PASSWORD)
    assert not await is_signed_in(http, headers)
    form = {"challenge": challenge, **code_of(secret, 1)}
    assert (await http.post(FACTOR, json=form, headers=SAME_ORIGIN)).status_code in {400, 401, 403}


async def test_earlier_state_that_is_put_back_is_refused(server: World, http: httpx.AsyncClient) -> None:
    await operator_headers(server, "finance", "emil")
    ((role, password),) = await steal(server, "SELECT role, password FROM operators WHERE name = 'emil'")
    assert (await run_command(server, "operator", "disable", "emil")).code == 0
    await steal(
        server,
        f"UPDATE operators SET role = '{role}', password = '{password}', disabled_at = NULL WHERE name = 'emil'",
        "INSERT INTO operator_signatures (operator, revision, state, signature, at) "
        "SELECT operator, revision + 9, state, signature, at FROM operator_signatures WHERE operator = 'emil'",
    )
    await assert_unsigned(http, "emil")
    assert "emil" in (await run_command(server, "doctor", "--only=secrets")).out
    assert await signature_of(server, "emil") == "changed"


async def test_repeated_disabling_keeps_the_first_time(server: World, http: httpx.AsyncClient) -> None:
    await operator_headers(server, "owner", "ines")
    await steal(server, "UPDATE operators SET disabled_at = 1000 WHERE name = 'ines'")
    assert (await run_command(server, "operator", "sign", "ines", "--yes")).code == 0
    for words in (
        ("disable", "ines"),
        ("role", "ines", "--role", "owner"),
        ("reset-factors", "ines"),
        ("sign", "ines"),
    ):
        await run_command(server, "operator", *words)
        result = await run_command(server, "operator", *words)
        assert (result.code, "nothing was changed" in result.out, result.err) == (0, True, ""), words
    assert (await run_command(server, "operator", "sign", "nobody")).code == 1
    assert await steal(server, "SELECT disabled_at FROM operators WHERE name = 'ines'") == [(1000,)]
    assert await signature_of(server, "ines") == "signed"


async def test_ended_session_that_is_put_back_is_refused_after_a_change(server: World, http: httpx.AsyncClient) -> None:
    headers = await operator_headers(server, "finance", "gina")
    assert await is_signed_in(http, headers)
    columns = "hash, operator, created_at, seen_at, confirmed_at, factor_at, signature"
    (values,) = await steal(server, f"SELECT {columns} FROM operator_sessions WHERE operator = 'gina'")
    assert (await run_command(server, "operator", "role", "gina", "--role=support")).code == 0
    await steal(server, f"INSERT INTO operator_sessions ({columns}) VALUES {tuple(values)!r}")
    assert not await is_signed_in(http, headers)
    assert (await sign_in(http, "gina")).status_code == 200


async def test_key_rotation_signs_anew_and_a_lost_key_signs_nothing(server: World, http: httpx.AsyncClient) -> None:
    await add_operator(server, "kurt")
    _, headers = await enrol(http, "kurt")
    old_keys = server.environment["GATEWAY_SECURITY_DATA_KEYS"]
    assert await signature_of(server, "kurt", NEW_KEY) == "unsigned"
    for keys, known_key in ((f"{NEW_KEY},{old_keys}", NEW_KEY), (f"{old_keys},{NEW_KEY}", old_keys)):
        rotation = await run_command(server, "keys", "rotate", "--reason=a test", GATEWAY_SECURITY_DATA_KEYS=keys)
        assert "kurt" not in rotation.out
        assert await signature_of(server, "kurt", known_key) == "signed"
    assert await is_signed_in(http, headers)


async def test_row_of_another_kind_written_during_a_change_is_not_signed(server: World) -> None:
    await add_operator(server, "wanda")
    for thief_writes in (False, True):
        async with (
            open_databases(server.settings) as databases,
            databases.site.transaction() as session,
            signed_change(session, keys_of(server), "Operator:wanda", "operator"),
        ):
            await session.write(operators.SET_ROLE, name="wanda", role="content" if thief_writes else "support")
            if thief_writes:
                await steal(
                    server, "INSERT INTO recovery_codes (login, hash, created_at) VALUES ('Operator:wanda', 'x', 1)"
                )
        assert await signature_of(server, "wanda") == ("changed" if thief_writes else "signed")


@pytest.mark.parametrize("statement", FORBIDDEN)
async def test_rows_that_stay_are_not_changed(server: World, statement: str) -> None:
    assert "denied" in (await refused(server, statement)).lower()


async def test_procedures_refuse_operators_and_new_days(server: World) -> None:
    await operator_headers(server, "owner", "hans")
    for name in ("Operator:hans", "erased:0a", "house:wheel", ""):
        assert "cannot be erased" in await refused(server, f"CALL erase_account('{name}', 'erased:0b')")
    assert "30 days" in await refused(server, "CALL thin_character_days(TO_DAYS(CURDATE()) - 719528, 0, 9999999999)")
    assert not await steal(server, "SELECT subject FROM erasures WHERE subject = 'erased:0b'")


async def test_erasures_and_coins_of_a_thief_are_found(server: World) -> None:
    assert (await run_command(server, "ledger", "check")).code == 0
    await steal(
        server,
        "INSERT INTO security_log (login, action, ip_address, at, success) VALUES ('zoe', 'LOGIN', '::1', 1, 1)",
        "CALL erase_account('zoe', 'erased:0c')",
        "CALL erase_character_history(77)",
        "INSERT INTO wallets (account, kind, owner, balance, created_at) "
        "VALUES ('wallet:thief', 'wallet', 'thief', 0, 1)",
        "INSERT INTO ledger_transfers (idempotency_key, kind, reference, created_at) VALUES ('adjust:x', 'adjust', "
        "'adjust:x', 1)",
        "INSERT INTO ledger_entries (transfer_id, line, account, amount) VALUES "
        "(LAST_INSERT_ID(), 0, 'house:adjustments', -50), (LAST_INSERT_ID(), 1, 'wallet:thief', 50)",
        "UPDATE wallets SET balance = 50 WHERE account = 'wallet:thief'",
    )
    lines = (await run_command(server, "ledger", "check")).out
    for subject in ("erasures, erased:0c", "erasures, character 77", "adjust:x"):
        assert subject in lines, lines
