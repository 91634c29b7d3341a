"""What an operator settles by `gateway deliveries`, and what the check of the books says of deliveries."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO

import pytest

from fixtures.installed import World
from gateway import cli
from gateway.database.database import Database
from gateway.features.deliveries import resolve
from gateway.features.deliveries.command import ListedDelivery, format_lines
from gateway.features.wallet.history import STUCK_SECONDS
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.account_app import site
from gateway.tests.support.databases import Server
from gateway.tests.support.delivery_data import give, in_wallet, owe, sent, site_door, sound
from gateway.tests.support.game_server_client import gameside, let_in

pytestmark = pytest.mark.database

CANCELLED = "its coins are in the wallet"


@pytest.fixture(scope="module")
async def here(world: WorldFactory, mariadb: Server) -> World:
    made = world("acis", characters=60, seed=53)
    await let_in(mariadb, made.schemas.site)
    return made


@pytest.fixture(scope="module")
async def books(here: World) -> AsyncGenerator[Database]:
    async with site_door(here) as opened:
        yield opened


async def status(here: World, delivery: int) -> str:
    return str((await site(here, f"SELECT status FROM deliveries WHERE id = {delivery}"))[0][0])


async def claim(mariadb: Server, here: World, delivery: int, ago: int = 0) -> None:
    async with gameside(mariadb, here) as game:
        assert delivery in {row[0] for row in await game.claim(1)}
    await site(here, f"UPDATE deliveries SET claimed_at = claimed_at - {ago} WHERE id = {delivery}")


async def run(here: World, *words: str) -> tuple[int, str]:
    """The command as a person runs it: its exit code, and what it said."""

    def asked() -> tuple[int, str]:
        said = StringIO()
        with pytest.MonkeyPatch.context() as patch, redirect_stdout(said), redirect_stderr(said):
            for name, value in here.environment.items():
                patch.setenv(name, value)
            try:
                code = cli.main(["deliveries", *words])
            except SystemExit as ended:
                code = int(ended.code or 0)
        return code, said.getvalue()

    return await asyncio.to_thread(asked)


async def test_release_refunds_once_and_repays_debts(here: World, books: Database) -> None:
    await give(books, "ann", 100)
    delivery = (await sent(books, "ann", 60)).id
    await owe(books, "ann", 25)
    now = int(time.time())
    outcomes = await asyncio.gather(*(resolve.release(books, delivery, now) for _ in range(6)))
    assert all(outcome.done for outcome in outcomes)
    said = [outcome.message for outcome in outcomes]
    assert sum("25 of them repaid the debt" in each for each in said) == 1
    assert sum("nothing changed" in each for each in said) == 5
    assert (await in_wallet(here, "ann"), await in_wallet(here, "ann", "debt")) == (75, 0)
    assert await status(here, delivery) == "cancelled"
    refused = await resolve.confirm(books, delivery, "r", now)
    assert (refused.done, CANCELLED in refused.message) == (False, True)
    await sound(books)


async def test_release_of_a_claim_needs_stuck_or_force(mariadb: Server, here: World, books: Database) -> None:
    await give(books, "bea", 100)
    young, old = [(await sent(books, "bea", amount)).id for amount in (10, 20)]
    await claim(mariadb, here, young)
    await site(here, f"UPDATE deliveries SET claimed_at = claimed_at - {STUCK_SECONDS} WHERE id = {old}")
    now = int(time.time())
    refused = await resolve.release(books, young, now)
    assert (refused.done, "--force" in refused.message) == (False, True)
    assert (await status(here, young), await in_wallet(here, "bea")) == ("claimed", 70)
    assert (await resolve.release(books, old, now)).done
    assert (await resolve.release(books, young, now, force=True)).done
    assert await in_wallet(here, "bea") == 100
    await sound(books)


async def test_release_of_a_row_in_the_game_table_needs_force(here: World, books: Database) -> None:
    await give(books, "cid", 10)
    delivery = (await sent(books, "cid", 10)).id
    await site(
        here, f"UPDATE deliveries SET status = 'claimed', claimed_at = 1000, handed_at = 1000 WHERE id = {delivery}"
    )
    refused = await resolve.release(books, delivery, int(time.time()))
    assert (refused.done, "the game's own table since 1970-01-01T00:16:40Z" in refused.message) == (False, True)
    assert (await resolve.release(books, delivery, int(time.time()), force=True)).done
    await sound(books)


async def test_concurrent_release_and_confirm_agree(mariadb: Server, here: World, books: Database) -> None:
    """Whichever comes first; the coins are in the game or in the wallet, and not in both."""
    await give(books, "dot", 100)
    numbers = [(await sent(books, "dot", 1)).id for _ in range(10)]
    async with gameside(mariadb, here) as game:
        assert [row[0] for row in await game.claim(1)] == numbers

        async def confirm() -> None:
            for number in numbers:
                try:
                    await game.confirm(number, "r")
                except Exception as error:
                    assert "was cancelled" in str(error), error  # noqa: PT017 - either is right

        async def release() -> list[bool]:
            now = int(time.time())
            return [(await resolve.release(books, number, now, force=True)).done for number in reversed(numbers)]

        released = (await asyncio.gather(release(), confirm()))[0]
    ended = [await status(here, number) for number in reversed(numbers)]
    assert ended == ["cancelled" if done else "delivered" for done in released]
    assert await in_wallet(here, "dot") == 90 + sum(released)
    await sound(books)


async def test_command_lists_confirms_and_releases(mariadb: Server, here: World, books: Database) -> None:
    await give(books, "eve", 5000)
    stuck, pending, given = [(await sent(books, "eve", amount)).id for amount in (1, 2000, 3)]
    await site(here, f"UPDATE deliveries SET character_id = id + 1000 WHERE id <> {stuck} AND account = 'eve'")
    await claim(mariadb, here, stuck, ago=STUCK_SECONDS)
    await site(here, f"UPDATE deliveries SET status = 'claimed', claimed_at = {int(time.time())} WHERE id = {given}")

    async def listed(*words: str) -> list[list[str]]:
        code, text = await run(here, "list", "--account", "Eve", *words)
        assert code == 0, text
        return [line.split() for line in text.splitlines()]

    head, *rows = await listed()
    assert head == ["id", "sent", "status", "amount", "account", "character", "details"]
    assert [row[:1] + row[2:4] for row in rows[:3]] == [
        [str(given), "claimed", "3"],
        [str(pending), "pending", "2,000"],
        [str(stuck), "stuck", "1"],
    ]
    assert " ".join(rows[3]) == "3 in all"
    assert rows[4][0] == "stuck:"
    assert [row[0] for row in (await listed("--status", "stuck"))[1:2]] == [str(stuck)]
    assert await listed("--status", "delivered") == [["none"]]
    assert (await listed("--count", "1"))[-1] == ["3", "in", "all,", "of", "which", "these", "are", "the", "last", "1"]

    code, text = await run(here, "confirm", str(stuck), "--receipt", "seen in the log")
    assert (code, text) == (0, f"delivery {stuck} (1 coin of eve for Somebody) is delivered\n")
    code, text = await run(here, "confirm", str(stuck))
    assert (code, "nothing changed" in text) == (0, True)
    assert (await run(here, "release", str(stuck)))[0] == 1
    code, text = await run(here, "confirm", str(pending))
    assert (code, "has not been claimed" in text) == (1, True)
    code, text = await run(here, "release", str(pending))
    assert (code, text) == (0, f"delivery {pending} (2,000 coins of eve for Somebody) is cancelled, and {CANCELLED}\n")
    log = await site(here, "SELECT command, subject FROM operator_log ORDER BY id")
    assert [tuple(row) for row in log] == [
        ("deliveries confirm", f"delivery:{stuck}"),
        ("deliveries release", f"delivery:{pending}"),
    ]
    assert "seen in the log" in str(await listed("--status", "all")).replace("', '", " ")
    await sound(books)


async def test_invalid_resolution_is_refused(here: World) -> None:
    for word in ("release", "confirm"):
        assert await run(here, word, "999999") == (1, "gateway deliveries: no delivery 999999\n")
        assert (await run(here, word, "x"))[0] == (await run(here, word, "-5"))[0] == 2
    gone = {"GATEWAY_DATABASE_SITE_DSN": "mysql://nobody:nothing@127.0.0.1:1/x"}
    away = World(here.family, 0, 0, "", here.schemas, {**here.environment, **gone})
    code, text = await run(away, "list")
    assert (code, text.startswith("gateway deliveries: ")) == (2, True)


def test_format_lines_escapes_text_of_the_database() -> None:
    row = ListedDelivery(7, 0, "de\x1b[2J", 5, "Na\nme", 3, "delivered", None, "\u202ereceipt", 1)
    (_, line, _) = format_lines([row], 10)
    assert line.endswith(r"  de\x1b[2J  Na\nme (5)  receipt \u202ereceipt")
