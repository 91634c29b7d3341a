"""Sign-in of operators: second factor required, sessions end, and requests of other sites are refused."""

import asyncio
import time
from pathlib import Path

import httpx

from fixtures.installed import World
from gateway.administration.permissions import STEP_UP_SECONDS
from gateway.administration.sessions import BACKGROUND, IDLE_SECONDS, LIFETIME_SECONDS
from gateway.features.accounts import totp
from gateway.tests.administration.operator_app import (
    ADMIN_ENV,
    PASSWORD,
    SAME_ORIGIN,
    add_operator,
    change_sessions,
    cookie_of,
    new_key,
    operator_headers,
    session_headers,
    sign_in,
    signature_of,
    signed_in,
)
from gateway.tests.conftest import ClientFactory
from gateway.tests.support.account_app import assert_error, open_app, site
from gateway.tests.support.authenticator import Authenticator
from gateway.tests.support.commands import run_command
from gateway.texts import read

SESSION = "/api/admin/session"
FACTOR = "/api/admin/sign-in/factor"
TOTP = "/api/admin/factors/totp"
DOCUMENT = "/api/admin/openapi.json"


def code_of(secret: str, steps: int = 0) -> dict[str, str]:
    return {"code": totp.code_of(secret, int(time.time()) // totp.STEP_SECONDS + steps)}


async def enrol(http: httpx.AsyncClient, name: str) -> tuple[str, dict[str, str]]:
    """Signs a new operator in and sets up an authenticator app. Returns its secret and the session's headers."""
    response = await sign_in(http, name)
    assert response.status_code == 200, response.text
    headers = signed_in(cookie_of(response))
    secret = str((await http.post(TOTP, headers=headers)).json()["secret"])
    confirmation = await http.post(f"{TOTP}/confirm", json=code_of(secret), headers=headers)
    assert len(confirmation.json()["codes"]) == 10, confirmation.text
    return secret, headers


async def test_new_operator_sets_up_a_factor_before_anything_else(server: World, http: httpx.AsyncClient) -> None:
    await add_operator(server, "nina")
    first = await sign_in(http, "nina")
    cookie = first.headers["set-cookie"].lower()
    for part in ("httponly", "samesite=strict", "path=/api/admin", "secure", f"max-age={LIFETIME_SECONDS}"):
        assert part in cookie
    headers = signed_in(cookie_of(first))
    state = (await http.get(SESSION, headers=headers)).json()
    assert (state["name"], state["role"], state["factor_required"]) == ("nina", "owner", True)
    assert_error(await http.get("/api/admin/log", headers=headers), 403, "factor_required")
    second_headers = signed_in(cookie_of(await sign_in(http, "nina")))
    secret = str((await http.post(TOTP, headers=headers)).json()["secret"])
    assert_error(
        await http.post(f"{TOTP}/confirm", json={"code": "000000"}, headers=headers),
        400,
        "validation_failed",
        code="That code is not right",
    )
    assert (await http.post(f"{TOTP}/confirm", json=code_of(secret), headers=headers)).status_code == 200
    assert (await http.get(SESSION, headers=headers)).json()["factor_required"] is False
    # The other session has proved the password alone.
    assert_error(await http.get(SESSION, headers=second_headers), 401, "not_authenticated")


async def test_sign_in_needs_password_and_factor_and_logs_refusals(server: World, http: httpx.AsyncClient) -> None:
    await add_operator(server, "otto", "finance")
    assert_error(await sign_in(http, "otto", "wrong"), 401, "invalid_credentials")
    assert_error(await sign_in(http, "nobody"), 401, "invalid_credentials")
    secret, _ = await enrol(http, "otto")
    challenge = (await sign_in(http, "otto")).json()["challenge"]
    refusal = await http.post(FACTOR, json={"challenge": challenge, "code": "000000"}, headers=SAME_ORIGIN)
    assert_error(refusal, 400, "validation_failed", code="That code is not right")
    form = {"challenge": challenge, **code_of(secret, 1)}
    response = await http.post(FACTOR, json=form, headers=SAME_ORIGIN)
    assert response.status_code == 200, response.text
    headers = signed_in(cookie_of(response))
    assert (await http.get(SESSION, headers=headers)).json()["factors"] == ["totp", "recovery_code"]
    query = {"subject": "operator:otto", "refused": "only"}
    log = await http.get("/api/admin/log", params=query, headers={**headers, "Accept-Language": "es"})
    assert log.json()["data"][-1]["reason"] == read("es", "refusals.invalid_credentials")
    second_use = await http.post(FACTOR, json=form, headers=SAME_ORIGIN)
    assert second_use.status_code in {400, 401}
    assert (await http.delete(SESSION, headers=headers)).status_code == 200
    assert_error(await http.get(SESSION, headers=headers), 401, "not_authenticated")
    rows = await site(server, "SELECT outcome FROM operator_log WHERE subject = 'operator:otto' AND via = 'admin'")
    assert [str(outcome) for (outcome,) in rows][:4] == ["refused", "done", "refused", "done"]


async def test_disabled_operator_loses_access_at_once(server: World, http: httpx.AsyncClient) -> None:
    await add_operator(server, "dora", "support")
    _, headers = await enrol(http, "dora")
    assert (await http.get(DOCUMENT, headers=headers)).status_code == 200
    await site(server, "UPDATE operators SET disabled_at = 1 WHERE name = 'dora'")
    assert_error(await http.get(DOCUMENT, headers=headers), 401, "not_authenticated")
    assert_error(await sign_in(http, "dora"), 401, "invalid_credentials")


async def test_session_ends_idle_and_after_its_lifetime(server: World, http: httpx.AsyncClient) -> None:
    await add_operator(server, "sven")
    _, headers = await enrol(http, "sven")

    async def age(**seconds: int) -> None:
        await change_sessions(server, "sven", **seconds)

    async def idle_seconds() -> int:
        query = "SELECT UNIX_TIMESTAMP() - seen_at FROM operator_sessions WHERE operator = 'sven'"
        return int((await site(server, query))[0][0])

    await age(seen_at=IDLE_SECONDS - 60)
    background = await http.get(SESSION, headers=headers | {BACKGROUND: "1"})
    assert background.status_code == 200
    assert await idle_seconds() >= IDLE_SECONDS - 60
    await http.get(SESSION, headers=headers)
    assert await idle_seconds() < 60
    await age(seen_at=IDLE_SECONDS + 1)
    assert_error(await http.get(SESSION, headers=headers), 401, "not_authenticated")
    await age(seen_at=0, created_at=LIFETIME_SECONDS + 1)
    assert_error(await http.get(SESSION, headers=headers), 401, "not_authenticated")


async def test_step_up_expires_and_is_renewed_by_a_factor(server: World, http: httpx.AsyncClient) -> None:
    await add_operator(server, "ulla")
    secret, headers = await enrol(http, "ulla")
    await change_sessions(server, "ulla", confirmed_at=STEP_UP_SECONDS + 1)
    refusal = await http.post(f"{TOTP}/confirm", json={"code": "000000"}, headers=headers)
    assert_error(refusal, 403, "step_up_required")
    assert refusal.json()["factors"] == ["totp", "recovery_code"]
    assert (await http.post(f"{SESSION}/confirm", json=code_of(secret, 1), headers=headers)).status_code == 200
    assert_error(await http.post(TOTP, headers=headers), 409, "conflict")


async def test_request_of_another_site_is_refused(server: World, http: httpx.AsyncClient) -> None:
    await add_operator(server, "xena")
    _, headers = await enrol(http, "xena")
    cookie = {"Cookie": headers["Cookie"]}
    form = {"name": "xena", "password": PASSWORD}
    for foreign in (
        {},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "none"},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "same-origin", "Origin": "https://evil.example"},
    ):
        assert_error(await http.delete(SESSION, headers=cookie | foreign), 403, "cross_site")
        assert_error(await http.post("/api/admin/sign-in", json=form, headers=foreign), 403, "cross_site")
    assert_error(await http.get(SESSION, headers=cookie | {"Sec-Fetch-Site": "cross-site"}), 403, "cross_site")
    assert (await http.get(SESSION, headers=cookie | {"Sec-Fetch-Site": "none"})).status_code == 200
    assert_error(
        await http.post("/api/admin/sign-in", content="x", headers=SAME_ORIGIN | {"Content-Type": "text/plain"}),
        415,
        "unsupported_media_type",
    )
    assert (await http.delete(SESSION, headers=cookie | {"Origin": "http://gateway.test"})).status_code == 200


