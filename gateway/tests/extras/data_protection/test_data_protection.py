"""A player's export, erasure and consents, on a running application with a mail server."""

import time
from typing import Any

import httpx
import pytest

from fixtures.admin import execute
from fixtures.installed import World, in_schema
from gateway.administration.permissions import Role
from gateway.extras.data_protection import legal_texts, rights
from gateway.extras.data_protection.erasure_mails import ErasureMails
from gateway.extras.data_protection.mailed_codes import MailedCodes
from gateway.features.accounts import AccountsFeature, totp
from gateway.features.ledger.adjust import adjust
from gateway.features.operators.operator_log import running
from gateway.features.site_content.content_store import ContentStore
from gateway.registration.extra import installed_extras
from gateway.tests.administration.operator_app import new_key, operator_headers
from gateway.tests.extras.data_protection.protected_site import BASE, CHANGE, EMAIL, ERASURE, EXPORT, ProtectedSite
from gateway.tests.support.account_app import (
    PASSWORD,
    assert_error,
    bearer,
    game,
    new_account,
    site,
    token_of,
)
from gateway.texts import languages, read

SEED = 8686
DAY = 86_400
TEXTS = {"": "<p>The terms</p>", "es": "<p>Los términos</p>"}
pytestmark = pytest.mark.usefixtures("fresh")


async def test_every_route_needs_the_accounts_own_token(protected: ProtectedSite) -> None:
    forms: dict[tuple[str, str], dict[str, Any]] = {
        ("get", BASE): {},
        ("get", f"{BASE}/notices"): {},
        ("post", EXPORT): {},
        ("post", f"{ERASURE}/code"): {},
        ("post", ERASURE): {"json": {"code": "1"}},
        ("post", f"{BASE}/consents"): {"json": {"accepted": {}}},
        ("delete", ERASURE): {},
    }
    for (method, path), form in forms.items():
        response = await protected.http.request(method, path, headers={"Authorization": "Bearer x"}, **form)
        assert response.status_code == 401, (method, path)


async def test_export_needs_a_proof_and_is_given_once_a_day(protected: ProtectedSite) -> None:
    await site(protected.world, "UPDATE sessions SET confirmed_at = 1")
    for path in (EXPORT, f"{ERASURE}/code", ERASURE):
        form: dict[str, Any] = {"json": {"code": "1"}} if path == ERASURE else {}
        assert_error(await protected.http.post(path, **form), 403, "step_up_required")
    protected.http.headers.update(bearer(await token_of(protected.http, "demo")))
    response = await protected.http.post(EXPORT)
    assert response.status_code == 200, response.text
    assert (response.json()["login"], response.headers["cache-control"]) == ("demo", "no-store")
    assert "confirmed_email" in response.json()["data"]
    assert (await protected.http.post(EXPORT)).status_code == 429
    assert (await protected.state())["export_from"] is not None
    assert (await protected.http.get("/api/auth/notices")).json()["data"][0]["action"] == "DATA_EXPORTED"
    await site(protected.world, f"UPDATE security_log SET at = at - {DAY} - 5")
    assert (await protected.http.post(EXPORT)).status_code == 200


async def test_request_needs_the_mailed_code_and_waits_for_seven_days(protected: ProtectedSite) -> None:
    assert (await protected.state())["proof"] == "mail_code"
    for code in ("", "12345678"):
        response = await protected.http.post(ERASURE, json={"code": code, "password": PASSWORD})
        assert (response.status_code, list(response.json()["fields"])) == (400, ["code"])
    await protected.request()
    erasure = (await protected.state())["erasure"]
    assert erasure["state"] == "waiting"
    rows = await site(protected.world, "SELECT due_at - requested_at FROM erasure_requests WHERE login = 'demo'")
    assert rows == [(7 * DAY,)]
    assert (await protected.http.post(ERASURE, json={"code": await protected.mailed_code()})).status_code == 409
    await protected.run("run_erasures")
    assert (await protected.state())["erasure"] == erasure
    assert (await protected.http.get(f"{BASE}/notices")).json()["erasure"] == erasure
    assert (await protected.http.delete(ERASURE)).json() == {"erasure": None, "consents": []}
    actions = await site(protected.world, "SELECT action FROM security_log WHERE success = 1 ORDER BY id")
    assert [action for (action,) in actions if action != "LOGIN"] == ["ERASURE_REQUESTED", "ERASURE_CANCELLED"]


