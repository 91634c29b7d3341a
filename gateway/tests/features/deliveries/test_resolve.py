"""Manual resolution of deliveries: `gateway deliveries confirm` and `release`, and the list."""

import asyncio
import time

import pytest

from fixtures.installed import World
from gateway.database.database import Database, DatabaseError
from gateway.features.deliveries import resolve
from gateway.features.deliveries.command import ListedDelivery, format_lines
from gateway.features.server_status.game_runs import GameRun
from gateway.features.wallet.history import STUCK_SECONDS
from gateway.tests.support.account_app import site
from gateway.tests.support.commands import run_command
from gateway.tests.support.databases import Server
from gateway.tests.support.delivery_data import add_debt, credit_coins, read_balance, send_coins
from gateway.tests.support.game_runs import add_run, delete_runs
from gateway.tests.support.game_server_client import open_game_client

pytestmark = pytest.mark.database

REFUND_TEXT = "Its coins are in the wallet"


async def read_status(world: World, delivery: int) -> str:
    return str((await site(world, f"SELECT status FROM deliveries WHERE id = {delivery}"))[0][0])


async def update(world: World, delivery: int, changes: str) -> None:
    await site(world, f"UPDATE deliveries SET {changes} WHERE id = {delivery}")


async def claim(mariadb: Server, world: World, delivery: int) -> None:
    async with open_game_client(mariadb, world) as game:
        assert delivery in {row[0] for row in await game.claim(1)}


async def assert_refused(site: Database, delivery: int, reason: str) -> None:
    resolution = await resolve.release(site, delivery, int(time.time()))
    assert (resolution.is_done, resolution.may_be_forced, reason in str(resolution.message)) == (False, True, True)


async def test_release_refunds_once_and_repays_debts(acis_world: World, acis_site: Database) -> None:
    await credit_coins(acis_site, "ann", 100)
    delivery = (await send_coins(acis_site, "ann", 60)).id
    await add_debt(acis_site, "ann", 25)
    now = int(time.time())
    resolutions = await asyncio.gather(*(resolve.release(acis_site, delivery, now) for _ in range(6)))
    assert all(resolution.is_done for resolution in resolutions)
    messages = [str(resolution.message) for resolution in resolutions]
    assert sum("25 of them repaid the debt" in message for message in messages) == 1
    assert sum("Nothing changes" in message for message in messages) == 5
    assert (await read_balance(acis_world, "ann"), await read_balance(acis_world, "ann", "debt")) == (75, 0)
    assert await read_status(acis_world, delivery) == "cancelled"
    resolution = await resolve.confirm(acis_site, delivery, "r", now)
    assert (resolution.is_done, REFUND_TEXT in str(resolution.message)) == (False, True)


async def test_release_of_a_claim_needs_stuck_or_force(mariadb: Server, acis_world: World, acis_site: Database) -> None:
    await credit_coins(acis_site, "bea", 100)
    young, old = [(await send_coins(acis_site, "bea", amount)).id for amount in (10, 20)]
    await claim(mariadb, acis_world, young)
    await update(acis_world, old, f"claimed_at = claimed_at - {STUCK_SECONDS}")
    await assert_refused(acis_site, young, f"It counts as stuck after {STUCK_SECONDS} seconds")
    assert (await read_status(acis_world, young), await read_balance(acis_world, "bea")) == ("claimed", 70)
    now = int(time.time())
    assert (await resolve.release(acis_site, old, now)).is_done
    assert (await resolve.release(acis_site, young, now, force=True)).is_done
    assert await read_balance(acis_world, "bea") == 100


async def test_release_of_a_row_in_the_game_table_needs_force(acis_world: World, acis_site: Database) -> None:
    await credit_coins(acis_site, "cid", 10)
    delivery = (await send_coins(acis_site, "cid", 10)).id
    await update(acis_world, delivery, "status = 'claimed', claimed_at = 1000, handed_at = 1000")
    await assert_refused(acis_site, delivery, "the game's own table since 1970-01-01T00:16:40Z")
    assert (await resolve.release(acis_site, delivery, int(time.time()), force=True)).is_done


async def test_concurrent_release_and_confirm_agree(mariadb: Server, acis_world: World, acis_site: Database) -> None:
    """The coins end in the game or in the wallet, never in both."""
    await credit_coins(acis_site, "dot", 100)
    ids = [(await send_coins(acis_site, "dot", 1)).id for _ in range(10)]
    async with open_game_client(mariadb, acis_world) as game:
        assert [row[0] for row in await game.claim(1)] == ids

        async def confirm_all() -> None:
            for delivery in ids:
                try:
                    await game.confirm(delivery, "r")
                except DatabaseError as error:
                    assert "was cancelled" in str(error), error  # noqa: PT017 - either may come first

        async def release_all() -> list[bool]:
            now = int(time.time())
            return [(await resolve.release(acis_site, delivery, now, force=True)).is_done for delivery in reversed(ids)]

        are_released, _ = await asyncio.gather(release_all(), confirm_all())
    statuses = [await read_status(acis_world, delivery) for delivery in reversed(ids)]
    assert statuses == ["cancelled" if is_released else "delivered" for is_released in are_released]
    assert await read_balance(acis_world, "dot") == 90 + sum(are_released)


async def run(world: World, *words: str) -> tuple[int, str]:
    result = await run_command(world, "deliveries", *words)
    return result.code, result.out + result.err