async def test_passkey_signs_in_an_operator_but_no_player(server: World, client: ClientFactory, tmp_path: Path) -> None:
    await add_operator(server, "petra")
    url = "https://play.example"
    authenticator = Authenticator(url, "play.example")
    env = {**ADMIN_ENV, "GATEWAY_SERVER_PUBLIC_URL": url, "GATEWAY_SERVER_DIRECT": "true"}
    async with open_app(server, client, **env) as http:
        headers = signed_in(cookie_of(await sign_in(http, "petra")))
        options = (await http.post("/api/admin/factors/passkeys/options", headers=headers)).json()["publicKey"]
        assert options["user"]["name"] == "Operator:petra"
        form = {"credential": authenticator.create(options)}
        addition = await http.post("/api/admin/factors/passkeys", json=form, headers=headers)
        assert addition.status_code == 200, addition.text
        challenge = (await sign_in(http, "petra")).json()["challenge"]
        options = (await http.post("/api/admin/passkey-options", headers=SAME_ORIGIN)).json()["publicKey"]
        form = {"challenge": challenge, "assertion": authenticator.get(options)}
        response = await http.post(FACTOR, json=form, headers=SAME_ORIGIN)
        assert response.status_code == 200, response.text
        assert (await http.get(SESSION, headers=signed_in(cookie_of(response)))).json()["passkeys"] is True
        # The passkey of an operator logs in to no account of a player.
        options = (await http.post("/api/auth/passkeys/login/options")).json()["publicKey"]
        player = await http.post("/api/auth/passkeys/login/verify", json={"assertion": authenticator.get(options)})
        assert_error(player, 400, "passkey_refused")


