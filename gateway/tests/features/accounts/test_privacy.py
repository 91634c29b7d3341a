"""Tests of privacy: ids of other accounts, secrets in the log file, and the constant response time."""

import asyncio
import time

import httpx
import pytest

from gateway.features.accounts.constant_time import min_duration
from gateway.http.errors import InvalidCredentials
from gateway.tests.conftest import ClientFactory, ServiceFactory, WorldFactory
from gateway.tests.support.account_app import PASSWORD, assert_error, bearer, game, log_in, open_app, token_of
from gateway.tests.support.wait_until import until

CHARACTER_ID = {"mobius": "charId", "acis": "obj_Id", "lucera": "obj_Id"}
SECRETS = ("correct-horse", "hidden@example.org", "wrong-secret-1", "moved@example.org", "fresh-secret-2")


@pytest.mark.usefixtures("short_scan_pause")
@pytest.mark.parametrize("family", CHARACTER_ID)
async def test_routes_with_foreign_id_return_not_found(world: WorldFactory, client: ClientFactory, family: str) -> None:
    """Every documented route with an id gives the same response for a foreign id as for an unknown one."""
    server = world(family)
    ids = {
        account: str(
            (await game(server, f"SELECT {CHARACTER_ID[family]} FROM characters WHERE char_name = '{name}'"))[0][0]
        )
        for account, name in (("demo", "Aurelion"), ("demo2", "Ironbark"))
    }
    async with open_app(server, client) as http:
        paths = (await http.get("/api/openapi.json")).json()["paths"]
        routes = [(path, method) for path, methods in paths.items() for method in methods if "{id}" in path]
        assert len(routes) >= 2
        for account, foreign_id in (("demo", ids["demo2"]), ("demo2", ids["demo"])):
            headers = bearer(await token_of(http, account))
            for path, method in routes:
                own_response = await http.request(method, path.replace("{id}", ids[account]), headers=headers)
                assert own_response.status_code == 200, own_response.text
                bodies: list[dict[str, object]] = []
                for id in (foreign_id, "1", "0", "2147483649", "9" * 400):
                    response = await http.request(method, path.replace("{id}", id), headers=headers)
                    assert_error(response, 404, "not_found")
                    bodies.append(response.json() | {"request_id": ""})
                assert all(body == bodies[0] for body in bodies)


async def test_log_file_after_account_requests_contains_no_secret(world: WorldFactory, service: ServiceFactory) -> None:
    server = world("mobius", seed=89)
    environment = {"GATEWAY_ACCOUNTS_LOGIN_MIN_DURATION_MS": "1", "GATEWAY_LOG_LEVEL": "debug"}
    with service(server, environment) as running:
        tokens = [server.environment["GATEWAY_ACCOUNTS_TOKEN_SECRET"]]
        async with httpx.AsyncClient(base_url=running.url) as http:
            form = {"username": "secretive", "email": SECRETS[1], "password": SECRETS[0]}
            tokens.append((await http.post("/api/auth/register", json=form)).json()["token"])
            await log_in(http, "secretive", SECRETS[2])
            tokens.append(await token_of(http, "secretive", SECRETS[0]))
            headers = bearer(tokens[-1])
            await http.post("/api/auth/update-email", json={"new_email": SECRETS[3]}, headers=headers)
            change = {"current_password": SECRETS[0], "new_password": SECRETS[4]}
            response = await http.post("/api/auth/change-password", json=change, headers=headers)
            tokens.append(response.json()["token"])
            await http.post("/api/auth/login", content=f'{{"password": "{SECRETS[2]}"', headers=bearer(tokens[-1]))
            for path in ("/api/auth/profile", "/api/player/security-logs", "/api/player/profile"):
                await http.get(path, headers=bearer(tokens[-1]))
        log = running.log
        assert log

        async def last_request_is_logged() -> bool:
            return "/api/player/profile" in log.read_text()

        await until(last_request_is_logged)
        text = log.read_text()
    assert "/api/auth/login" in text
    (stored_hash,) = (await game(server, "SELECT password FROM accounts WHERE login = 'secretive'"))[0]
    assert [secret for secret in (*SECRETS, *tokens, stored_hash) if secret in text] == []


async def test_min_duration_success_and_failure_take_multiples() -> None:
    async def measure(work: float, *, fails: bool) -> float:
        started_at = time.monotonic()
        try:
            async with min_duration(0.05):
                await asyncio.sleep(work)
                if fails:
                    raise InvalidCredentials
        except InvalidCredentials:
            assert fails
        return time.monotonic() - started_at

    for fails in (False, True):
        assert await measure(0.0, fails=fails) >= 0.05, "seconds"
        assert await measure(0.06, fails=fails) >= 0.1, "seconds: the next multiple, not the time taken"


async def test_login_every_outcome_takes_min_duration(world: WorldFactory, client: ClientFactory) -> None:
    async with open_app(
        world("mobius"), client, GATEWAY_ACCOUNTS_LOGIN_MIN_DURATION_MS="150", GATEWAY_LIMITS_FAILED_LOGINS="1"
    ) as http:
        for name, password, status in [
            ("demo", PASSWORD, 200),
            ("nobody", "x", 401),
            ("banned", PASSWORD, 403),
            ("demo", "wrong-1", 401),
            ("demo", "wrong-1", 429),
        ]:
            started_at = time.monotonic()
            response = await log_in(http, name, password, "192.0.2.5")
            assert time.monotonic() - started_at >= 0.15, f"seconds until the status {status}"
            assert response.status_code == status, f"{name}, {password}"
