"""Second factors: set up, asked for at a login and at a step-up, used once, limited, removed, required of staff."""

from __future__ import annotations

import asyncio
import re
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from fixtures.installed import World
from fixtures.world.people import SHA1
from gateway.features.accounts import totp
from gateway.features.accounts.factor_store import USE_TOTP_STEP
from gateway.tests.conftest import ClientFactory
from gateway.tests.support.account_app import (
    assert_error,
    bearer,
    game,
    log_in,
    new_account,
    open_app,
    site,
    token_of,
    until_rejected,
)
from gateway.tests.support.commands import run_command
from gateway.tests.support.databases import open_site

SEED = 86
FACTOR = "/api/auth/login/factor"
TOTP = "/api/auth/totp"
CODES = "/api/auth/recovery-codes"
PASSKEYS = "/api/auth/passkeys"
PASSWORD = "secret-77"
NOT_RIGHT = "That code is not right"
ALREADY_USED = "That code was already used. Wait for the next one"


class Player:
    """An account of its own. `secret` and `codes`: of its authenticator app, once `enrol` has set it up."""

    def __init__(self, http: httpx.AsyncClient, name: str, token: str) -> None:
        self.http, self.name, self.token, self.headers = http, name, token, bearer(token)
        self.secret, self.codes = "", list[str]()

    @classmethod
    async def new(cls, http: httpx.AsyncClient, name: str) -> Player:
        return cls(http, name, await new_account(http, name))

    async def enrol(self) -> Player:
        response = await self.http.post(TOTP, headers=self.headers)
        assert response.status_code == 200, response.text
        self.secret = response.json()["secret"]
        response = await self.post(f"{TOTP}/confirm", code=self.code())
        assert response.status_code == 200, response.text
        self.codes = response.json()["codes"]
        return self

    def code(self, step_offset: int = 0) -> str:
        """Returns a code. `step_offset`: 0 for the enrolment, 1 after it. A step may end before the code is checked."""
        return totp.code_of(self.secret, int(time.time()) // totp.STEP_SECONDS + step_offset)

    async def post(self, path: str, **form: str) -> httpx.Response:
        return await self.http.post(path, json=form, headers=self.headers)

    async def challenge(self, address: str = "203.0.113.9") -> str:
        response = await log_in(self.http, self.name, PASSWORD, address)
        assert_error(response, 401, "second_factor_required")
        assert response.json()["factors"] == ["totp", "recovery_code"]
        return response.json()["challenge"]

    async def second_step(self, challenge: str, code: str, address: str = "203.0.113.9") -> httpx.Response:
        form = {"challenge": challenge, "code": code}
        return await self.http.post(FACTOR, json=form, headers={"X-Forwarded-For": address})


async def forget_confirmations(server: World, name: str) -> None:
    await site(server, f"UPDATE sessions SET confirmed_at = 0 WHERE login = '{name}'")
    await asyncio.sleep(3.1)  # the process's cache may still hold the proof


async def log_of(server: World, name: str) -> list[tuple[str, int]]:
    rows = await site(server, f"SELECT action, success FROM security_log WHERE login = '{name}' ORDER BY id")
    return [(action, int(success)) for action, success in rows]


async def test_authenticator_app_is_set_up_and_asked_for_at_login(server: World, http: httpx.AsyncClient) -> None:
    player = await Player.new(http, "enroller")
    assert (await http.get(TOTP, headers=player.headers)).json() == {"since": None}
    await player.post(TOTP)
    assert_error(await player.post(f"{TOTP}/confirm", code="000000x"), 400, "validation_failed", code=NOT_RIGHT)
    assert (await log_in(http, "enroller", PASSWORD)).status_code == 200, "a secret counts once it is confirmed"
    await player.enrol()
    assert len(player.codes) == 10
    assert (await http.get(TOTP, headers=player.headers)).json()["since"] is not None
    assert (await http.get(CODES, headers=player.headers)).json()["left"] == 10
    assert_error(await player.post(TOTP), 409, "conflict")
    challenge = await player.challenge()
    assert_error(await player.second_step(challenge, "000 000x"), 400, "validation_failed", code=NOT_RIGHT)
    response = await player.second_step(challenge, player.code(1))
    assert response.json()["user"]["username"] == "enroller"
    rows = await site(server, "SELECT sealed FROM totp_secrets WHERE login = 'enroller'")
    assert player.secret not in str(rows)
    assert await log_of(server, "enroller") == [
        ("ACCOUNT_CREATED", 1),
        ("LOGIN", 1),
        ("TOTP_ADDED", 1),
        ("RECOVERY_CODES_CREATED", 1),
        ("LOGIN", 0),
        ("LOGIN", 1),
    ]


async def test_language_is_noted_after_the_second_step(server: World, http: httpx.AsyncClient) -> None:
    player = await (await Player.new(http, "polyglot")).enrol()
    language = "SELECT language FROM account_owners WHERE login = 'polyglot'"
    http.headers["Accept-Language"] = "es"
    try:
        challenge = await player.challenge()
        assert await site(server, language) == [(None,)]
        assert (await player.second_step(challenge, player.code(1))).status_code == 200
        assert await site(server, language) == [("es",)]
    finally:
        http.headers.pop("Accept-Language")


async def test_wrong_password_reveals_no_factor(http: httpx.AsyncClient) -> None:
    player = await (await Player.new(http, "secretive")).enrol()
    responses = [await log_in(http, name, "wrong-1") for name in (player.name, "nobody9")]
    bodies: list[dict[str, Any]] = [response.json() | {"request_id": ""} for response in responses]
    assert bodies[0] == bodies[1]
    assert bodies[0]["error"] == "invalid_credentials"


async def test_code_works_once_even_in_parallel(http: httpx.AsyncClient) -> None:
    player = await (await Player.new(http, "parallel")).enrol()
    challenges = [await player.challenge() for _ in range(4)]
    code = player.code(1)
    responses = await asyncio.gather(*(player.second_step(challenge, code) for challenge in challenges))
    assert sorted(response.status_code for response in responses) == [200, 400, 400, 400]
    assert_error(await player.second_step(challenges[0], code), 400, "validation_failed", code=ALREADY_USED)


async def test_step_of_a_code_is_recorded_once(server: World, http: httpx.AsyncClient) -> None:
    await (await Player.new(http, "onestep")).enrol()
    ((row_id, step),) = await site(server, "SELECT id, last_step FROM totp_secrets WHERE login = 'onestep'")
    async with open_site(server) as database:
        changed_rows = [await database.write(USE_TOTP_STEP, id=row_id, step=int(str(step)) + 1) for _ in range(2)]
    assert changed_rows == [1, 0]


async def test_challenge_works_once_and_for_its_account_and_password(server: World, http: httpx.AsyncClient) -> None:
    player, other_player = [await (await Player.new(http, name)).enrol() for name in ("single1", "single2")]
    challenge, second_challenge = await player.challenge(), await player.challenge()
    expiry, name, subject, signature = challenge.split(".")
    foreign_subject = (await other_player.challenge()).split(".")[2]
    forged_challenges = (
        f"{int(expiry) + 1}.{name}.{subject}.{signature}",
        f"{expiry}.{name}.{foreign_subject}.{signature}",
    )
    for text in ("", "x", "é", *forged_challenges, f"{expiry}.{name[1:]}.{subject}.{signature}", challenge[:-1]):
        assert_error(await player.second_step(text, player.code(1)), 401, "challenge_expired")
    assert (await player.second_step(challenge, player.code(1))).status_code == 200
    assert_error(await player.second_step(challenge, player.codes[0]), 401, "challenge_expired")
    await game(server, f"UPDATE accounts SET password = '{SHA1.decode()}' WHERE login = 'single1'")
    assert_error(await player.second_step(second_challenge, player.codes[1]), 401, "challenge_expired")


async def test_recovery_code_replaces_the_app_once(server: World, http: httpx.AsyncClient) -> None:
    player = await (await Player.new(http, "lostphone")).enrol()
    challenges = [await player.challenge() for _ in range(3)]
    recovery_code = player.codes[3].lower().replace("-", " ")
    responses = await asyncio.gather(*(player.second_step(text, recovery_code) for text in challenges))
    assert sorted(response.status_code for response in responses) == [200, 400, 400]
    assert (await http.get(CODES, headers=player.headers)).json()["left"] == 9
    assert ("RECOVERY_CODE_USED", 1) in await log_of(server, "lostphone")
    new_codes = (await player.post(CODES)).json()["codes"]
    challenge = await player.challenge()
    assert_error(await player.second_step(challenge, player.codes[4]), 400, "validation_failed", code=NOT_RIGHT)
    assert (await player.second_step(challenge, new_codes[4])).status_code == 200


async def test_wrong_codes_are_limited_and_do_not_lock_the_owner_out(http: httpx.AsyncClient) -> None:
    """A thief of the password guesses from many networks."""
    player = await (await Player.new(http, "besieged")).enrol()
    home = "192.0.2.7"
    assert (await player.second_step(await player.challenge(home), player.codes[0], home)).status_code == 200
    networks = [f"198.51.{number}.9" for number in range(7)]
    challenge = await player.challenge(networks[0])
    guesses = [await player.second_step(challenge, "000000", network) for network in networks]
    assert [guess.status_code for guess in guesses] == [400] * 5 + [429] * 2
    assert_error(await player.second_step(challenge, player.code(1), networks[0]), 429, "too_many_requests")
    assert (await player.second_step(await player.challenge(home), player.code(1), home)).status_code == 200
    new_network = "198.51.99.9"
    response = await player.second_step(await player.challenge(new_network), player.codes[1], new_network)
    assert response.status_code == 200


async def test_changes_need_the_factor_where_the_account_has_one(server: World, http: httpx.AsyncClient) -> None:
    player = await Player.new(http, "stepper")
    other_headers = bearer(await token_of(http, "stepper", PASSWORD))
    await player.enrol()
    mail = {"new_email": "new@example.org", "current_password": PASSWORD}
    change = {"current_password": PASSWORD, "new_password": "secret-88"}
    response = await http.post("/api/auth/update-email", json=mail, headers=other_headers)
    assert_error(response, 403, "step_up_required")
    assert response.json()["factors"] == ["totp", "recovery_code"], "its session proved the password alone"
    await forget_confirmations(server, "stepper")
    requests = [
        ("POST", "/api/auth/change-password", change),
        ("POST", "/api/auth/update-email", mail),
        ("POST", CODES, None),
        ("DELETE", TOTP, None),
    ]
    for method, path, body in requests:
        assert_error(await http.request(method, path, json=body, headers=player.headers), 403, "step_up_required")
    response = await player.post("/api/auth/step-up", password=PASSWORD)
    assert_error(response, 400, "validation_failed", code="Code is required")
    assert response.json()["factors"] == ["totp", "recovery_code"], "the page asks for them"
    assert (await player.post("/api/auth/step-up", code=player.code(1))).status_code == 200
    assert (await player.post("/api/auth/update-email", **mail)).status_code == 200
    assert (await http.delete(TOTP, headers=player.headers)).status_code == 200
    assert_error(await http.delete(TOTP, headers=player.headers), 404, "not_found")
    assert (await http.get(CODES, headers=player.headers)).json() == {"left": 0, "since": None}
    assert_error(await player.post(CODES), 409, "conflict")
    assert (await log_in(http, "stepper", PASSWORD)).status_code == 200
    assert ("TOTP_REMOVED", 1) in await log_of(server, "stepper")


async def test_enrolment_needs_a_fresh_proof(server: World, http: httpx.AsyncClient) -> None:
    player = await Player.new(http, "stale")
    await player.post(TOTP)
    await forget_confirmations(server, "stale")
    for path in (TOTP, f"{TOTP}/confirm"):
        assert_error(await player.post(path, code="123456"), 403, "step_up_required")


async def test_new_account_of_an_old_name_has_no_factor(server: World, http: httpx.AsyncClient) -> None:
    await (await Player.new(http, "reborn")).enrol()
    await game(server, "DELETE FROM accounts WHERE login = 'reborn'")
    await Player.new(http, "reborn")
    assert (await log_in(http, "reborn", PASSWORD)).status_code == 200


STAFF_MAY = {
    ("get", "/api/auth/profile"),
    ("post", "/api/auth/logout"),
    ("post", "/api/auth/step-up"),
    ("get", TOTP),
    ("post", TOTP),
    ("post", f"{TOTP}/confirm"),
    ("delete", TOTP),
    ("get", CODES),
    ("post", CODES),
    ("get", PASSKEYS),
    ("post", PASSKEYS),
    ("post", f"{PASSKEYS}/options"),
    ("delete", f"{PASSKEYS}/{{passkey_id}}"),
}
"""Method and path of each route that a staff account without a required factor may use."""
WITHOUT_TOKEN = {("post", "/api/donations/webhook"), ("post", "/api/donations/webhook/{provider}")}
FORMS: dict[str, dict[str, Any]] = {
    "/api/donations/create": {
        "amount": 5000,
        "character_id": 1,
        "character_name": "Hero",
        **dict.fromkeys(("success_url", "failure_url", "pending_url"), "/player"),
    },
    "/api/player/data-protection/consents": {"accepted": {}},
    "/api/player/data-protection/erasure": {"code": "1"},
    "/api/player/deliveries": {"character_id": 1, "amount": 1},
    "/api/player/language": {"language": "en"},
    "/api/player/tickets": {"topic": "item", "title": "A", "text": "B"},
    "/api/player/tickets/{ticket_id}/messages": {"text": "B"},
    "/api/player/watch/digest": {"is_on": False},
    "/api/player/watch/read": {"until": "2026-11-01T00:00:00Z"},
    "/api/player/watch/stars": {"stars": []},
    "/api/player/privacy": {"level": "public"},
    "/api/player/push": {
        "choices": {
            "bosses": [],
            "raid_bosses": False,
            "castles": [],
            "milestones": False,
            "rank_lost": False,
            "stars": False,
        },
        "language": "en",
    },
    "/api/player/limits": dict.fromkeys(("donation_day", "donation_month", "spin_day", "excluded_until")),
}
"""Forms are checked before the token."""


@pytest.mark.parametrize("is_required", [True, False])
async def test_staff_without_factor_can_only_set_one_up(
    server: World, client: ClientFactory, is_required: bool
) -> None:
    async with open_app(server, client, GATEWAY_ACCOUNTS_STAFF_FACTOR_REQUIRED=str(is_required).lower()) as http:
        paths = (await http.get("/api/openapi.json")).json()["paths"]
        personal_routes = {
            (method, path)
            for path, methods in paths.items()
            for method, operation in methods.items()
            if "not_authenticated" in operation["responses"].get("401", {}).get("$ref", "")
        } - WITHOUT_TOKEN
        documented_routes = {
            (method, path)
            for method, path in personal_routes
            if "factor_required" in paths[path][method]["responses"].get("403", {}).get("$ref", "")
        }
        assert documented_routes == personal_routes - STAFF_MAY
        refused_routes = set[tuple[str, str]]()
        for method, path in personal_routes:
            headers = bearer(await token_of(http, "staff"))  # some routes end the session
            form = FORMS.get(path, {})
            url = re.sub(r"\{\w+\}", "1", path) + "?coins=1"
            response = await http.request(method, url, json=form, headers=headers)
            if response.status_code == 403 and response.json()["error"] == "factor_required":
                refused_routes.add((method, path))
        assert refused_routes == (documented_routes if is_required else set())
        if is_required:
            player = await Player(http, "staff", await token_of(http, "staff")).enrol()
            assert (await http.get("/api/player/security-logs", headers=player.headers)).status_code == 200
            await site(server, "DELETE FROM totp_secrets WHERE login = 'staff'")


async def test_operator_removes_lost_factors(
    server: World, http: httpx.AsyncClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    command = ("accounts", "reset-factors", "Phoneless", "--by", "ann", "--reason", "lost the phone, ticket 7")
    player = await (await Player.new(http, "phoneless")).enrol()
    challenge = await player.challenge()
    address = "INSERT INTO confirmed_emails VALUES ('phoneless', 'phoneless@example.org', 1)"
    await site(server, "DELETE FROM messages", address)
    mail = {"MAIL_HOST": "127.0.0.1", "MAIL_SENDER": "site@example.org", "SERVER_PUBLIC_URL": "https://example.org"}
    result = await run_command(server, *command, **{f"GATEWAY_{key}": value for key, value in mail.items()})
    assert (result.code, result.err) == (0, "")
    messages = await site(server, "SELECT receiver, kind, content FROM messages")
    assert [*messages] == [("phoneless@example.org", "notice", '{"action": "FACTORS_RESET"}')]
    assert result.out.endswith("phoneless has no second factor any more; 1 sessions were ended\n")
    assert (await run_command(server, *command)).out == "'phoneless' has no second factor; nothing was changed\n"
    assert_error(await player.second_step(challenge, player.codes[0]), 400, "validation_failed", code=NOT_RIGHT)
    assert (await log_in(http, "phoneless", PASSWORD)).status_code == 200
    assert ("FACTORS_RESET", 1) in await log_of(server, "phoneless")
    rows = await site(server, "SELECT command, reason FROM operator_log WHERE subject = 'account:phoneless'")
    assert [tuple(row) for row in rows] == [("accounts reset-factors", "lost the phone, ticket 7")]
    await until_rejected(http, player.token)
