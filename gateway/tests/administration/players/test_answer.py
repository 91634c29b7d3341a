"""Answers about an account of a running site."""

import time

import httpx
import pytest

from fixtures.installed import World
from gateway.tests.administration.operator_app import operator_headers
from gateway.tests.support.account_app import site
from gateway.tests.support.player_pages import add_delivery, add_donation, add_payment, read
from gateway.tests.support.polling import wait_for_answer


@pytest.fixture(scope="module")
async def headers(server: World) -> dict[str, str]:
    return await operator_headers(server, "support", "arno")


async def test_paid_answer_names_the_delivery_that_is_stuck(
    server: World, http: httpx.AsyncClient, headers: dict[str, str]
) -> None:
    donation = await add_donation(server, "payer1", total_coins=500, base_coins=500, coins_credited=418)
    await add_payment(server, 88_001, donation, payer=4_200)
    delivery = await add_delivery(server, "payer1", "claimed", character_name="Nimriel")
    answer = await read(http, "accounts/payer1/answer", headers, question="paid")
    assert (answer["verdict"], answer["donation"]) == ("stuck", donation)
    assert answer["actions"] == [{"kind": kind, "subject": str(delivery)} for kind in ("release", "confirm")]
    assert [row["state"] for row in answer["stations"]] == ["done"] * 5 + ["stop"]
    assert " 418 " in answer["replies"]["es"], "coins that are left after a refund of a part"
    assert "Nimriel" in answer["replies"]["pt"]
    failed_donation = await add_donation(server, "payer2", "failed")
    await add_payment(server, 88_002, failed_donation, status="rejected", payer=4_200)
    answer = await read(http, "accounts/payer2/answer", headers, question="paid")
    assert answer["verdict"] == "other_account"
    assert {"kind": "other_account", "subject": donation, "value": "payer1"}.items() <= answer["evidence"][-1].items()


async def test_sign_in_item_and_spin_answers_read_the_account(
    server: World, http: httpx.AsyncClient, headers: dict[str, str]
) -> None:
    await wait_for_answer(http, "/api/rankings/pvp")
    now = int(time.time())
    await site(
        server,
        "INSERT INTO security_log (login, action, ip_address, at, success) VALUES "
        f"('demo2', 'LOGIN', '203.0.113.5', {now}, 1), ('demo2', 'LOGIN', '203.0.113.5', {now + 1}, 0)",
    )
    assert (await read(http, "accounts/demo2/answer", headers, question="sign_in"))["verdict"] == "wrong_password"
    assert (await read(http, "accounts/demo2/answer", headers, question="item"))["verdict"] == "items_listed"
    adena_answer = await read(http, "accounts/demo2/answer", headers, question="item", item="57")
    assert adena_answer["verdict"] in {"item_found", "item_not_found"}
    unknown_item_answer = await read(http, "accounts/demo2/answer", headers, question="item", item="no such item")
    assert unknown_item_answer["verdict"] == "item_not_found"
    assert (await read(http, "accounts/demo2/answer", headers, question="spin"))["verdict"] == "no_spins"
