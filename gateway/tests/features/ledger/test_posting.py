"""Posting to the ledger: once for a key, never below zero, all or nothing, whoever comes at the same time."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from decimal import Decimal
from typing import Any

import msgspec
import pytest

from fixtures import site_schema
from fixtures.site_schema import NOW, credit, posted, spend
from gateway.config.dsn import parse_dsn
from gateway.database.database import Database, DatabaseError, Limits, Session
from gateway.features.ledger import (
    Entry,
    Insufficient,
    Transfer,
    account_names,
    debt,
    hold,
    house,
    lock_balances,
    post,
    run,
    wallet,
)
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.databases import Server, ask
from gateway.tests.support.wallet_invariants import INVARIANTS

pytestmark = pytest.mark.database

ENTRIES = ask("SELECT COUNT(*) FROM ledger_entries")
TRANSFERS = ask("SELECT COUNT(*) FROM ledger_transfers")


@pytest.fixture(scope="module")
async def site(mariadb: Server) -> AsyncGenerator[Database]:
    async with site_schema.connect(await site_schema.create(mariadb, "ledger_posting")) as database:
        yield database


async def held(site: Database, *accounts: str) -> list[int]:
    async with site.transaction() as session:
        found = await lock_balances(session, accounts)
    return [found[account] for account in accounts]


async def rows(site: Database) -> tuple[Any, Any]:
    found = [await site.one(query) for query in (TRANSFERS, ENTRIES)]
    return tuple(row.value for row in found if row)


async def test_post_moves_wallets_and_writes_entries(site: Database) -> None:
    both = (Entry(wallet("ann"), 30), Entry(wallet("bob"), 12), Entry(house("donations"), -42))
    moved = Transfer("mp:1:credit", "credit", "d-1", both)
    assert await posted(site, post, moved) == "done"
    assert await held(site, wallet("ann"), wallet("bob"), wallet("nobody")) == [30, 12, 0]
    written = await site.read(
        ask("SELECT CONCAT_WS(' ', kind, reference, created_at, line, account, amount) FROM ledger_transfers "
            "JOIN ledger_entries ON transfer_id = id WHERE idempotency_key = 'mp:1:credit' ORDER BY line")
    )  # fmt: skip
    head = f"credit d-1 {NOW}"
    assert [row.value for row in written] == [
        f"{head} 0 wallet:ann 30",
        f"{head} 1 wallet:bob 12",
        f"{head} 2 house:donations -42",
    ]


async def test_post_creates_no_row_for_a_house_account(site: Database) -> None:
    assert await posted(site, post, credit("house", "housed", 5)) == "done"
    assert await site.read(ask("SELECT account FROM wallets WHERE kind = 'house'")) == []
    with pytest.raises(ValueError, match="house account"):
        await held(site, house("donations"))


async def test_post_with_a_used_key_changes_nothing(site: Database) -> None:
    assert await posted(site, post, credit("once", "carol", 5)) == "done"
    before = await rows(site)
    for again in (credit("once", "carol", 5), credit("once", "carol", 700), spend("once", "carol", 900)):
        assert await posted(site, post, again) == "repeated"
    assert await held(site, wallet("carol")) == [5]
    assert await rows(site) == before
    assert await posted(site, post, credit("ONCE", "carol", 1)) == "done", "case makes another key"


async def test_post_above_the_balance_is_refused(site: Database) -> None:
    assert await posted(site, post, credit("poor", "dora", 5)) == "done"
    before = await rows(site)
    for login in ("dora", "never-seen"):
        with pytest.raises(Insufficient) as refusal:
            await run(site, lambda session, login=login: post(session, spend("too-much", login, 6), NOW))
        assert refusal.value.account == wallet(login)
    assert await held(site, wallet("dora")) == [5]
    assert await rows(site) == before
    assert await posted(site, post, spend("too-much", "dora", 5)) == "done", "a refused key may be used"
    assert await held(site, wallet("dora")) == [0]


@pytest.mark.parametrize("name", [hold, debt])
async def test_post_below_zero_is_refused_for_hold_and_debt(site: Database, name: Callable[[str], str]) -> None:
    taken = Transfer("below", "release", "d", (Entry(name("eve"), -1), Entry(wallet("eve"), 1)))
    with pytest.raises(Insufficient) as refusal:
        await run(site, lambda session: post(session, taken, NOW))
    assert refusal.value.account == name("eve")
    assert await held(site, wallet("eve"), name("eve")) == [0, 0]


async def test_insufficient_balance_rolls_back_the_transaction(site: Database) -> None:
    async def two(session: Session) -> None:
        await post(session, credit("half:1", "finn", 5), NOW)
        assert await lock_balances(session, [wallet("finn")]) == {wallet("finn"): 5}
        await post(session, spend("half:2", "finn", 6), NOW)

    before = await rows(site)
    with pytest.raises(Insufficient):
        await run(site, two)
    assert await rows(site) == before
    assert await held(site, wallet("finn")) == [0]


async def test_repeated_key_keeps_the_rest_of_the_transaction(site: Database) -> None:
    assert await posted(site, post, credit("twice", "gwen", 5)) == "done"

    async def both(session: Session) -> list[bool]:
        return [await post(session, credit(key, "gwen", 5), NOW) for key in ("twice", "thrice")]

    assert await run(site, both) == [False, True]
    assert await held(site, wallet("gwen")) == [10]


@pytest.mark.parametrize("trial", INVARIANTS, ids=lambda trial: trial.__name__)
async def test_concurrent_postings(site: Database, trial: Callable[..., Any]) -> None:
    await trial(site, post, trial.__name__)


async def test_run_retries_after_a_deadlock(site: Database) -> None:
    """Two lock each other's wallet: one of them loses, begins again, and both are done, each once."""
    for login in ("hal", "ida"):
        assert await posted(site, post, credit(f"{login}:in", login, 10)) == "done"
    met, begun = asyncio.Barrier(2), list[str]()

    async def crosswise(session: Session, mine: str, other: str) -> bool:
        first = mine not in begun
        begun.append(mine)
        await lock_balances(session, [wallet(mine)])
        if first:
            await met.wait()
        return await post(session, spend(f"{mine}:cross", other, 3), NOW)

    ways = (("hal", "ida"), ("ida", "hal"))
    done = await asyncio.gather(*(run(site, lambda session, way=way: crosswise(session, *way)) for way in ways))
    assert done == [True, True]
    assert len(begun) == 3, "one of them had to begin again"
    assert await held(site, wallet("hal"), wallet("ida")) == [7, 7]


