"""Each action once as a dry run and once for real; money only once for a key, however often it is repeated."""

import asyncio
import time
from typing import Any

import httpx
import pytest

from fixtures.installed import World
from gateway.features.deliveries.create import DeliveryOrder, send
from gateway.features.ledger.adjust import adjust
from gateway.tests.administration.operator_app import operator_headers
from gateway.tests.support.account_app import assert_error, bearer, game, register, site, token_of
from gateway.tests.support.databases import open_site
from gateway.tests.support.payment_app import wallet_balance


@pytest.fixture(scope="module")
async def headers(server: World) -> dict[str, str]:
    return await operator_headers(server, name="olaf")


async def act(
    http: httpx.AsyncClient, headers: dict[str, str], path: str, key: str, *, dry_run: bool = False, **form: Any
) -> httpx.Response:
    request_headers = headers if dry_run else {**headers, "Idempotency-Key": key}
    form = {"reason": "a test"} | form
    return await http.post(f"/api/admin/{path}", json=form, headers=request_headers, params={"dry_run": dry_run})


async def run_action(http: httpx.AsyncClient, headers: dict[str, str], path: str, **form: Any) -> list[dict[str, Any]]:
    """Runs the action dry, then for real with the version of the dry run. Both show the same changes."""
    dry = await act(http, headers, path, "", dry_run=True, **form)
    assert dry.status_code == 200, dry.text
    real = await act(http, headers, path, path.replace("/", "-"), version=dry.json()["version"], **form)
    assert real.status_code == 200, real.text
    values = [(row["before"], row["after"]) for row in dry.json()["changes"]]
    assert [(row["before"], row["after"]) for row in real.json()["changes"]] == values
    return real.json()["changes"]


async def test_adjustment_is_booked_once_under_concurrent_repeats(
    server: World, http: httpx.AsyncClient, headers: dict[str, str]
) -> None:
    dry = await act(http, headers, "accounts/demo/adjust", "", dry_run=True, amount=20)
    balance = await wallet_balance(server, "demo")
    [change] = dry.json()["changes"]
    assert (change["before"]["wallet"], change["after"]["wallet"]) == (balance, balance + 20)
    tries = [act(http, headers, "accounts/demo/adjust", "gift", amount=20) for _ in range(8)]
    assert {response.status_code for response in await asyncio.gather(*tries)} == {200}
    assert await wallet_balance(server, "demo") == balance + 20
    changed_request = await act(http, headers, "accounts/demo/adjust", "gift", amount=21)
    assert changed_request.status_code in {409, 422}, changed_request.text
    assert_error(await act(http, headers, "accounts/demo/adjust", "take", amount=-(10**9)), 409, "conflict")
    assert await wallet_balance(server, "demo") == balance + 20
    log_rows = await site(server, "SELECT operator, via FROM operator_log WHERE command = 'ledger adjust +20'")
    assert log_rows == [("olaf", "admin")]


@pytest.mark.parametrize(("word", "status"), [("release", "cancelled"), ("confirm", "delivered")])
async def test_delivery_is_settled_once(
    server: World, http: httpx.AsyncClient, headers: dict[str, str], word: str, status: str
) -> None:
    async with open_site(server) as books:
        await adjust(books, "demo2", 5, f"for-{word}")
        await send(
            books,
            DeliveryOrder(
                key=f"demo2:{word}", account="demo2", character_id=1, character_name="Ann", item_id=4037, amount=5
            ),
            1,
        )
    [(id,)] = await site(server, f"SELECT id FROM deliveries WHERE idempotency_key = 'demo2:{word}'")
    await site(server, f"UPDATE deliveries SET status = 'claimed', claim = 'c', claimed_at = 2 WHERE id = {id}")
    balance = await wallet_balance(server, "demo2")
    changes = await run_action(http, headers, f"deliveries/{id}/{word}")
    assert (changes[0]["before"]["status"], changes[0]["after"]["status"]) == ("claimed", status)
    assert await wallet_balance(server, "demo2") == balance + (5 if word == "release" else 0)
    assert await site(server, f"SELECT status FROM deliveries WHERE id = {id}") == [(status,)]
    unknown = await act(http, headers, f"deliveries/999999/{word}", f"unknown-{word}")
    assert_error(unknown, 409, "conflict")


async def test_block_is_put_and_lifted(server: World, http: httpx.AsyncClient, headers: dict[str, str]) -> None:
    await act(http, headers, "accounts/demo2/block", "", dry_run=True, days=7)
    assert await site(server, "SELECT * FROM site_controls WHERE name = 'demo2'") == []
    response = await act(http, headers, "accounts/demo2/block", "block", days=7)
    assert response.json()["changes"][0]["after"]["reason"] == "a test"
    [(until,)] = await site(server, "SELECT until - starts_at FROM site_controls WHERE name = 'demo2'")
    assert until == 7 * 86_400
    await run_action(http, headers, "accounts/demo2/unblock")
    assert await site(server, "SELECT * FROM site_controls WHERE name = 'demo2'") == []
    notices = "SELECT action FROM security_log WHERE login = 'demo2' AND action LIKE '%BLOCKED' ORDER BY id"
    log = await site(server, notices)
    assert [*log] == [("ACCOUNT_BLOCKED",), ("ACCOUNT_UNBLOCKED",)]
    moderation = (await http.get("/api/admin/accounts/demo2/moderation", headers=headers)).json()
    steps = [(step["is_block"], step["reason"], step["until"] is None) for step in moderation["steps"]]
    assert steps == [(False, "a test", True), (True, "a test", False)]
    assert_error(await act(http, headers, "accounts/demo2/unblock", "again"), 409, "conflict")
    assert_error(await act(http, headers, "accounts/nobody-here/block", "nobody"), 404, "not_found")


