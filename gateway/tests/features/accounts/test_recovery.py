"""Confirmed addresses, recovery by mail, and notices: who gets a link, and what ends it."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any, get_args

import httpx
import pytest
from msgspec import Struct

from fixtures.installed import World
from fixtures.world.people import SHA1
from gateway.features.accounts import AccountsFeature
from gateway.features.accounts.audit_log import NOTICES, Action
from gateway.tests.conftest import SHARED_LIMITS, ClientFactory
from gateway.tests.support.account_app import (
    assert_error,
    bearer,
    game,
    log_in,
    new_account,
    on_families,
    open_app,
    site,
    token_of,
    without_jobs,
)
from gateway.tests.support.mail_server import MailServer, mail_server, outbox_sender
from gateway.tests.support.wait_until import until
from gateway.texts import codes

SEED = 97
OLD, NEW = "secret-77", "renewed-88"


class Mails(Struct):
    """The site with a mail server; `send` runs the job that sends the outbox."""

    world: World
    http: httpx.AsyncClient
    server: MailServer
    feature: AccountsFeature

    async def send(self) -> int:
        assert self.feature.mail_channel
        return await self.feature.mail_channel.work()

    async def post(self, path: str, token: str = "", **form: str) -> httpx.Response:
        return await self.http.post(f"/api/auth/{path}", json=form, headers=bearer(token) if token else {})

    async def new_account(self, name: str, *, email: str = "", is_confirmed: bool = True) -> str:
        """Returns the token of a new account; forgets the mails before."""
        email = email or f"{name}@example.org"
        token = await new_account(self.http, name, email=email)
        await self.send()
        if is_confirmed:
            (key,) = self.server.keys(email)[-1:]
            assert (await self.post("email/confirm", key=key)).status_code == 200
        self.server.messages.clear()
        return token

    async def recovery_keys(self, email: str) -> list[str]:
        assert (await self.post("recover", email=email)).status_code == 200
        await self.send()
        return self.server.keys(email)

    async def is_confirmed(self, token: str) -> bool | None:
        """Waits for the first snapshot, which the profile needs."""
        body: dict[str, Any] = {}

        async def is_read() -> bool:
            answer = await self.http.get("/api/player/profile", headers=bearer(token))
            body.update(answer.json())
            return answer.status_code == 200

        await until(is_read)
        return body["email_confirmed"]


@pytest.fixture(scope="module")
async def open_mails(client: ClientFactory) -> AsyncGenerator[Callable[[World], Awaitable[Mails]]]:
    """One site for each world of the module."""
    mails_by_schema: dict[str, Mails] = {}
    async with AsyncExitStack() as stack:

        async def get(world: World) -> Mails:
            if world.schema not in mails_by_schema:
                await stack.enter_async_context(without_jobs(world))
                smtp = await stack.enter_async_context(mail_server())
                http = await stack.enter_async_context(open_app(world, client, **SHARED_LIMITS, **smtp.environment))
                feature = await stack.enter_async_context(outbox_sender(world, **smtp.environment))
                mails_by_schema[world.schema] = Mails(world, http, smtp, feature)
            return mails_by_schema[world.schema]

        yield get


@pytest.fixture
async def mails(server: World, open_mails: Callable[[World], Awaitable[Mails]]) -> Mails:
    mails = await open_mails(server)
    await site(server, "DELETE FROM messages", "DELETE FROM mail_links")
    mails.server.messages.clear()
    return mails


@on_families("mobius", "acis")
async def test_address_is_confirmed_by_a_link_that_works_once(mails: Mails) -> None:
    token = await mails.new_account("reader", email="Reader@Example.org", is_confirmed=False)
    assert await mails.is_confirmed(token) is False
    await mails.post("email/send-link", token)
    await mails.send()
    (key,) = mails.server.keys("Reader@Example.org")
    assert (await mails.post("email/confirm", key=key)).status_code == 200
    assert await mails.is_confirmed(token) is True
    assert_error(await mails.post("email/confirm", key=key), 410, "link_expired")
    stored_links = await site(mails.world, "SELECT hash, email FROM mail_links")
    assert key not in str(stored_links)


async def test_confirmation_ends_with_a_change_of_the_address_and_is_asked_anew(mails: Mails) -> None:
    token = await mails.new_account("mover")
    await mails.post("email/send-link", token)
    await mails.send()
    (key,) = mails.server.keys("mover@example.org")
    form = {"new_email": "moved@example.org", "current_password": OLD}
    assert (await mails.post("update-email", token, **form)).status_code == 200
    assert await mails.is_confirmed(token) is False
    assert_error(await mails.post("email/confirm", key=key), 410, "link_expired")
    await mails.send()
    (new_key,) = mails.server.keys("moved@example.org")
    assert (await mails.post("email/confirm", key=new_key)).status_code == 200
    assert await mails.is_confirmed(token) is True


async def test_link_of_one_kind_does_not_serve_the_other(mails: Mails) -> None:
    token = await mails.new_account("kinds")
    await mails.post("email/send-link", token)
    confirmation, recovery = await mails.recovery_keys("kinds@example.org")
    assert_error(await mails.post("email/confirm", key=recovery), 410, "link_expired")
    assert_error(await mails.post("recover/confirm", key=confirmation, new_password=NEW), 410, "link_expired")


@on_families("mobius", "acis")
async def test_recovery_sets_the_password_once_and_ends_every_session(mails: Mails) -> None:
    token = await mails.new_account("forgetful")
    (key,) = await mails.recovery_keys("forgetful@example.org")
    assert (await mails.post("recover/link", key=key)).json() == {"username": "forgetful"}
    response = await mails.post("recover/confirm", key=key, new_password="password")
    assert_error(response, 400, "validation_failed", new_password="Password is too common")
    response = await mails.post("recover/confirm", key=key, new_password="forgetful1")
    assert_error(response, 400, "validation_failed", new_password="Password must not contain the username")
    assert (await mails.post("recover/confirm", key=key, new_password=NEW)).status_code == 200
    assert (await log_in(mails.http, "forgetful", OLD)).status_code == 401
    assert (await log_in(mails.http, "forgetful", NEW)).status_code == 200
    assert (await mails.http.get("/api/auth/profile", headers=bearer(token))).status_code == 401
    for path, form in (("recover/link", {}), ("recover/confirm", {"new_password": OLD})):
        assert_error(await mails.post(path, key=key, **form), 410, "link_expired")
    stored_links = await site(mails.world, "SELECT * FROM mail_links")
    assert key not in str(stored_links)


async def test_network_of_a_recovery_counts_as_known(mails: Mails) -> None:
    """So that the owner gets in at once while strangers guess."""
    await mails.new_account("recovering")
    (key,) = await mails.recovery_keys("recovering@example.org")
    audit_log = mails.feature.authentication.audit_log
    assert not await audit_log.is_known_network("recovering", "198.51.100.9")
    headers = {"X-Forwarded-For": "198.51.100.7"}
    form = {"key": key, "new_password": NEW}
    assert (await mails.http.post("/api/auth/recover/confirm", json=form, headers=headers)).status_code == 200
    assert await audit_log.is_known_network("recovering", "198.51.100.9")


async def test_answer_is_the_same_for_every_address(mails: Mails) -> None:
    await mails.new_account("known")
    answers = [await mails.post("recover", email=email) for email in ("known@example.org", "unknown@example.org")]
    assert len({(answer.status_code, answer.text) for answer in answers}) == 1
    rows = await site(mails.world, "SELECT channel, kind, login, content, state FROM messages WHERE kind = 'recovery'")
    assert len(rows) == 2
    assert len(set(rows)) == 1
    connections = mails.server.connections
    await site(mails.world, "DELETE FROM messages WHERE receiver = 'known@example.org'")
    assert await mails.send() == 0
    assert mails.server.connections == connections
    assert await site(mails.world, "SELECT 1 FROM messages WHERE receiver = 'unknown@example.org'") == []


async def test_accounts_of_one_address_get_a_link_each_in_one_mail(mails: Mails) -> None:
    for name in ("twin1", "twin2"):
        await mails.new_account(name, email="twins@example.org")
    await mails.new_account("guest3", email="twins@example.org", is_confirmed=False)
    keys = await mails.recovery_keys("twins@example.org")
    assert len(mails.server.texts("twins@example.org")) == 1
    owners = [(await mails.post("recover/link", key=key)).json()["username"] for key in keys]
    assert owners == ["twin1", "twin2"]
    assert (await mails.post("recover/confirm", key=keys[0], new_password=NEW)).status_code == 200
    assert (await mails.post("recover/link", key=keys[1])).status_code == 200


async def test_link_expires_when_the_password_is_changed_and_changed_back(mails: Mails) -> None:
    token = await mails.new_account("pendulum")
    (key,) = await mails.recovery_keys("pendulum@example.org")
    for old, new in ((OLD, NEW), (NEW, OLD)):
        answer = await mails.post("change-password", token, current_password=old, new_password=new)
        token = answer.json()["token"]
    assert_error(await mails.post("recover/confirm", key=key, new_password="another-66"), 410, "link_expired")


BLOCK = "kind, name, starts_at, operator, reason, changed_at) VALUES ('block', '{}', 0, 'test', 'test', 0)"
CHANGES = {
    "staff": (game, "UPDATE accounts SET accessLevel = 100 WHERE login = '{}'", False),
    "banned": (game, "UPDATE accounts SET accessLevel = -1 WHERE login = '{}'", False),
    "frozen": (site, "UPDATE account_owners SET frozen_at = 1 WHERE login = '{}'", False),
    "moved": (game, "UPDATE accounts SET email = 'other@example.org' WHERE login = '{}'", False),
    "changed": (game, f"UPDATE accounts SET password = '{SHA1.decode()}' WHERE login = '{{}}'", True),
    "late": (site, "UPDATE mail_links SET created_at = created_at - 1801 WHERE login = '{}'", True),
    "blocked": (site, f"INSERT INTO site_controls ({BLOCK}", True),  # the sender of this module never reads blocks
}
"""Schema, statement, and whether the account gets a new link afterwards."""


@pytest.mark.parametrize("change", CHANGES)
async def test_link_expires_when_the_account_changes(mails: Mails, change: str) -> None:
    name, (execute, statement, gets_new_link) = f"{change}link", CHANGES[change]
    await mails.new_account(name)
    (key,) = await mails.recovery_keys(f"{name}@example.org")
    await execute(mails.world, statement.format(name))

    async def is_refused() -> bool:
        return (await mails.post("recover/link", key=key)).status_code == 410

    # Each process reads the blocks every two seconds.
    await until(is_refused)
    answer = await mails.post("recover/confirm", key=key, new_password="another-66")
    assert_error(answer, 410, "link_expired")
    assert len(await mails.recovery_keys(f"{name}@example.org")) == 1 + gets_new_link
    assert await mails.recovery_keys("other@example.org") == [], "the new address of the account is not confirmed"


async def test_mails_are_limited_by_address_and_by_account(mails: Mails) -> None:
    await mails.new_account("limited")
    counts = [len(await mails.recovery_keys("limited@example.org")) for _ in range(4)]
    assert counts == [1, 2, 3, 3]
    await site(mails.world, "UPDATE messages SET claimed_at = claimed_at - 3601 WHERE kind = 'recovery'")
    assert len(await mails.recovery_keys("limited@example.org")) == 4
    link = "SELECT SHA2(UUID(), 256), 'recovery', 'limited', '', '', UNIX_TIMESTAMP() - 80000"
    rows = " UNION ALL ".join([link] * 16)
    await site(mails.world, f"INSERT INTO mail_links (hash, kind, login, email, binding, created_at) {rows}")
    await site(mails.world, "UPDATE messages SET claimed_at = claimed_at - 3601 WHERE kind = 'recovery'")
    assert len(await mails.recovery_keys("limited@example.org")) == 4


async def test_coins_and_factors_stay_for_a_day_after_a_recovery(mails: Mails) -> None:
    await mails.new_account("robbed")
    (key,) = await mails.recovery_keys("robbed@example.org")
    assert (await mails.post("recover/confirm", key=key, new_password=NEW)).status_code == 200
    token = await token_of(mails.http, "robbed", NEW)
    assert await send_coins(mails, token) == "recent_recovery"
    assert_error(await mails.post("totp", token), 409, "recent_recovery")
    await site(mails.world, "UPDATE mail_links SET used_at = used_at - 86401 WHERE login = 'robbed'")
    assert await send_coins(mails, token) != "recent_recovery"
    assert (await mails.post("totp", token)).status_code == 200


async def send_coins(mails: Mails, token: str) -> str:
    """Returns the error. The account has no coins, so nothing is sent in any case."""
    await game(mails.world, "UPDATE characters SET account_name = 'robbed' ORDER BY charId LIMIT 1")
    (row,) = await game(mails.world, "SELECT charId FROM characters WHERE account_name = 'robbed' LIMIT 1")
    headers = bearer(token) | {"Idempotency-Key": "recovery-hold"}
    answer = await mails.http.post(
        "/api/player/deliveries", json={"character_id": int(row[0]), "amount": 1}, headers=headers
    )
    return str(answer.json()["error"])


async def test_requests_are_limited_by_client(mails: Mails) -> None:
    headers = {"X-Forwarded-For": "203.0.113.77"}
    answers = [
        await mails.http.post("/api/auth/recover", json={"email": f"a{number}@example.org"}, headers=headers)
        for number in range(11)
    ]
    assert [answer.status_code for answer in answers] == [200] * 10 + [429]


async def test_notices_go_to_the_confirmed_address_and_to_the_banner(mails: Mails) -> None:
    token = await mails.new_account("noted")
    assert await changes(mails, token) == []
    form = {"new_email": "thief@example.org", "current_password": OLD}
    assert (await mails.post("update-email", token, **form)).status_code == 200
    answer = await mails.post("change-password", token, current_password=OLD, new_password=NEW)
    await mails.send()
    subjects = [message["Subject"] for message in mails.server.messages if message["To"] == "noted@example.org"]
    assert subjects == ["Your email address was changed", "Your password was changed"]
    banner = await changes(mails, answer.json()["token"])
    assert [change["action"] for change in banner] == ["PASSWORD_CHANGE", "EMAIL_UPDATE"]
    await site(mails.world, f"UPDATE security_log SET at = at - {31 * 86_400} WHERE login = 'noted'")
    assert await changes(mails, answer.json()["token"]) == []


async def changes(mails: Mails, token: str) -> list[dict[str, Any]]:
    return (await mails.http.get("/api/auth/notices", headers=bearer(token))).json()["data"]


@pytest.mark.parametrize("missing", ["GATEWAY_MAIL_HOST", "GATEWAY_SERVER_PUBLIC_URL"])
async def test_without_mail_recovery_is_off_and_says_so(server: World, client: ClientFactory, missing: str) -> None:
    async with mail_server() as smtp, open_app(server, client, **{**smtp.environment, missing: ""}) as http:
        assert (await http.get("/api/site")).json()["email"] is False
        answer = await http.post("/api/auth/recover", json={"email": "known@example.org"})
        assert_error(answer, 403, "feature_disabled")


def test_every_change_of_a_credential_has_a_notice() -> None:
    actions_without_notice = {"LOGIN", "LOGOUT", "STEP_UP", "ACCOUNT_CREATED", "EMAIL_CONFIRMED"}
    actions_without_notice |= {"ERASURE_REQUESTED", "ERASURE_CANCELLED"}  # these have mails of their own
    assert set(get_args(Action)) - actions_without_notice == NOTICES
    prefix = "mails.notices."
    assert {code.removeprefix(prefix) for code in codes(prefix)} == NOTICES
