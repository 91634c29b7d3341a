"""Sessions of an account: which are live, what ends them, and the proof that allows a change."""

import asyncio
import time
from datetime import datetime
from typing import Any

import httpx

from fixtures.installed import World
from fixtures.world.people import SHA1
from gateway.database.database import Databases
from gateway.features.accounts.session_store import SessionStore
from gateway.game import passwords
from gateway.tests.conftest import ClientFactory
from gateway.tests.support.account_app import (
    assert_error,
    bearer,
    game,
    is_accepted,
    log_in,
    new_account,
    open_app,
    site,
    token_of,
    until_rejected,
)

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
DAY = 86_400
SEED = 184


async def sessions_of(http: httpx.AsyncClient, token: str) -> list[dict[str, Any]]:
    response = await http.get("/api/auth/sessions", headers=bearer(token))
    assert response.status_code == 200, response.text
    return response.json()["data"]


async def change_password(http: httpx.AsyncClient, token: str, old: str, new: str) -> str:
    form = {"current_password": old, "new_password": new}
    response = await http.post("/api/auth/change-password", json=form, headers=bearer(token))
    assert response.status_code == 200, response.text
    return str(response.json()["token"])


async def test_list_shows_device_network_and_the_current_session(server: World, http: httpx.AsyncClient) -> None:
    first = await new_account(http, "listed")
    await site(server, "UPDATE sessions SET created_at = created_at - 60 WHERE login = 'listed'")
    headers = {"X-Forwarded-For": "2001:db8:7:8::9", "User-Agent": FIREFOX}
    form = {"username": "listed", "password": "secret-77"}
    second = (await http.post("/api/auth/login", json=form, headers=headers)).json()["token"]
    newest, oldest = await sessions_of(http, second)
    assert (newest["device"], newest["network"]) == ("Firefox, Linux", "2001:db8:7::/48")
    assert (newest["current"], oldest["current"]) == (True, False)
    assert [row["current"] for row in await sessions_of(http, first)] == [False, True]
    assert newest["last_seen"] == newest["created_at"][:10]


async def test_end_session_refuses_its_token_here_at_once_and_elsewhere_within_seconds(
    server: World, client: ClientFactory, http: httpx.AsyncClient
) -> None:
    other_token = await new_account(http, "ended")
    ended_token = await token_of(http, "ended", "secret-77")
    stranger_token = await new_account(http, "ended2")
    (row,) = [row for row in await sessions_of(http, ended_token) if row["current"]]
    async with open_app(server, client) as second_app:
        assert await is_accepted(second_app, ended_token)
        path = f"/api/auth/sessions/{row['id']}"
        assert_error(await http.delete(path, headers=bearer(stranger_token)), 404, "not_found")
        assert await is_accepted(http, ended_token)
        assert (await http.delete(path, headers=bearer(other_token))).status_code == 200
        assert not await is_accepted(http, ended_token)
        assert_error(await http.delete(path, headers=bearer(other_token)), 404, "not_found")
        await until_rejected(second_app, ended_token)
    assert await is_accepted(http, other_token)
    logs = await site(server, "SELECT action FROM security_log WHERE login = 'ended' ORDER BY id DESC LIMIT 1")
    assert logs[0][0] == "LOGOUT"


async def test_logout_ends_one_session_and_logout_all_every_other(http: httpx.AsyncClient) -> None:
    tokens = [await new_account(http, "leaver")]
    tokens += [await token_of(http, "leaver", "secret-77") for _ in range(2)]
    assert (await http.post("/api/auth/logout", headers=bearer(tokens[2]))).status_code == 200
    assert [await is_accepted(http, token) for token in tokens] == [True, True, False]
    response = await http.post("/api/auth/logout-all", headers=bearer(tokens[0]))
    tokens.append(response.json()["token"])
    assert [await is_accepted(http, token) for token in tokens] == [False, False, False, True]
    assert [row["current"] for row in await sessions_of(http, tokens[3])] == [True]


async def test_password_changed_back_and_forth_revives_nothing(server: World, http: httpx.AsyncClient) -> None:
    """On the site, and in the game: there a token that was refused once stays refused."""
    tokens = [await new_account(http, "pendulum")]
    tokens.append(await change_password(http, tokens[-1], "secret-77", "secret-88"))
    tokens.append(await change_password(http, tokens[-1], "secret-88", "secret-77"))
    assert [await is_accepted(http, token) for token in tokens] == [False, False, True]
    (old_row,) = await game(server, "SELECT password FROM accounts WHERE login = 'pendulum'")
    new_hash = passwords.hash_password("other-99", "sha1")
    await game(server, f"UPDATE accounts SET password = '{new_hash}' WHERE login = 'pendulum'")
    await until_rejected(http, tokens[-1])
    await game(server, f"UPDATE accounts SET password = '{old_row[0]}' WHERE login = 'pendulum'")
    assert not await is_accepted(http, tokens[-1])


async def test_twenty_sessions_live_and_a_further_login_ends_the_oldest(server: World, http: httpx.AsyncClient) -> None:
    tokens = [await new_account(http, "collector")]
    await site(server, "UPDATE sessions SET created_at = created_at - 60 WHERE login = 'collector'")
    tokens += [await token_of(http, "collector", "secret-77") for _ in range(19)]
    assert await is_accepted(http, tokens[0])
    assert len(await sessions_of(http, tokens[-1])) == 20
    tokens.append(await token_of(http, "collector", "secret-77"))
    assert len(await sessions_of(http, tokens[-1])) == 20
    await until_rejected(http, tokens[0])
    assert await is_accepted(http, tokens[1])
    for _ in range(6):  # of sessions that begin in one second, the new one lives
        assert await is_accepted(http, await token_of(http, "collector", "secret-77"))