async def test_lock_balances_blocks_concurrent_postings(site: Database) -> None:
    """Also that of an account that nobody had used: it cannot come to be behind the back of who read that it is 0."""
    async with site.transaction() as session:
        assert await lock_balances(session, [debt("jan"), wallet("jan")]) == {debt("jan"): 0, wallet("jan"): 0}
        other = asyncio.create_task(posted(site, post, credit("jan:in", "jan", 8)))
        waiting = ask("SELECT COUNT(*) FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'")
        async with asyncio.timeout(30):
            while True:
                count = await site.one(waiting)
                if count and count.value:
                    break
                await asyncio.sleep(0.15)  # the server renews this table ten times a second
        assert not other.done()
        assert await lock_balances(session, [wallet("jan")]) == {wallet("jan"): 0}
    assert await other == "done"
    assert await held(site, wallet("jan")) == [8]
    assert await held(site) == []


BAD_ENTRIES = {
    "no entry": (),
    "one": (Entry("wallet:a", 1),),
    "not zero": (Entry("wallet:a", 2), Entry("house:donations", -1)),
    "nothing": (Entry("wallet:a", 0), Entry("house:donations", 0)),
    "twice": (Entry("wallet:a", 2), Entry("wallet:a", -1), Entry("house:wheel", -1)),
    "a bool": (Entry("wallet:a", True), Entry("house:donations", -1)),
    "a float": (Entry("wallet:a", 1.0), Entry("house:donations", -1)),  # pyright: ignore[reportArgumentType]
    "a Decimal": (Entry("wallet:a", Decimal(1)), Entry("house:donations", -1)),  # pyright: ignore[reportArgumentType]
    "too much": (Entry("wallet:a", 10**16), Entry("house:donations", -(10**16))),
    "too many": (*(Entry(f"wallet:a{n}", 1) for n in range(100)), Entry("house:donations", -100)),
    "no kind": (Entry("a", 1), Entry("house:donations", -1)),
    "a kind that there is not": (Entry("purse:a", 1), Entry("house:donations", -1)),
    "upper case": (Entry("wallet:Ann", 1), Entry("house:donations", -1)),
}


