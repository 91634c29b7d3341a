"""`gateway account` and `gateway donations list` on a world with a donation in each state."""

import json

import pytest

from fixtures.installed import World
from gateway.features.deliveries.create import DeliveryOrder, send
from gateway.features.ledger.adjust import adjust
from gateway.features.operators.operator_log import Operation, running
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.account_app import game, site
from gateway.tests.support.commands import run_command
from gateway.tests.support.databases import open_site

PENDING, FAILED, MISMATCH = (f"00000000-0000-4000-8000-00000000000{number}" for number in (1, 2, 3))
DONATIONS = (
    "INSERT INTO donations (id, account, character_id, character_name, amount, currency, base_coins, bonus_coins, "
    "total_coins, status, init_point, created_at) VALUES "
    f"('{PENDING}', 'demo', 1, 'Ann\x1b', 500000, 'ARS', 50, 0, 50, 'pending', 'https://pay.example/1', 1790000000), "
    f"('{FAILED}', 'demo', 1, 'Ann', 500000, 'ARS', 50, 0, 50, 'failed', NULL, 1780000000), "
    f"('{MISMATCH}', 'demo', 1, 'Ann', 500000, 'ARS', 50, 0, 50, 'pending', 'https://pay.example/3', 1770000000)"
)
PAYMENTS = (
    "INSERT INTO payments (id, donation_id, status, detail, outcome, amount, refunded, updated_ms, mismatch, "
    f"first_seen_at, seen_at) VALUES (4711, '{MISMATCH}', 'approved', 'accredited', 'failed', 499999, 0, 1, "
    "'amount', 1, 1), (4712, NULL, 'approved', 'accredited', 'failed', 700000, 0, 1, 'reference', 1, 1)"
)


@pytest.fixture(scope="module")
async def own_world(world: WorldFactory) -> World:
    own_world = world("mobius", characters=60, seed=301)
    await site(own_world, DONATIONS, PAYMENTS)
    async with open_site(own_world) as books:
        with running(Operation(operator="ann", command="ledger adjust +20", reason="lost an item")):
            await adjust(books, "demo", 20, "gift-1")
        await send(
            books,
            DeliveryOrder(key="demo:1", account="demo", character_id=1, character_name="Ann", item_id=4037, amount=5),
            1,
        )
    assert (await run_command(own_world, "block", "demo", "--reason", "chargebacks", "--by", "ann")).code == 0
    return own_world


async def test_account_prints_all_sections_as_text_and_json(own_world: World) -> None:
    result = await run_command(own_world, "account", "Demo")
    assert (result.code, result.err) == (0, "")
    assert result.out.isascii()
    text = " ".join(result.out.split())
    for expected in (
        "access level 0 access label Player",
        "by ann: chargebacks characters:",
        r"demo Ann\x1b",
        "no payment is known yet; this asks the provider; next: gateway reconcile --donation " + PENDING,
        "the provider opened no checkout, so nothing was charged; the player can try again",
        "payment 4711 (approved) does not match: amount; it gave no coins; it was made or changed by hand; "
        "next: gateway refund 4711",
        "wallet 15, sent 5, held 0, debt 0",
        "+20 20 adjust adjust:gift-1 adjust:gift-1 ann: lost an item hold:demo: no entry",
        "ledger adjust +20 adjust:gift-1 lost an item",
    ):
        assert expected in text, result.out
    overview = json.loads((await run_command(own_world, "account", "demo", "--json")).out)
    assert [report["donation"]["id"] for report in overview["donations"]] == [PENDING, FAILED, MISMATCH]
    assert overview["donations"][2]["command"] == "gateway refund 4711"
    assert (overview["game"]["access_level"], overview["balances"]["wallet"]) == (0, 15)
    assert len(overview["characters"]) > 0
    assert {entry["subject"] for entry in overview["operator_log"]} == {"account:demo", "adjust:gift-1"}


async def test_account_without_the_game_shows_the_site_data(own_world: World) -> None:
    views = own_world.schemas.views
    await game(own_world, f"RENAME TABLE {views}.accounts TO {views}.accounts_away")
    try:
        result = await run_command(own_world, "account", "demo")
        unknown = await run_command(own_world, "account", "nosuchlogin")
    finally:
        await game(own_world, f"RENAME TABLE {views}.accounts_away TO {views}.accounts")
    assert (result.code, "the game's tables cannot be read" in result.out, "4711" in result.out) == (0, True, True)
    assert unknown.code == 2


async def test_unknown_account_is_refused(own_world: World) -> None:
    for words in ("account", "ledger show", "donations list --account", "deliveries list --account"):
        result = await run_command(own_world, *words.split(), "nosuchlogin")
        assert (result.code, result.out) == (1, "")
        assert "there is no account 'nosuchlogin', neither in the game nor on the site" in result.err


async def test_donations_list_selects_by_account_status_and_time(own_world: World) -> None:
    for words, numbers in {
        "": [PENDING, FAILED, MISMATCH],
        "--account DEMO --status failed": [FAILED],
        "--since 2026-01-01": [PENDING, FAILED, MISMATCH],
        "--since 2026-04-01T00:00-03:00": [PENDING, FAILED],
        "--status mismatched --account demo": [MISMATCH],
        "--count 1": [PENDING],
        "--status refunded": [],
    }.items():
        result = await run_command(own_world, "donations", "list", "--json", *words.split())
        assert [report["donation"]["id"] for report in json.loads(result.out)] == numbers, words
    result = await run_command(own_world, "donations", "list", "--count", "1")
    assert result.out.endswith("3 in all, of which these are the last 1\n")


async def test_donations_list_shows_mismatched_payments_without_a_donation(own_world: World) -> None:
    result = await run_command(own_world, "donations", "list", "--status", "mismatched")
    assert "payment 4712 (approved) does not match: reference; it gave no coins" in result.out
    assert "next: gateway refund 4712\n" in result.out
    assert result.out.endswith("1 in all\n")