async def test_command_lists_confirms_and_releases(mariadb: Server, acis_world: World, acis_site: Database) -> None:
    await credit_coins(acis_site, "eve", 5000)
    stuck_id, pending_id, claimed_id = [(await send_coins(acis_site, "eve", amount)).id for amount in (1, 2000, 3)]
    await site(acis_world, f"UPDATE deliveries SET character_id = id + 1000 WHERE id IN ({pending_id}, {claimed_id})")
    await claim(mariadb, acis_world, stuck_id)
    await update(acis_world, stuck_id, f"claimed_at = claimed_at - {STUCK_SECONDS}")
    await update(acis_world, claimed_id, f"status = 'claimed', claimed_at = {int(time.time())}")

    async def list_rows(*words: str) -> list[list[str]]:
        code, text = await run(acis_world, "list", "--account", "Eve", *words)
        assert code == 0, text
        return [line.split() for line in text.splitlines()]

    head, *rows = await list_rows()
    assert head == ["id", "sent", "status", "amount", "account", "character", "details"]
    assert [row[:1] + row[2:4] for row in rows[:3]] == [
        [str(claimed_id), "claimed", "3"],
        [str(pending_id), "pending", "2,000"],
        [str(stuck_id), "stuck", "1"],
    ]
    assert " ".join(rows[3]) == "3 in all"
    assert rows[4][0] == "stuck:"
    assert [row[0] for row in (await list_rows("--status", "stuck"))[1:2]] == [str(stuck_id)]
    assert await list_rows("--status", "delivered") == [["none"]]
    assert " ".join((await list_rows("--count", "1"))[-1]) == "3 in all, of which these are the last 1"

    for words, code, text in (
        (
            ("confirm", stuck_id, "--receipt", "log"),
            0,
            f"Delivery {stuck_id} counts as delivered.\n",
        ),
        (("confirm", stuck_id), 0, "Nothing changes"),
        (("release", stuck_id), 1, f"Delivery {stuck_id} arrived "),
        (("confirm", pending_id), 1, "The game has not taken"),
        (("release", claimed_id), 1, "--force skips that."),
        (("release", pending_id), 0, f"Delivery {pending_id} is cancelled. {REFUND_TEXT}.\n"),
        (("release", 999999), 1, "gateway deliveries: There is no delivery 999999.\n"),
        (("confirm", 999999), 1, "gateway deliveries: There is no delivery 999999.\n"),
        (("release", "x"), 2, ""),
        (("confirm", "-5"), 2, ""),
    ):
        exit_code, output = await run(acis_world, *map(str, words))
        assert (exit_code, text in output) == (code, True), output
    log = await site(acis_world, "SELECT command, subject FROM operator_log ORDER BY id DESC LIMIT 2")
    assert [tuple(row) for row in log] == [
        ("deliveries release", f"delivery:{pending_id}"),
        ("deliveries confirm", f"delivery:{stuck_id}"),
    ]
    assert any(row[-2:] == ["receipt", "log"] for row in await list_rows("--status", "all"))


async def test_list_since_crash_shows_the_evidence(acis_world: World, acis_site: Database) -> None:
    await credit_coins(acis_site, "fay", 100)
    lost_id, recent_id, old_id = [(await send_coins(acis_site, "fay", amount)).id for amount in (10, 20, 30)]
    await add_run(acis_site, GameRun(100, 5000, 5030))
    columns = "status = 'claimed', claimed_at = 4000, row_seen_at = 4900, gone_at = 4905, gone_items = 1"
    await update(acis_world, lost_id, f"{columns}, unconfirmed_at = 5031")
    await update(
        acis_world,
        recent_id,
        "status = 'delivered', claim = 'x', claimed_at = 4000, delivered_at = 4990, confirmed = 1",
    )
    await update(
        acis_world, old_id, "status = 'delivered', claim = 'x', claimed_at = 1, delivered_at = 1000, confirmed = 1"
    )
    try:
        code, text = await run(acis_world, "list", "--since-crash")
    finally:
        await delete_runs(acis_world, acis_site)
    assert code == 0, text
    head, _, *rows = text.splitlines()
    assert head == "the game server stopped between 1970-01-01T01:23:20Z and 1970-01-01T01:23:50Z"
    assert [row.split()[:2] for row in rows[:2]] == [[str(recent_id), "delivered"], [str(lost_id), "unconfirmed"]]
    assert "1970-01-01T01:21:45Z" in rows[1], "when the row was gone"
    assert "1970-01-01T01:23:20Z to 1970-01-01T01:23:50Z" in rows[1]
    now = int(time.time())
    assert (await resolve.release(acis_site, lost_id, now)).is_done
    assert await read_balance(acis_world, "fay") == 50


async def test_command_without_a_database_fails(acis_world: World) -> None:
    dsn = {"GATEWAY_DATABASE_SITE_DSN": "mysql://nobody:nothing@127.0.0.1:1/x"}
    result = await run_command(acis_world, "deliveries", "list", **dsn)
    assert (result.code, result.err.startswith("gateway deliveries: ")) == (2, True)


def test_format_lines_escapes_text_of_the_database() -> None:
    row = ListedDelivery(7, 0, "de\x1b[2J", 5, "Na\nme", 3, "delivered", None, "\u202ereceipt", 1)
    (_, line, _) = format_lines([row], 10)
    assert line.endswith(r"  de\x1b[2J  Na\nme (5)  receipt \u202ereceipt")
