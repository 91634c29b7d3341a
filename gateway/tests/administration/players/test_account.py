"""One account: its money with the provider's facts, its characters, masked personal data, and notes."""

import time

import httpx
import pytest

from fixtures.installed import World
from gateway.tests.administration.operator_app import operator_headers
from gateway.tests.support.account_app import assert_error, game, site
from gateway.tests.support.player_pages import add_delivery, add_donation, add_payment, read
from gateway.tests.support.polling import wait_for_answer


@pytest.fixture(scope="module")
async def headers(server: World) -> dict[str, str]:
    return await operator_headers(server, "owner", "anna")


async def test_account_shows_donations_with_the_facts_of_the_provider(
    server: World, http: httpx.AsyncClient, headers: dict[str, str]
) -> None:
    await wait_for_answer(http, "/api/rankings/pvp")
    donation = await add_donation(server, "demo")
    await add_payment(server, 77_001, donation)
    now = int(time.time())
    await site(
        server,
        *(
            "INSERT INTO webhook_inbox (notice, payment_id, status, deliveries, received_at, due_at) "
            f"VALUES ('{notice}', 77001, '{status}', {count}, {at}, {at})"
            for notice, status, count, at in (("n-1", "done", 2, now - 60), ("n-2", "waiting", 1, now - 30))
        ),
    )
    delivery = await add_delivery(server, "demo", "claimed")
    account = await read(http, "accounts/Demo", headers)
    row = next(row for row in account["donations"] if row["donation"]["id"] == donation)
    [payment] = row["payments"]
    assert (payment["fee"], payment["net"], payment["webhooks"], payment["waiting"]) == (30_000, 470_000, 3, 1)
    assert payment["told_at"] == now - 60
    assert (account["states"][0]["state"], account["login"]) == ("delivery_stuck", "demo")
    assert delivery in [row["id"] for row in account["deliveries"]]
    assert account["profile"]["game"] == "known"
    assert {character["name"] for character in account["characters"]}
    assert all(character["adena"] is not None for character in account["characters"])


async def test_personal_data_are_masked_until_shown_and_the_log_names_the_operator(
    server: World, http: httpx.AsyncClient, headers: dict[str, str]
) -> None:
    now = int(time.time())
    await site(
        server,
        f"REPLACE confirmed_emails (login, email, confirmed_at) VALUES ('demo3', 'secret.name@example.org', {now})",
        "INSERT INTO security_log (login, action, ip_address, at, success) "
        f"VALUES ('demo3', 'LOGIN', '198.51.100.99', {now}, 1)",
        "INSERT IGNORE INTO profiles (login) VALUES ('demo3')",
    )
    response = await http.get("/api/admin/accounts/demo3", headers=headers)
    assert "secret.name" not in response.text
    assert "198.51.100.99" not in response.text
    assert response.json()["profile"]["confirmed_email"] == "s•••••@example.org"
    personal_data = await http.post("/api/admin/accounts/demo3/personal", headers=headers)
    assert personal_data.json()["confirmed_email"] == "secret.name@example.org"
    assert "198.51.100.99" in personal_data.json()["addresses"]
    rows = await site(
        server,
        "SELECT operator, via FROM operator_log WHERE command = 'show personal data' AND subject = 'account:demo3'",
    )
    assert rows == [("anna", "admin")]


async def test_unknown_account_is_not_found(http: httpx.AsyncClient, headers: dict[str, str]) -> None:
    assert_error(await http.get("/api/admin/accounts/nobody-at-all", headers=headers), 404, "not_found")


async def test_note_is_shown_to_operators_and_its_text_is_in_no_log(
    server: World, http: httpx.AsyncClient, headers: dict[str, str]
) -> None:
    key = {"Idempotency-Key": "note-1", **headers}
    for _ in range(2):
        response = await http.post("/api/admin/accounts/demo/notes", json={"text": "Streams on Fridays."}, headers=key)
        assert response.status_code == 200, response.text
    notes = (await read(http, "accounts/demo", headers))["notes"]
    assert [(note["operator"], note["text"]) for note in notes] == [("anna", "Streams on Fridays.")]
    log_rows = await site(
        server, "SELECT reason, new_values FROM operator_log WHERE command = 'notes.add' AND new_values <> ''"
    )
    assert log_rows == [("a note", '{"note":"19 characters"}')]


async def test_note_is_undone_by_its_operator_alone_and_not_later(
    server: World, http: httpx.AsyncClient, headers: dict[str, str]
) -> None:
    path, key = "/api/admin/accounts/demo2/notes", {"Idempotency-Key": "note-undone", **headers}
    undo = {"reason": "the wrong account"}
    await http.post(path, json={"text": "Mine."}, headers=key)
    columns = "account, at, operator, text"
    bobs_note = f"INSERT INTO account_notes ({columns}) SELECT 'demo2', MAX(at), 'bob', 'Not mine.' FROM account_notes"
    await site(server, bobs_note)
    removal = await http.post(f"{path}/removal", json=undo, headers={**key, "Idempotency-Key": "undo-1"})
    assert removal.json()["changes"] == [
        {"subject": "account:demo2", "before": {"note": "5 characters"}, "after": None}
    ]
    assert [note["text"] for note in (await read(http, "accounts/demo2", headers))["notes"]] == ["Not mine."]
    await site(server, "UPDATE account_notes SET at = at - 661, operator = 'anna' WHERE account = 'demo2'")
    late_removal = await http.post(f"{path}/removal", json=undo, headers={**key, "Idempotency-Key": "undo-2"})
    assert_error(late_removal, 404, "not_found")
    await site(server, "DELETE FROM account_notes WHERE account = 'demo2'")


async def test_words_for_the_game_are_those_of_the_family_and_of_names_that_can_be_typed(
    server: World, http: httpx.AsyncClient, headers: dict[str, str]
) -> None:
    await wait_for_answer(http, "/api/rankings/pvp")
    characters = [row["name"] for row in (await read(http, "accounts/demo", headers))["characters"]]
    moderation = await read(http, "accounts/demo/moderation", headers)
    words = [command["words"] for command in moderation["commands"]]
    assert words[:2] == ["//ban_acc demo", "//unban_acc demo"]
    assert {f"//ban_char {name}" for name in characters if name.isalnum()} <= {*words}
    assert (moderation["family"], moderation["without_account"]) == ("L2J Mobius C6 Interlude", None)
    [(name,)] = await game(
        server,
        "SELECT char_name FROM characters WHERE account_name <> 'demo' AND accesslevel = 0 "
        "AND char_name REGEXP '^[A-Za-z0-9]+$' ORDER BY pvpkills DESC LIMIT 1",
    )
    await site(server, f"INSERT IGNORE INTO profiles (login) VALUES ('{str(name).lower()}'), ('odd name')")
    same = await read(http, f"accounts/{name}/moderation", headers)
    assert (same["without_account"], same["commands"]) == ("same_name", [])
    odd = await read(http, "accounts/odd name/moderation", headers)
    assert (odd["without_account"], odd["commands"]) == ("odd_name", [])