async def test_request_of_an_account_with_a_factor_needs_factor_and_password(protected: ProtectedSite) -> None:
    secret = (await protected.http.post("/api/auth/totp")).json()["secret"]
    code = totp.code_of(secret, int(time.time()) // totp.STEP_SECONDS)
    assert (await protected.http.post("/api/auth/totp/confirm", json={"code": code})).status_code == 200
    try:
        assert (await protected.state())["proof"] == "password"
        assert (await protected.http.post(f"{ERASURE}/code")).status_code == 409
        response = await protected.http.post(ERASURE, json={"password": "wrong-77"})
        assert (response.status_code, list(response.json()["fields"])) == (400, ["password"])
        await site(protected.world, "UPDATE sessions SET confirmed_at = 1")
        protected.application.parts.get(AccountsFeature).sessions.forget("demo")
        refused = await protected.http.post(ERASURE, json={"password": PASSWORD})
        assert (refused.json()["error"], refused.json()["factors"]) == ("step_up_required", ["totp", "recovery_code"])
        await site(protected.world, f"UPDATE sessions SET confirmed_at = {int(time.time())}")
        assert (await protected.http.post(ERASURE, json={"password": PASSWORD})).status_code == 200
    finally:
        await site(protected.world, "DELETE FROM totp_secrets", "DELETE FROM recovery_codes")


async def test_account_without_factor_and_address_cannot_ask(protected: ProtectedSite) -> None:
    await site(protected.world, "DELETE FROM confirmed_emails")
    assert (await protected.state())["proof"] is None
    assert (await protected.http.post(f"{ERASURE}/code")).status_code == 409
    assert (await protected.http.post(ERASURE, json={"password": PASSWORD})).status_code == 409


async def test_guesses_and_mails_of_an_account_are_limited(
    protected: ProtectedSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rights, "HOURLY_CODES", 2)
    monkeypatch.setattr(rights, "HOURLY_GUESSES", 3)
    protected.http.headers.update(bearer(await new_account(protected.http, "guesser")))
    await site(protected.world, "REPLACE INTO confirmed_emails VALUES ('guesser', 'guesser@example.org', 1)")
    mails = [(await protected.http.post(f"{ERASURE}/code")).status_code for _ in range(3)]
    guesses = [(await protected.http.post(ERASURE, json={"code": "12345678"})).status_code for _ in range(4)]
    assert (mails, guesses) == ([200, 200, 429], [400, 400, 400, 429])


RECOVERY = "INSERT INTO mail_links VALUES ('used', 'recovery', 'demo', '', '', UNIX_TIMESTAMP(), UNIX_TIMESTAMP())"
DONATION = """
INSERT INTO donations (id, account, character_id, character_name, amount, currency, base_coins, bonus_coins,
    total_coins, status, created_at, credited_at, disputed)
VALUES ('{status}', 'demo', 1, 'Demo', 100, 'ARS', 10, 0, 10, '{status}', 1, {credited}, {disputed})
"""
DELIVERY = """
INSERT INTO deliveries (idempotency_key, account, character_id, character_name, item_id, amount, status, created_at)
VALUES ('demo:1', 'demo', 1, 'Demo', 4037, 7, 'pending', 1)
"""


@pytest.mark.parametrize(
    ("change", "undo", "sentence"),
    [
        (RECOVERY, "DELETE FROM mail_links", "within the last 24 hours"),
        (DONATION.format(status="pending", credited="NULL", disputed=0), "DELETE FROM donations", "can still be paid"),
        (DONATION.format(status="completed", credited=1, disputed=1), "DELETE FROM donations", "is disputed"),
        (DELIVERY, "DELETE FROM deliveries", "7 coins are on their way to Demo"),
    ],
)
async def test_open_account_is_refused_at_the_request_and_kept_at_the_end(
    protected: ProtectedSite, change: str, undo: str, sentence: str
) -> None:
    await protected.request()
    await site(protected.world, "UPDATE erasure_requests SET due_at = 1", change)
    try:
        await protected.run("run_erasures")
        assert (await protected.http.delete(ERASURE)).status_code == 200
        [obstacle] = (await protected.state())["obstacles"]
        assert sentence in obstacle["text"]
        assert (obstacle["donation"] is not None) == ("INTO donations" in change)
        assert "(" not in obstacle["text"]  # the id is for operators
        response = await protected.http.post(ERASURE, json={"code": "1"})
        assert (response.status_code, sentence in response.json()["message"]) == (409, True)
    finally:
        await site(protected.world, undo)
    assert await site(protected.world, "SELECT state FROM erasure_requests") == [("cancelled",)]


async def test_ban_and_access_level_stop_an_erasure_that_waits(protected: ProtectedSite) -> None:
    await protected.request()
    await site(protected.world, "UPDATE erasure_requests SET due_at = 1")
    for level in (-1, 100):
        await game(protected.world, f"UPDATE accounts SET accessLevel = {level} WHERE login = 'demo'")
        await protected.run("run_erasures")
        assert await site(protected.world, "SELECT login, state FROM erasure_requests") == [("demo", "waiting")]
    refused = await protected.http.post(ERASURE, json={"code": "1"})
    await game(protected.world, "UPDATE accounts SET accessLevel = 0 WHERE login = 'demo'")
    assert refused.status_code == 409


class Killed(BaseException):
    """The process ends."""


async def test_due_account_is_erased_wholly_or_not_at_all(
    protected: ProtectedSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process is killed at the last statement; the next run erases the account, and its mail is sent."""
    world, http = protected.world, protected.http
    token = await new_account(http, "leaver")
    http.headers.update(bearer(token))
    with running(CHANGE):
        await adjust(protected.database, "leaver", 30, "a-gift")
    address = "leaver@example.org"
    await site(
        world,
        f"REPLACE INTO confirmed_emails VALUES ('leaver', '{address}', 1)",
        "INSERT INTO erasure_requests (login, state, requested_at, due_at) VALUES ('leaver', 'held', 1, 1)",
        "INSERT INTO legal_versions VALUES ('terms', 1, 1, 'ann', '{}')",
        "INSERT INTO consents VALUES ('leaver', 'terms', 1, 1)",
    )
    await protected.run("run_erasures")  # an operator holds it
    await site(world, "UPDATE erasure_requests SET state = 'waiting'", "DELETE FROM messages")
    game_row = await game(world, "SELECT * FROM accounts WHERE login = 'leaver'")
    previous_rows = await all_rows(world)

    async def die(*_args: object, **_values: object) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(ErasureMails, "add", die)
        with pytest.raises(Killed):
            await protected.run("run_erasures")
    assert await all_rows(world) == previous_rows
    await protected.run("run_erasures")
    ((alias, state),) = await site(world, "SELECT login, state FROM erasure_requests")
    assert (str(alias).startswith("erased:"), state) == (True, "done")
    for table in ("profiles", "sessions", "security_log", "consents"):
        assert not await site(world, f"SELECT 1 FROM {table} WHERE login = 'leaver'"), table
    assert await site(world, "SELECT login FROM consents") == [(alias,)]
    (*_, log) = await site(world, "SELECT operator, command FROM operator_log WHERE subject = 'erased account'")
    assert log == ("player", "erasure request")
    assert await game(world, "SELECT * FROM accounts WHERE login = 'leaver'") == game_row
    await protected.run("send_erasure_mails")
    (text,) = protected.smtp.texts(address)
    assert "leaver" in text
    assert await site(world, "SELECT login FROM messages") == [("",)]
    await protected.run("run_erasures")  # nothing is due


async def test_registration_and_renewed_consent_record_the_versions(protected: ProtectedSite) -> None:
    http = protected.http
    assert (await http.get("/api/legal/versions")).json() == {"data": []}
    assert await protected.publish(TEXTS) == 1
    with pytest.raises(legal_texts.SameText):
        await protected.publish(TEXTS)
    (version,) = (await http.get("/api/legal/versions")).json()["data"]
    assert (version["document"], version["version"]) == ("terms", 1)
    for language, key in (("es", "es"), ("pt", ""), ("en", "")):
        response = await http.get("/api/legal/terms/1", headers={"Accept-Language": language})
        assert response.json()["html"] == TEXTS[key]
    assert (await http.get("/api/legal/terms/2")).status_code == 404
    fields: dict[str, Any] = {"accepted_texts": {"terms": 1, "privacy": 9}}
    http.headers.update(bearer(await new_account(http, "reader", **fields)))
    assert (await http.get(f"{BASE}/notices")).json()["consents"] == []
    assert await protected.publish({"": "<p>Second</p>"}) == 2
    due = (await http.get(f"{BASE}/notices")).json()["consents"]
    assert [(row["document"], row["version"]) for row in due] == [("terms", 2)]
    assert (await http.post(f"{BASE}/consents", json={"accepted": {"terms": 7}})).json()["consents"] == due
    assert (await http.post(f"{BASE}/consents", json={"accepted": {"terms": 2}})).json()["consents"] == []
    consents = (await protected.state())["consents"]
    assert [(row["document"], row["version"]) for row in consents] == [("terms", 2), ("terms", 1)]


async def test_operator_publishes_the_text_of_the_folder_and_players_are_asked(protected: ProtectedSite) -> None:
    http, token = protected.http, protected.http.headers.pop("Authorization")
    file = protected.application.parts.get(ContentStore).folder / "pages" / "terms.md"
    path, form = "/api/admin/legal", {"reason": "a new rule"}
    roles: tuple[Role, ...] = ("owner", "finance", "support", "content")
    headers = {role: await operator_headers(protected.world, role) for role in roles}

    async def publish(role: Role) -> httpx.Response:
        return await http.post(f"{path}/terms/publish", json=form, headers=headers[role] | new_key())

    async def overview(role: Role) -> dict[str, Any]:
        return (await http.get(path, headers=headers[role])).json()

    sample_refusal = await publish("owner")
    assert (sample_refusal.status_code, "sample" in sample_refusal.json()["message"]) == (409, True)
    publishers: tuple[Role, ...] = ("owner", "content")
    for version, role in enumerate(publishers, 1):
        file.write_text(f"Be kind, version {version}.\n")
        for refused_role in set(roles) - set(publishers):
            assert (await publish(refused_role)).status_code == 403, refused_role
        is_changed = {draft["document"]: draft["is_changed"] for draft in (await overview(role))["drafts"]}["terms"]
        assert is_changed is (None if version == 1 else True)
        published = await publish(role)
        assert (published.status_code, (await publish(role)).status_code) == (200, 409), published.text
        due = (await http.get(f"{BASE}/notices", headers={"Authorization": token})).json()["consents"]
        assert [(row["document"], row["version"]) for row in due] == [("terms", version)]
        accepted = {"accepted": {"terms": version}}
        answer = await http.post(f"{BASE}/consents", json=accepted, headers={"Authorization": token})
        assert answer.json()["consents"] == []
    rows = [(row["version"], row["accepted"], row["published_by"]) for row in (await overview("content"))["data"]]
    assert [row[:2] for row in rows] == [(2, 1), (1, 1)]
    assert len({row[2] for row in rows}) == 2
    html = (await http.get("/api/legal/terms/1")).json()["html"]
    assert "version 1" in html, "a version keeps its text"
    assert [(await http.get(path, headers=headers[role])).status_code for role in roles] == [200, 403, 200, 200]


async def test_operator_holds_and_releases_with_a_reason(protected: ProtectedSite) -> None:
    await protected.request()
    http, token = protected.http, protected.http.headers.pop("Authorization")
    support = await operator_headers(protected.world, "support", "ann")
    finance = await operator_headers(protected.world, "finance")
    path = "/api/admin/erasures"
    assert (await http.get(path)).status_code == 401
    form = {"reason": "a court asked"}
    assert (await http.post(f"{path}/demo/hold", json=form, headers=finance | new_key())).status_code == 403
    assert (await http.post(f"{path}/demo/release", json=form, headers=support | new_key())).status_code == 409
    response = await http.post(f"{path}/demo/hold", json=form, headers=support | new_key())
    assert response.status_code == 200, response.text
    (row,) = (await http.get(path, headers=support)).json()["data"]
    assert (row["account"], row["state"], row["reason"]) == ("demo", "held", "a court asked")
    await site(protected.world, "UPDATE erasure_requests SET due_at = 1")
    await protected.run("run_erasures")
    answer = (await http.get(BASE, headers={"Authorization": token})).text
    assert ('"held"' in answer, "court" in answer) == (True, False)
    assert (await http.post(f"{path}/demo/release", json=form, headers=support | new_key())).status_code == 200
    logged = "SELECT operator, command FROM operator_log WHERE subject = 'account:demo' AND command LIKE 'erasure %'"
    rows = await site(protected.world, f"{logged} AND outcome = 'done' ORDER BY id")
    assert [tuple(row) for row in rows] == [("ann", "erasure hold"), ("ann", "erasure release")]


async def test_listed_rows_are_those_that_features_register(protected: ProtectedSite) -> None:
    """Each kind of data has a title in every language, so that the list of the page cannot become stale."""
    rows = {row["name"]: row["kept"] for row in (await protected.state())["rows"]}
    extras = [extra.personal_data for extra in installed_extras().values() if extra.personal_data]
    assert {name for part in extras for name in part.statements} < set(rows)
    assert (rows["donations"], rows["consents"], rows["sessions"]) == ("books", "books", None)
    for language in languages():
        for name in rows:
            assert read(language, f"dataProtection.rows.{name}"), (language, name)


def test_mailed_code_is_bound_to_account_address_password_and_time() -> None:
    codes, now = MailedCodes(["new", "old"]), 9_000_000
    code = MailedCodes(["old"]).make("demo", EMAIL, "hash", now)
    assert codes.check(f"{code[:4]} {code[4:]}", "demo", EMAIL.upper(), "hash", now + 900)
    assert not codes.check(code, "demo", EMAIL, "hash", now + 1800)
    assert not codes.check(code, "other", EMAIL, "hash", now)
    assert not codes.check(code, "demo", EMAIL, "changed", now)
    assert not codes.check("", "demo", EMAIL, "hash", now)


async def all_rows(world: World) -> object:
    dsn = in_schema(world.admin_dsn, world.schemas.site)
    tables = [str(name) for name, *_ in await execute(dsn, "SHOW TABLES")]
    return await execute(dsn, f"CHECKSUM TABLE {', '.join(tables)}")
