"""The search finds accounts by each kind of text, and shows the state of a hit."""

import time

import httpx
import pytest

from fixtures.installed import World
from gateway.administration.players import search
from gateway.tests.administration.operator_app import operator_headers
from gateway.tests.support.account_app import assert_error, game, site
from gateway.tests.support.player_pages import add_delivery, add_donation, add_payment, read
from gateway.tests.support.polling import wait_for_answer

EMAIL = "buyer@example.org"


@pytest.fixture(scope="module")
async def headers(server: World) -> dict[str, str]:
    return await operator_headers(server, "support", "sara")


async def hits(http: httpx.AsyncClient, headers: dict[str, str], text: str) -> list[tuple[str, str, str, str]]:
    rows = (await read(http, "search", headers, q=text))["data"]
    return [(row["kind"], row["id"], row["account"], row["state"]) for row in rows]


async def test_search_finds_payment_donation_and_delivery_with_their_state(
    server: World, http: httpx.AsyncClient, headers: dict[str, str]
) -> None:
    donation = await add_donation(server, "found")
    await add_payment(server, 1_300_000_482, donation)
    assert await hits(http, headers, "1300000482") == [("payment", "1300000482", "found", "completed")]
    stuck = await add_delivery(server, "found", "claimed")
    assert await hits(http, headers, "1300000482") == [("payment", "1300000482", "found", "delivery_stuck")]
    assert await hits(http, headers, donation.upper()) == [("donation", donation, "found", "delivery_stuck")]
    assert ("delivery", str(stuck), "found", "delivery_stuck") in await hits(http, headers, str(stuck))
    await add_payment(server, 1_300_000_483, None, mismatch="reference", coins=0, credited=0)
    assert await hits(http, headers, "1300000483") == [("payment", "1300000483", "", "payment_mismatched")]
    await add_payment(server, 2 * 10**18 + 5, donation, provider="stripe", reference="pi_3Q5")
    for text in ("pi_3Q5", "stripe:pi_3Q5"):
        assert await hits(http, headers, text) == [("payment", "stripe:pi_3Q5", "found", "delivery_stuck")]


async def test_search_finds_accounts_and_characters_by_the_beginning_of_the_name(
    server: World, http: httpx.AsyncClient, headers: dict[str, str]
) -> None:
    await wait_for_answer(http, "/health/ready")
    now = int(time.time())
    await site(
        server,
        "INSERT INTO profiles (login) VALUES ('quill_a'), ('quillxa')",
        "INSERT INTO site_controls (kind, name, starts_at, operator, reason, changed_at) "
        f"VALUES ('block', 'quill_a', {now - 1}, 'ann', 'chargebacks', {now})",
    )
    assert await hits(http, headers, "Quill_a") == [("account", "quill_a", "quill_a", "blocked")]
    for part in ("uill_", "ILL_A"):
        assert await hits(http, headers, part) == [("account", "quill_a", "quill_a", "blocked")]
    [(name, account)] = await game(server, "SELECT char_name, account_name FROM characters WHERE level > 20 LIMIT 1")
    character_hits = await hits(http, headers, str(name))
    assert ("character", str(name), str(account).lower()) in [hit[:3] for hit in character_hits]


async def test_online_characters_are_listed_with_their_accounts(
    server: World, http: httpx.AsyncClient, headers: dict[str, str]
) -> None:
    await wait_for_answer(http, "/health/ready")
    rows = await game(server, "SELECT charId, account_name FROM characters WHERE online = 1")  # 2: an offline trader
    online = await read(http, "online", headers)
    assert online["total"] + online["unlisted"] == len(rows) > 0
    accounts = {int(character): str(account).lower() for character, account in rows}
    assert len(online["data"]) == min(online["total"], 50) > 0
    assert all(accounts[row["character_id"]] == row["account"] for row in online["data"])
    assert (await read(http, "online", headers, page="100"))["data"] == []


async def test_search_finds_emails_and_addresses_of_the_site_schema_alone(
    server: World, http: httpx.AsyncClient, headers: dict[str, str]
) -> None:
    now = int(time.time())
    await site(
        server,
        f"INSERT INTO confirmed_emails (login, email, confirmed_at) VALUES ('demo2', '{EMAIL}', {now})",
        *(
            "INSERT INTO security_log (login, action, ip_address, at, success) "
            f"VALUES ('{login}', 'LOGIN', '{ip}', {at}, 1)"
            for login, ip, at in (
                ("demo", "198.51.100.7", now - 9),
                ("demo2", "198.51.100.7", now - 5),
                ("demo", "198.51.100.70", now),
                ("old", "198.51.100.7", now - 40 * 86_400),
            )
        ),
    )
    assert [hit[:3] for hit in await hits(http, headers, EMAIL.upper())] == [("email", "demo2", "demo2")]
    assert [hit[:3] for hit in await hits(http, headers, "198.51.100.7")] == [
        ("address", "demo2", "demo2"),
        ("address", "demo", "demo"),
    ]
    assert await hits(http, headers, "2001:db8::1") == []
    finance_headers = await operator_headers(server, "finance")
    for text, kind, logins in (
        ("buyer@", "email", ["demo2"]),
        ("@example.org", "email", ["demo2"]),
        ("@example.com", "email", []),
        ("%@example", "email", []),
        ("198.51.100", "address", ["demo", "demo2"]),
        ("198.51.10.", "address", []),
    ):
        assert await hits(http, headers, text) == [(kind, login, login, "") for login in logins], text
        assert await hits(http, finance_headers, text) == []


async def test_search_of_game_emails_is_exact_and_one_at_a_time(
    server: World, http: httpx.AsyncClient, headers: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "_SHARE", 1e-6)  # the pause outlasts the test
    await game(server, "UPDATE accounts SET email = 'in.game@example.org' WHERE login = 'demo'")
    form = {"email": "in.game@example.org"}
    first = await http.post("/api/admin/search/game-email", json=form, headers=headers)
    assert [row["account"] for row in first.json()["data"]] == ["demo"], first.text
    assert await hits(http, headers, "in.game@example.org") == []
    second = await http.post("/api/admin/search/game-email", json=form, headers=headers)
    assert_error(second, 429, "too_many_requests")


async def test_search_text_is_no_pattern(http: httpx.AsyncClient, headers: dict[str, str]) -> None:
    """A pattern would find every account, and every character once the snapshot is there."""
    assert all(kind == "character" and "%" in name for kind, name, _, _ in await hits(http, headers, "%"))
    empty = await http.get("/api/admin/search", headers=headers, params={"q": ""})
    assert_error(empty, 400, "validation_failed", q="Required")