async def test_cookie_and_origin_follow_public_url_and_not_the_host_of_the_request(
    server: World, client: ClientFactory
) -> None:
    await add_operator(server, "hosty")
    url = "https://play.example"
    env = {**ADMIN_ENV, "GATEWAY_SERVER_PUBLIC_URL": url, "GATEWAY_SERVER_DIRECT": "true"}
    async with open_app(server, client, **env) as http:
        response = await sign_in(http, "hosty", Host="localhost")
        assert response.status_code == 200, response.text
        assert "secure" in response.headers["set-cookie"].lower()
        foreign = {"Origin": "http://localhost", "Host": "localhost", "Sec-Fetch-Site": "same-origin"}
        assert_error(await sign_in(http, "hosty", **foreign), 403, "cross_site")
        assert (await sign_in(http, "hosty", Origin=url, Host="localhost")).status_code == 200
    async with open_app(server, client, **{**env, "GATEWAY_SERVER_PUBLIC_URL": "http://localhost:8900"}) as http:
        response = await sign_in(http, "hosty", Host="play.example")
        assert "secure" not in response.headers["set-cookie"].lower()
        other_name = {"Origin": "http://127.0.0.1:8900", "Host": "127.0.0.1:8900"}
        assert (await sign_in(http, "hosty", **other_name)).status_code == 200
        foreign = {"Origin": "http://evil.example", "Host": "evil.example"}
        assert_error(await sign_in(http, "hosty", **foreign), 403, "cross_site")


async def test_guesses_leave_a_bounded_number_of_rows_in_the_operators_log(
    server: World, http: httpx.AsyncClient
) -> None:
    await add_operator(server, "guessed")
    for number in range(30):
        address = {"X-Forwarded-For": f"100.64.{number}.1"}
        assert (await sign_in(http, "guessed", "wrong", **address)).status_code == 401
    refusal = await sign_in(http, "guessed", "wrong", **{"X-Forwarded-For": "100.64.99.1"})
    assert (refusal.status_code, "proof" in refusal.json()) == (429, True), "as for players"


OPERATORS = "/api/admin/operators"


async def test_owner_adds_an_operator_whose_password_is_shown_once(server: World, http: httpx.AsyncClient) -> None:
    headers = await operator_headers(server)
    form = {"name": "Rita", "role": "support", "reason": "new colleague"}
    dry_run = (await http.post(f"{OPERATORS}?dry_run=true", json=form, headers=headers)).json()
    assert (dry_run["password"], dry_run["changes"][0]["after"]) == ("", {"role": "support"})
    key = new_key()
    password = (await http.post(OPERATORS, json=form, headers=headers | key)).json()["password"]
    assert (await http.post(OPERATORS, json=form, headers=headers | key)).json()["password"] == ""
    second_addition = await http.post(OPERATORS, json=form, headers=headers | new_key())
    assert_error(second_addition, 400, "validation_failed", name="There is an operator of this name.")
    assert (await http.post(OPERATORS, json={**form, "name": "7x"}, headers=headers | new_key())).status_code == 400
    stored_texts = await site(
        server, "SELECT response FROM operator_requests UNION SELECT new_values FROM operator_log"
    )
    assert password not in str(stored_texts)
    response = await sign_in(http, "rita", password)
    assert (await http.get(SESSION, headers=signed_in(cookie_of(response)))).json()["factor_required"] is True

    renewal = {"reason": "it was seen", "version": ""}
    renewed = await http.post(f"{OPERATORS}/rita/password", json=renewal, headers=headers | new_key())
    assert_error(await sign_in(http, "rita", password), 401, "invalid_credentials")
    assert (await sign_in(http, "rita", renewed.json()["password"])).status_code == 200
    assert await signature_of(server, "rita") == "signed"