async def test_session_ends_with_its_token_and_when_it_is_idle(server: World, client: ClientFactory) -> None:
    cases = (("created_at", 6, True), ("created_at", 7, False), ("seen_at", 2, True), ("seen_at", 3, False))
    async with open_app(server, client, GATEWAY_ACCOUNTS_SESSION_IDLE_DAYS="3") as http:
        for column, days, is_live in cases:
            name = f"idle{column[0]}{days}"
            token = await new_account(http, name)
            moment = int(time.time()) - days * DAY - 5
            await site(server, f"UPDATE sessions SET {column} = {moment} WHERE login = '{name}'")
            assert await is_accepted(http, token) is is_live, (column, days)
            rows = await site(server, f"SELECT seen_at FROM sessions WHERE login = '{name}'")
            assert (int(rows[0][0]) > moment) is (is_live or column == "created_at"), (column, days)


async def test_equal_passwords_do_not_show_in_tokens(http: httpx.AsyncClient) -> None:
    payloads = {(await new_account(http, name)).split(".")[1] for name in ("twin1", "twin2")}
    assert len(payloads) == 2


async def test_email_change_needs_the_password_or_a_fresh_proof(server: World, http: httpx.AsyncClient) -> None:
    token = await new_account(http, "prover")
    headers = bearer(token)

    async def change(email: str, **form: str) -> httpx.Response:
        return await http.post("/api/auth/update-email", json={"new_email": email, **form}, headers=headers)

    async def step_up(password: str) -> httpx.Response:
        return await http.post("/api/auth/step-up", json={"password": password}, headers=headers)

    async def proof_counts_seconds() -> float:
        state = (await http.get("/api/auth/step-up", headers=headers)).json()
        assert state["factors"] == []
        return datetime.fromisoformat(state["confirmed_until"]).timestamp() - time.time()

    assert 200 < await proof_counts_seconds() <= 300
    assert (await change("a@example.org")).status_code == 200  # a login is a proof
    await site(server, "UPDATE sessions SET confirmed_at = confirmed_at - 300 WHERE login = 'prover'")
    assert await proof_counts_seconds() <= 0
    await asyncio.sleep(3.1)  # the process's cache may still hold the proof
    assert_error(await change("b@example.org"), 403, "step_up_required")
    wrong_password = {"current_password": "Current password is incorrect"}
    assert_error(await change("b@example.org", current_password="wrong-1"), 400, "validation_failed", **wrong_password)
    assert (await change("b@example.org", current_password="secret-77")).status_code == 200
    assert_error(await step_up(""), 400, "validation_failed", password="Password is required")
    assert_error(await step_up("wrong-1"), 400, "validation_failed", password="Current password is incorrect")
    assert_error(await change("c@example.org"), 403, "step_up_required")
    assert (await step_up("secret-77")).status_code == 200
    assert (await change("c@example.org")).status_code == 200
    rows = await site(server, "SELECT action, success FROM security_log WHERE login = 'prover' AND success = 0")
    assert [row[0] for row in rows] == ["EMAIL_UPDATE", "STEP_UP"]


async def test_step_up_guesses_are_limited(http: httpx.AsyncClient) -> None:
    headers = bearer(await new_account(http, "guessed"))
    guesses = [await http.post("/api/auth/step-up", json={"password": "no-77"}, headers=headers) for _ in range(11)]
    assert [guess.status_code for guess in guesses] == [400] * 10 + [429]


async def test_staff_networks_refuse_logins_and_tokens_from_elsewhere(server: World, client: ClientFactory) -> None:
    stored_hash = SHA1.decode()
    await game(server, f"UPDATE accounts SET password = '{stored_hash}', accessLevel = 100 WHERE login = 'staff'")
    async with open_app(server, client, GATEWAY_ACCOUNTS_STAFF_NETWORKS="192.0.2.0/24,2001:db8::/32") as http:
        assert_error(await log_in(http, "staff", address="203.0.113.9"), 403, "account_blocked")
        response = await log_in(http, "staff", address="192.0.2.7")
        assert response.status_code == 200
        headers = bearer(response.json()["token"])
        for address, status in (("192.0.2.8", 200), ("203.0.113.9", 401)):
            response = await http.get("/api/auth/profile", headers={**headers, "X-Forwarded-For": address})
            assert response.status_code == status
        assert (await log_in(http, "demo", address="203.0.113.9")).status_code == 200


async def test_prune_deletes_sessions_a_month_after_their_token(server: World, http: httpx.AsyncClient) -> None:
    await new_account(http, "pruned1")
    await new_account(http, "pruned2")
    expiry = int(time.time()) - 37 * DAY
    await site(server, f"UPDATE sessions SET created_at = {expiry - 60} WHERE login = 'pruned1'")
    await site(server, f"UPDATE sessions SET created_at = {expiry + 60} WHERE login = 'pruned2'")
    databases = Databases.open(server.settings)
    try:
        assert await SessionStore(databases.site, server.settings.accounts).prune(int(time.time())) == 1
    finally:
        await databases.close()
    rows = await site(server, "SELECT login FROM sessions WHERE login LIKE 'pruned%'")
    assert [row[0] for row in rows] == ["pruned2"]