@pytest.mark.parametrize("entries", BAD_ENTRIES.values(), ids=BAD_ENTRIES.keys())
def test_transfer_with_invalid_entries_raises(entries: tuple[Entry, ...]) -> None:
    with pytest.raises(ValueError, match=r"entr|account|coins|login|sum"):
        Transfer("key", "credit", "r", entries)
    with pytest.raises(ValueError, match=r"entr|account|coins|login|sum"):
        msgspec.structs.replace(credit("key", "a", 1), entries=entries)


@pytest.mark.parametrize(
    ("key", "kind", "reference"),
    [
        ("", "credit", "r"),
        ("k" * 161, "credit", "r"),
        ("ké", "credit", "r"),
        ("k ", "credit", "r"),
        ("k\n", "credit", "r"),
        ("k", "", "r"),
        ("k", "c" * 33, "r"),
        ("k", "credit", ""),
        ("k", "credit", "r" * 65),
    ],
)
def test_transfer_with_an_invalid_key_kind_or_reference_raises(key: str, kind: str, reference: str) -> None:
    with pytest.raises(ValueError, match="expected 1 to"):
        Transfer(key, kind, reference, credit("k", "a", 1).entries)


@pytest.mark.parametrize("login", ["", "a" * 46, "Ann", " ann", "ann ", "an\nn", "an\x00n"])
def test_account_name_of_an_invalid_login_raises(login: str) -> None:
    for name in (wallet, hold, debt):
        with pytest.raises(ValueError, match="login"):
            name(login)


def test_parts_reverses_account_names() -> None:
    assert account_names.parts(wallet("añn:2")) == ("wallet", "añn:2")
    assert account_names.parts(house("donations")) == ("house", "donations")
    for wrong in ("", "wallet", "wallet:", "house:", "house:A", "house:x y", "other:a"):
        with pytest.raises(ValueError, match=r"account|login"):
            account_names.parts(wrong)


@pytest.mark.parametrize("family", ["mobius", "acis", "lucera"])
async def test_service_user_can_post_and_not_change_entries(world: WorldFactory, family: str) -> None:
    here = world(family, characters=60, seed=43)
    own = Database("site", parse_dsn(here.environment["GATEWAY_DATABASE_SITE_DSN"]), Limits())
    try:
        assert await posted(own, post, credit("rights:in", "kim", 9)) == "done"
        assert await posted(own, post, credit("rights:in", "kim", 9)) == "repeated"
        assert await posted(own, post, spend("rights:out", "kim", 10)) == "insufficient"
        assert await posted(own, post, spend("rights:out", "kim", 4)) == "done"
        assert await held(own, wallet("kim"), debt("kim")) == [5, 0]
        for statement in (
            "UPDATE ledger_entries SET amount = 1",
            "DELETE FROM ledger_transfers",
            "DELETE FROM wallets",
        ):
            with pytest.raises(DatabaseError) as denied:
                await own.write(ask(statement))
            assert denied.value.code in {1142, 1143}
    finally:
        await own.close()