async def test_owner_resets_factors_of_another_operator(server: World, http: httpx.AsyncClient) -> None:
    await add_operator(server, "sigrid", "content")
    _, session = await enrol(http, "sigrid")
    headers = await operator_headers(server, name="tilda")
    reset = f"{OPERATORS}/sigrid/reset-factors"
    assert (await http.post(reset, json={"reason": "lost"}, headers=headers | new_key())).status_code == 200
    assert_error(await http.get(SESSION, headers=session), 401, "not_authenticated")
    assert (await sign_in(http, "sigrid")).status_code == 200
    second_reset = await http.post(reset, json={"reason": "lost"}, headers=headers | new_key())
    assert_error(second_reset, 409, "conflict")
    own_reset = await http.post(
        f"{OPERATORS}/tilda/reset-factors", json={"reason": "lost"}, headers=headers | new_key()
    )
    assert_error(own_reset, 409, "conflict")


async def test_one_owner_stays_when_two_demote_each_other(server: World, http: httpx.AsyncClient) -> None:
    await site(server, "UPDATE operators SET role = 'support' WHERE role = 'owner'")  # unsigned from now on
    headers = {name: await operator_headers(server, "owner", name) for name in ("uma", "vera")}
    form = {"role": "support", "disabled": False, "reason": "a quarrel"}
    answers = await asyncio.gather(
        http.put(f"{OPERATORS}/vera", json=form, headers=headers["uma"] | new_key()),
        http.put(f"{OPERATORS}/uma", json=form, headers=headers["vera"] | new_key()),
    )
    assert sorted(answer.status_code for answer in answers)[0] == 200
    ((name,),) = await site(server, "SELECT name FROM operators WHERE role = 'owner' AND disabled_at IS NULL")
    for words in (("disable", str(name)), ("role", str(name), "--role=finance")):
        refusal = await run_command(server, "operator", *words)
        assert (refusal.code, "is the last owner who can sign in" in refusal.err) == (1, True)


async def test_own_password_needs_the_present_one_and_ends_other_sessions(
    server: World, http: httpx.AsyncClient
) -> None:
    address = {"X-Forwarded-For": "203.0.113.41"}
    headers = await operator_headers(server, "content", "wanda") | address
    second_session = await session_headers(server, "wanda")
    path, form = f"{SESSION}/password", {"password": PASSWORD, "new_password": "another horse battery"}
    wrong_answer = await http.post(path, json={**form, "password": "wrong"}, headers=headers)
    assert_error(wrong_answer, 400, "validation_failed", password="Current password is incorrect")
    short_answer = await http.post(path, json={**form, "new_password": "short"}, headers=headers)
    assert short_answer.json()["fields"].keys() == {"new_password"}
    response = await http.post(path, json=form, headers=headers)
    assert response.status_code == 200, response.text
    for ended in (headers, second_session):
        assert_error(await http.get(SESSION, headers=ended), 401, "not_authenticated")
    assert (await http.get(SESSION, headers=signed_in(cookie_of(response)))).status_code == 200
    assert (await sign_in(http, "wanda", form["new_password"], **address)).status_code == 200


async def test_own_app_is_replaced_and_the_last_factor_stays(server: World, client: ClientFactory) -> None:
    url = "https://play.example"
    env = {**ADMIN_ENV, "GATEWAY_SERVER_PUBLIC_URL": url, "GATEWAY_SERVER_DIRECT": "true"}
    async with open_app(server, client, **env) as http:
        await add_operator(server, "xaver", "finance")
        secret, headers = await enrol(http, "xaver")
        assert (await http.post(TOTP, headers=headers)).status_code == 409
        new_secret = str((await http.post(f"{TOTP}?replace=true", headers=headers)).json()["secret"])
        assert new_secret != secret
        assert (await http.post(f"{TOTP}/confirm", json=code_of(new_secret), headers=headers)).status_code == 200
        factors = (await http.get("/api/admin/factors", headers=headers)).json()
        assert (factors["app_since"] is None, factors["passkeys"], factors["codes"]) == (False, [], 10)

        options = (await http.post("/api/admin/factors/passkeys/options", headers=headers)).json()["publicKey"]
        form = {"credential": Authenticator(url, "play.example").create(options), "name": "Key"}
        assert (await http.post("/api/admin/factors/passkeys", json=form, headers=headers)).status_code == 200
        [passkey] = (await http.get("/api/admin/factors", headers=headers)).json()["passkeys"]
        assert (await http.post(f"{TOTP}?replace=true", headers=headers)).status_code == 200  # never confirmed
        removal = f"/api/admin/factors/passkeys/{passkey['id']}"
        assert_error(await http.delete(removal, headers=headers), 409, "conflict")
        options = (await http.post("/api/admin/factors/passkeys/options", headers=headers)).json()["publicKey"]
        second_key = {"credential": Authenticator(url, "play.example").create(options), "name": "Second"}
        assert (await http.post("/api/admin/factors/passkeys", json=second_key, headers=headers)).status_code == 200
        assert (await http.delete(removal, headers=headers)).status_code == 200
        assert len((await http.post("/api/admin/factors/recovery-codes", headers=headers)).json()["codes"]) == 10
        assert await signature_of(server, "xaver") == "signed"