async def test_sessions_end_and_factors_are_removed(
    server: World, http: httpx.AsyncClient, headers: dict[str, str]
) -> None:
    now = int(time.time())
    add = (
        "INSERT INTO sessions (id, login, created_at, seen_at, confirmed_at, device, network) "
        f"VALUES ('{{}}', 'demo2', {now}, {now}, {now}, 'Firefox', '')"
    )
    await site(server, add.format("one"), add.format("two"))
    [change] = await run_action(http, headers, "accounts/demo2/end-sessions")
    assert (change["before"], change["after"]) == ({"sessions": 2}, {"sessions": 0})
    assert await site(server, "SELECT COUNT(*) FROM sessions WHERE login = 'demo2' AND ended_at IS NULL") == [(0,)]
    await site(
        server,
        add.format("three"),
        f"INSERT INTO totp_secrets (login, sealed, confirmed_at) VALUES ('demo2', 'x', {now})",
    )
    [change] = await run_action(http, headers, "accounts/demo2/reset-factors")
    assert change["before"] == {"factors": "set up", "sessions": 1}
    assert await site(server, "SELECT * FROM totp_secrets WHERE login = 'demo2'") == []
    assert_error(await act(http, headers, "accounts/demo2/reset-factors", "again"), 409, "conflict")


async def test_reused_name_is_adopted(server: World, http: httpx.AsyncClient, headers: dict[str, str]) -> None:
    [(login,)] = await game(server, "SELECT login FROM accounts WHERE login NOT LIKE 'demo%' LIMIT 1")
    await site(
        server,
        f"INSERT INTO profiles (login, created_at) VALUES ('{login}', 5) ON DUPLICATE KEY UPDATE created_at = 5",
        f"INSERT INTO account_owners (login, frozen_at) VALUES ('{login}', 9) ON DUPLICATE KEY UPDATE frozen_at = 9",
    )
    [change] = await run_action(http, headers, f"accounts/{login}/adopt")
    assert (change["before"], change["after"]) == ({"frozen_at": 9}, {"frozen_at": None})
    assert await site(server, f"SELECT frozen_at FROM account_owners WHERE login = '{login}'") == [(None,)]


async def test_erasure_of_an_account_that_is_not_settled_names_the_cause(
    server: World, http: httpx.AsyncClient, headers: dict[str, str]
) -> None:
    await site(server, "INSERT INTO spending_limits (login, excluded_until) VALUES ('demo2', 4000000000)")
    response = await act(http, headers, "accounts/demo2/erase", "break")
    await site(server, "DELETE FROM spending_limits")
    assert_error(response, 409, "conflict")
    assert "The account's own break has not ended." in response.text


async def test_personal_data_are_exported_and_erased_once(
    server: World, http: httpx.AsyncClient, headers: dict[str, str]
) -> None:
    """The rules of both are those of `test_erasure.py`; another role is refused by `test_access.py`."""
    assert (await register(http, "forgetful")).status_code == 201
    async with open_site(server) as books:
        await adjust(books, "forgetful", 7, "before-erasure")
    export = await http.post("/api/admin/accounts/forgetful/export", headers=headers)
    assert export.json()["data"]["wallets"][-1]["balance"] == 7, export.text
    assert await site(server, "SELECT operator, via FROM operator_log WHERE command = 'accounts export'") == [
        ("olaf", "admin")
    ]
    dry = await act(http, headers, "accounts/forgetful/erase", "", dry_run=True)
    version = dry.json()["version"]
    assert await wallet_balance(server, "forgetful") == 7
    repeats = [act(http, headers, "accounts/forgetful/erase", "erase", version=version) for _ in range(4)]
    results = await asyncio.gather(*repeats)
    assert {response.status_code for response in results} == {200}, [response.text for response in results]
    [change] = results[0].json()["changes"]
    assert (change["before"]["wallet"], change["after"]["wallet"]) == (7, 0)
    assert "forgetful" not in results[0].text
    assert await wallet_balance(server, "forgetful") == 0
    assert await site(server, "SELECT COUNT(*) FROM operator_log WHERE subject = 'erased account'") == [(1,)]
    second_erasure = await act(http, headers, "accounts/forgetful/erase", "again")
    assert_error(second_erasure, 409, "conflict")
    new_wallet = await http.get("/api/player/coins", headers=bearer(await token_of(http, "forgetful", "secret-77")))
    assert new_wallet.json()["sendable"] == 0, new_wallet.text


@pytest.mark.parametrize("path", ["end-sessions", "reset-factors", "notes", "block", "adjust"])
async def test_action_for_an_account_that_does_not_exist_is_404(
    server: World, http: httpx.AsyncClient, headers: dict[str, str], path: str
) -> None:
    form = {"notes": {"text": "a note"}, "adjust": {"amount": 1}}.get(path, {})
    for dry_run in (True, False):
        response = await act(http, headers, f"accounts/zznonexist/{path}", f"none-{path}", dry_run=dry_run, **form)
        assert_error(response, 404, "not_found")
    assert await site(server, "SELECT 1 FROM operator_log WHERE subject LIKE '%zznonexist%' AND outcome = 'done'") == []
