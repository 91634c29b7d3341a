"""Passkeys: the answers of an authenticator that are accepted, and the rights that they give."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from fixtures.installed import World
from gateway.config import settings as configuration
from gateway.features.accounts.passkey_rules import relying_party
from gateway.tests.conftest import ClientFactory
from gateway.tests.support.account_app import assert_error, bearer, game, log_in, new_account, open_app, site
from gateway.tests.support.authenticator import BACKUP_ELIGIBLE, USER_PRESENT, Authenticator

SEED = 185
ORIGIN, DOMAIN = "https://play.example", "play.example"
PASSWORD = "secret-77"
ENV = {"GATEWAY_SERVER_PUBLIC_URL": ORIGIN}

Change = Callable[[Authenticator], object]


async def options_of(http: httpx.AsyncClient, path: str, token: str = "") -> dict[str, Any]:
    response = await http.post(f"/api/auth/passkeys/{path}", headers=bearer(token) if token else {})
    assert response.status_code == 200, response.text
    return response.json()["publicKey"]


async def add(http: httpx.AsyncClient, token: str, device: Authenticator) -> httpx.Response:
    form = {"credential": device.create(await options_of(http, "options", token))}
    return await http.post("/api/auth/passkeys", json=form, headers=bearer(token))


async def enrol(http: httpx.AsyncClient, name: str, flags: int = 0) -> tuple[str, Authenticator]:
    """Returns the token of a new account with a passkey."""
    token, device = await new_account(http, name), Authenticator(ORIGIN, DOMAIN)
    device.flags |= flags
    response = await add(http, token, device)
    assert response.status_code == 201, response.text
    return token, device


async def answer(http: httpx.AsyncClient, device: Authenticator) -> dict[str, Any]:
    return {"assertion": device.get(await options_of(http, "login/options"))}


async def verify(http: httpx.AsyncClient, form: dict[str, Any], address: str = "203.0.113.9") -> httpx.Response:
    return await http.post("/api/auth/passkeys/login/verify", json=form, headers={"X-Forwarded-For": address})


async def test_login_with_a_passkey_notes_its_language(server: World, http: httpx.AsyncClient) -> None:
    _, device = await enrol(http, "polyglot")
    form = await answer(http, device)
    headers = {"Accept-Language": "pt-BR"}
    assert (await http.post("/api/auth/passkeys/login/verify", json=form, headers=headers)).status_code == 200
    assert await site(server, "SELECT language FROM account_owners WHERE login = 'polyglot'") == [("pt",)]


async def test_passkey_alone_logs_in_and_is_listed_with_its_use(server: World, http: httpx.AsyncClient) -> None:
    token, device = await enrol(http, "keyed")
    options = await options_of(http, "options", token)
    assert [row["id"] for row in options["excludeCredentials"]] == [device.get(options)["id"]]
    assert options["user"]["name"] == "keyed"
    assert "keyed" not in options["user"]["id"]
    assert options["user"]["id"] == device.user_handle
    passkeys = (await http.get("/api/auth/passkeys", headers=bearer(token))).json()["data"]
    assert [(row["name"], row["last_used"]) for row in passkeys] == [("", None)]
    response = await verify(http, await answer(http, device))
    assert (response.status_code, response.json()["user"]["username"]) == (200, "keyed")
    passkeys = (await http.get("/api/auth/passkeys", headers=bearer(response.json()["token"]))).json()["data"]
    assert passkeys[0]["last_used"] == passkeys[0]["created_at"][:10]
    rows = await site(server, "SELECT action, success FROM security_log WHERE login = 'keyed' ORDER BY id")
    actions = ["ACCOUNT_CREATED", "PASSKEY_ADDED", "RECOVERY_CODES_CREATED", "LOGIN"]
    assert [(row[0], int(row[1] or 0)) for row in rows] == [(action, 1) for action in actions]


WRONG_ANSWERS: dict[str, Change] = {
    "another origin": lambda device: setattr(device, "origin", "https://play.example.evil.test"),
    "another port": lambda device: setattr(device, "origin", "https://play.example:8443"),
    "another domain": lambda device: setattr(device, "domain", "evil.test"),
    "no verification": lambda device: setattr(device, "flags", USER_PRESENT),
    "absent user": lambda device: setattr(device, "flags", 0x04),
    "foreign account": lambda device: setattr(device, "user_handle", "A" * 86),
    "unknown": lambda device: setattr(device, "credential_id", b"unknown"),
    "foreign key": lambda device: setattr(device, "credential_id", Authenticator(ORIGIN, DOMAIN).credential_id),
    "sign count back": lambda device: setattr(device, "sign_count", 4),
    "same sign count": lambda device: setattr(device, "sign_count", 5),
}


@pytest.mark.parametrize("case", WRONG_ANSWERS)
async def test_login_with_a_wrong_answer_is_refused(http: httpx.AsyncClient, case: str) -> None:
    _, device = await enrol(http, f"wrong{list(WRONG_ANSWERS).index(case)}")
    device.sign_count = 5
    assert (await verify(http, await answer(http, device))).status_code == 200
    device.sign_count = 6
    WRONG_ANSWERS[case](device)
    assert_error(await verify(http, await answer(http, device)), 400, "passkey_refused")


async def test_answer_signed_by_another_passkey_is_refused(server: World, http: httpx.AsyncClient) -> None:
    _, victim = await enrol(http, "victim")
    _, thief = await enrol(http, "thief")
    thief.credential_id, thief.user_handle = victim.credential_id, victim.user_handle
    assert_error(await verify(http, await answer(http, thief)), 400, "passkey_refused")
    rows = await site(server, "SELECT success FROM security_log WHERE login = 'victim' AND action = 'LOGIN'")
    assert [int(row[0] or 0) for row in rows] == [0]


async def test_sign_count_of_a_synced_passkey_may_go_back(http: httpx.AsyncClient) -> None:
    _, device = await enrol(http, "synced", BACKUP_ELIGIBLE)
    for count in (5, 3):
        device.sign_count = count
        assert (await verify(http, await answer(http, device))).status_code == 200


async def test_challenges_work_once_for_their_purpose_and_session(http: httpx.AsyncClient) -> None:
    token, device = await enrol(http, "replayed")
    form = await answer(http, device)
    assert (await verify(http, form)).status_code == 200
    assert_error(await verify(http, form), 400, "passkey_refused")
    creation = await options_of(http, "options", token)
    assert_error(await verify(http, {"assertion": device.get(creation)}), 400, "passkey_refused")
    new_passkey = {"credential": Authenticator(ORIGIN, DOMAIN).create(creation)}
    other_headers = bearer(await new_account(http, "replayed2"))
    assert_error(await http.post("/api/auth/passkeys", json=new_passkey, headers=other_headers), 400, "passkey_refused")
    assert (await http.post("/api/auth/passkeys", json=new_passkey, headers=bearer(token))).status_code == 201
    assert_error(await http.post("/api/auth/passkeys", json=new_passkey, headers=bearer(token)), 400, "passkey_refused")


@pytest.mark.parametrize("case", ["another origin", "another domain", "no verification"])
async def test_new_passkey_of_a_wrong_answer_is_refused(http: httpx.AsyncClient, case: str) -> None:
    token, device = await new_account(http, f"new{list(WRONG_ANSWERS).index(case)}"), Authenticator(ORIGIN, DOMAIN)
    WRONG_ANSWERS[case](device)
    assert_error(await add(http, token, device), 400, "passkey_refused")


async def test_account_has_ten_passkeys_at_most_and_a_passkey_one_account(http: httpx.AsyncClient) -> None:
    token, device = await enrol(http, "hoarder")
    other_token = await new_account(http, "hoarder2")
    assert_error(await add(http, other_token, device), 409, "conflict")
    for _ in range(9):
        assert (await add(http, token, Authenticator(ORIGIN, DOMAIN))).status_code == 201
    assert_error(await add(http, token, Authenticator(ORIGIN, DOMAIN)), 409, "conflict")


async def test_garbage_is_refused_without_an_error_of_the_service(http: httpx.AsyncClient) -> None:
    token, device = await enrol(http, "garbled")
    for part in ("clientDataJSON", "authenticatorData", "signature"):
        for text in ("A", "AAAA", "e30", "//", "A" * 16_385):
            form = await answer(http, device)
            form["assertion"]["response"][part] = text
            assert (await verify(http, form)).status_code == 400
    form = {"credential": device.create(await options_of(http, "options", token))}
    form["credential"]["response"]["attestationObject"] = "oWNmbXRkbm9uZQ"
    assert_error(await http.post("/api/auth/passkeys", json=form, headers=bearer(token)), 400, "passkey_refused")


async def test_password_login_asks_for_the_passkey_and_step_up_takes_it(server: World, http: httpx.AsyncClient) -> None:
    token, device = await enrol(http, "stepper")
    _, foreign_device = await enrol(http, "stepper2")
    response = await log_in(http, "stepper", PASSWORD)
    body = response.json()
    assert (response.status_code, body["factors"]) == (401, ["passkey", "recovery_code"])
    for proof, status in ((foreign_device, 400), (device, 200)):
        form = {"challenge": body["challenge"], **await answer(http, proof)}
        assert (await http.post("/api/auth/login/factor", json=form)).status_code == status
    await site(server, "UPDATE sessions SET confirmed_at = 0 WHERE login = 'stepper'")
    password_proof = {"password": PASSWORD}
    for proof, status in (
        (password_proof, 400),
        (await answer(http, foreign_device), 400),
        (await answer(http, device), 200),
    ):
        assert (await http.post("/api/auth/step-up", json=proof, headers=bearer(token))).status_code == status
    (row,) = await site(server, "SELECT MAX(confirmed_at) > 0 FROM sessions WHERE login = 'stepper'")
    assert int(row[0] or 0) == 1


async def test_changes_of_passkeys_need_a_fresh_proof(
    server: World, client: ClientFactory, http: httpx.AsyncClient
) -> None:
    token, _ = await enrol(http, "fresh")
    stranger = await new_account(http, "fresh2")
    (row,) = (await http.get("/api/auth/passkeys", headers=bearer(token))).json()["data"]
    path = f"/api/auth/passkeys/{row['id']}"
    assert_error(await http.delete(path, headers=bearer(stranger)), 404, "not_found")
    await site(server, "UPDATE sessions SET confirmed_at = 0 WHERE login = 'fresh'")
    async with open_app(server, client, GATEWAY_SERVER_PUBLIC_URL=ORIGIN) as second_app:
        calls = [("POST", "/api/auth/passkeys/options"), ("DELETE", path)]
        for method, address in calls:
            assert_error(await second_app.request(method, address, headers=bearer(token)), 403, "step_up_required")
        await site(server, "UPDATE sessions SET confirmed_at = UNIX_TIMESTAMP() WHERE login = 'fresh'")
        assert (await second_app.delete(path, headers=bearer(token))).status_code == 200
    assert (await log_in(http, "fresh", PASSWORD)).status_code == 200  # the recovery codes went with the passkey
    rows = await site(server, "SELECT COUNT(*) FROM recovery_codes WHERE login = 'fresh'")
    assert int(rows[0][0] or 0) == 0


async def test_ban_block_and_password_hold_for_passkeys(server: World, client: ClientFactory) -> None:
    env = {"GATEWAY_SERVER_PUBLIC_URL": ORIGIN, "GATEWAY_ACCOUNTS_STAFF_NETWORKS": "192.0.2.0/24"}
    async with open_app(server, client, **env) as http:
        _, device = await enrol(http, "judged")
        token = (await verify(http, await answer(http, device))).json()["token"]
        await game(server, "UPDATE accounts SET password = 'x' WHERE login = 'judged'")
        fresh = (await verify(http, await answer(http, device))).json()["token"]
        assert (await http.get("/api/auth/profile", headers=bearer(fresh))).status_code == 200
        assert_error(await http.get("/api/auth/profile", headers=bearer(token)), 401, "not_authenticated")
        for level, address, status, error in (
            (-1, "203.0.113.9", 403, "account_banned"),
            (100, "203.0.113.9", 403, "account_blocked"),
            (100, "192.0.2.9", 200, ""),
        ):
            await game(server, f"UPDATE accounts SET accessLevel = {level} WHERE login = 'judged'")
            response = await verify(http, await answer(http, device), address)
            assert (response.status_code, response.json().get("error", "")) == (status, error)
        await game(server, "DELETE FROM accounts WHERE login = 'judged'")
        assert_error(await verify(http, await answer(http, device)), 400, "passkey_refused")


async def test_name_registered_again_inherits_no_passkey(server: World, http: httpx.AsyncClient) -> None:
    _, device = await enrol(http, "reused")
    await game(server, "DELETE FROM accounts WHERE login = 'reused'")
    token = await new_account(http, "reused")
    assert_error(await verify(http, await answer(http, device)), 400, "passkey_refused")
    assert (await http.get("/api/auth/passkeys", headers=bearer(token))).json()["data"] == []


async def test_passkey_opens_nothing_of_an_account_that_the_game_created_again(
    server: World, http: httpx.AsyncClient
) -> None:
    _, device = await enrol(http, "reborn")
    await game(server, "UPDATE accounts SET created_time = NOW() + INTERVAL 1 DAY WHERE login = 'reborn'")
    assert_error(await verify(http, await answer(http, device)), 400, "passkey_refused")
    rows = await site(server, "SELECT COUNT(*) FROM passkeys WHERE login = 'reborn'")
    assert int(rows[0][0] or 0) == 0


async def test_passkeys_of_another_domain_do_not_count(server: World, client: ClientFactory) -> None:
    async with open_app(server, client, GATEWAY_SERVER_PUBLIC_URL=ORIGIN) as http:
        token, device = await enrol(http, "mover")
    for url in ("https://other.example", "https://203.0.113.9"):
        async with open_app(server, client, GATEWAY_SERVER_PUBLIC_URL=url) as http:
            assert (await log_in(http, "mover", PASSWORD)).status_code == 200
            response = await http.get("/api/auth/passkeys", headers=bearer(token))
            assert response.json().get("error", response.json().get("data")) == ("passkeys_off" if "203" in url else [])
            options_response = await http.post("/api/auth/passkeys/login/options")
            assert options_response.status_code == (409 if "203" in url else 200)
    assert device.domain == DOMAIN


@pytest.mark.parametrize(
    ("public_url", "site_origins", "origins"),
    [
        ("", "", None),
        ("http://play.example", "", None),
        ("https://203.0.113.9", "", None),
        ("https://[2001:db8::1]", "", None),
        ("http://127.0.0.1:8000", "", None),
        ("http://localhost:8000", "", ["http://localhost:8000"]),
        (f"{ORIGIN}:443", "", [ORIGIN]),
        ("http://localhost:80", "", ["http://localhost"]),
        (ORIGIN, f"{ORIGIN},{ORIGIN}:8443,https://www.play.example,https://shop.example", [ORIGIN, f"{ORIGIN}:8443"]),
    ],
)
def test_relying_party_follows_the_public_url(public_url: str, site_origins: str, origins: list[str] | None) -> None:
    env = {"GATEWAY_SERVER_PUBLIC_URL": public_url, "GATEWAY_PAYMENTS_SITE_ORIGINS": site_origins}
    party = relying_party(configuration.load(None, env))
    assert (party and party.origins) == origins
