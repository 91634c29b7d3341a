"""Tests of postings: each key once, never below zero, all or nothing, also under concurrency."""

import asyncio
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import msgspec
import pytest

from fixtures.site_schema import NOW, credit, post_transfer, spend
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
    post_all,
    run,
    wallet,
)
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.databases import ask
from gateway.tests.support.wait_until import until_transactions
from gateway.tests.support.wallet_invariants import INVARIANTS

pytestmark = pytest.mark.database

COUNTS = ask("SELECT CONCAT((SELECT COUNT(*) FROM ledger_transfers), ' ', (SELECT COUNT(*) FROM ledger_entries))")
LINES = ask(
    "SELECT CONCAT_WS(' ', idempotency_key, kind, reference, created_at, line, account, amount) FROM ledger_transfers "
    "JOIN ledger_entries ON transfer_id = id WHERE idempotency_key LIKE %(key)s ORDER BY id, line",
    "key",
)
LOCK_WAITS = ask("SELECT COUNT(*) FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'")


async def balances(site: Database, *accounts: str) -> list[int]:
    async with site.transaction() as session:
        locked_balances = await lock_balances(session, accounts)
    return [locked_balances[account] for account in accounts]


async def row_counts(site: Database) -> object:
    row = await site.one(COUNTS)
    return row and row.value


async def lines(site: Database, key: str) -> list[str]:
    return [row.value for row in await site.read(LINES, key=key)]


async def fund(site: Database, login: str, coins: int) -> str:
    assert await post_transfer(site, post, credit(f"{login}:fund", login, coins)) == "done"
    return login


def pair(login: str, cost: int, prize: int, name: str = "") -> list[Transfer]:
    key = f"{login}:pair{name}"
    return [spend(f"{key}:cost", login, cost), credit(f"{key}:prize", login, prize)]


async def post_all_of(site: Database, transfers: list[Transfer]) -> bool:
    return await run(site, lambda session: post_all(session, transfers, NOW))


async def test_post_moves_wallets_and_writes_entries(site: Database) -> None:
    entries = (Entry(wallet("ann"), 30), Entry(wallet("bob"), 12), Entry(house("donations"), -42))
    assert await post_transfer(site, post, Transfer("ann:in", "credit", "d-1", entries)) == "done"
    assert await balances(site, wallet("ann"), wallet("bob"), wallet("unknown")) == [30, 12, 0]
    head = f"ann:in credit d-1 {NOW}"
    assert await lines(site, "ann:in") == [
        f"{head} 0 wallet:ann 30",
        f"{head} 1 wallet:bob 12",
        f"{head} 2 house:donations -42",
    ]
    assert await site.read(ask("SELECT account FROM wallets WHERE kind = 'house'")) == []
    with pytest.raises(ValueError, match="house account"):
        await balances(site, house("donations"))


async def test_post_with_a_used_key_changes_nothing(site: Database) -> None:
    await fund(site, "carol", 5)
    previous_counts = await row_counts(site)
    for transfer in (credit("carol:fund", "carol", 5), credit("carol:fund", "carol", 7), spend("carol:fund", "x", 9)):
        assert await post_transfer(site, post, transfer) == "repeated"
    assert await balances(site, wallet("carol")) == [5]
    assert await row_counts(site) == previous_counts
    assert await post_transfer(site, post, credit("carol:FUND", "carol", 1)) == "done", "case makes another key"


async def test_post_above_the_balance_is_refused(site: Database) -> None:
    await fund(site, "dora", 5)
    previous_counts = await row_counts(site)
    for login in ("dora", "never-seen"):
        with pytest.raises(Insufficient) as error:
            await run(site, lambda session, login=login: post(session, spend("too-much", login, 6), NOW))
        assert error.value.account == wallet(login)
    assert await balances(site, wallet("dora")) == [5]
    assert await row_counts(site) == previous_counts
    assert await post_transfer(site, post, spend("too-much", "dora", 5)) == "done", "a refused key may be used"
    assert await balances(site, wallet("dora")) == [0]


@pytest.mark.parametrize("name", [hold, debt])
async def test_post_below_zero_is_refused_for_hold_and_debt(site: Database, name: Callable[[str], str]) -> None:
    transfer = Transfer("below", "release", "d", (Entry(name("eve"), -1), Entry(wallet("eve"), 1)))
    with pytest.raises(Insufficient) as error:
        await run(site, lambda session: post(session, transfer, NOW))
    assert error.value.account == name("eve")
    assert await balances(site, wallet("eve"), name("eve")) == [0, 0]


async def test_insufficient_balance_rolls_back_the_transaction(site: Database) -> None:
    async def post_two(session: Session) -> None:
        await post(session, credit("half:1", "finn", 5), NOW)
        assert await lock_balances(session, [wallet("finn")]) == {wallet("finn"): 5}
        await post(session, spend("half:2", "finn", 6), NOW)

    previous_counts = await row_counts(site)
    with pytest.raises(Insufficient):
        await run(site, post_two)
    assert await row_counts(site) == previous_counts
    assert await balances(site, wallet("finn")) == [0]


async def test_repeated_key_keeps_the_rest_of_the_transaction(site: Database) -> None:
    await fund(site, "gwen", 5)

    async def post_two(session: Session) -> list[bool]:
        return [await post(session, credit(key, "gwen", 5), NOW) for key in ("gwen:fund", "gwen:more")]

    assert await run(site, post_two) == [False, True]
    assert await balances(site, wallet("gwen")) == [10]


@pytest.mark.parametrize("invariant", INVARIANTS, ids=lambda invariant: invariant.__name__)
async def test_concurrent_postings_keep_the_invariant(site: Database, invariant: Callable[..., Any]) -> None:
    await invariant(site, post, invariant.__name__)


async def test_run_retries_after_a_deadlock(site: Database) -> None:
    """Two transactions lock each other's wallet: the server ends one, and its retry succeeds."""
    for login in ("hal", "ida"):
        await fund(site, login, 10)
    barrier, attempts = asyncio.Barrier(2), list[str]()

    async def spend_crosswise(session: Session, locked_login: str, spent_login: str) -> bool:
        is_first_attempt = locked_login not in attempts
        attempts.append(locked_login)
        await lock_balances(session, [wallet(locked_login)])
        if is_first_attempt:
            await barrier.wait()
        return await post(session, spend(f"{locked_login}:cross", spent_login, 3), NOW)

    logins = (("hal", "ida"), ("ida", "hal"))
    runs = (run(site, lambda session, two=two: spend_crosswise(session, *two)) for two in logins)
    results = await asyncio.gather(*runs)
    assert results == [True, True]
    assert len(attempts) == 3, "one transaction is repeated"
    assert await balances(site, wallet("hal"), wallet("ida")) == [7, 7]


async def test_lock_balances_blocks_concurrent_postings(site: Database) -> None:
    """Also for an account without a row: a posting cannot create it while the transaction relies on a balance of 0."""
    async with site.transaction() as session:
        assert await lock_balances(session, [debt("jan"), wallet("jan")]) == {debt("jan"): 0, wallet("jan"): 0}
        posting = asyncio.create_task(post_transfer(site, post, credit("jan:in", "jan", 8)))

        async def is_waiting() -> bool:
            row = await site.one(LOCK_WAITS)
            return row is not None and row.value > 0

        await until_transactions(is_waiting)
        assert not posting.done()
        assert await lock_balances(session, [wallet("jan")]) == {wallet("jan"): 0}
    assert await posting == "done"
    assert await balances(site, wallet("jan")) == [8]
    assert await balances(site) == []


@pytest.mark.parametrize("extra", [(), (spend("leo:extra", "leo", 2),)], ids=["two", "three"])
async def test_post_all_repeated_changes_nothing(site: Database, extra: tuple[Transfer, ...]) -> None:
    login = await fund(site, f"leo{len(extra)}", 100)
    transfers = [*pair(login, 10, 3), *extra]
    if extra:
        await fund(site, "leo", 2)
    assert await post_all_of(site, transfers)
    assert await balances(site, wallet(login)) == [93]
    entries = await lines(site, f"{login}:pair%")
    assert [line.split()[0:6:5] for line in entries] == [
        [f"{login}:pair:cost", f"wallet:{login}"],
        [f"{login}:pair:cost", "house:wheel"],
        [f"{login}:pair:prize", f"wallet:{login}"],
        [f"{login}:pair:prize", "house:donations"],
    ]
    assert not await post_all_of(site, transfers)
    assert await balances(site, wallet(login), wallet("leo")) == [93, 0]
    assert await lines(site, f"{login}:pair%") == entries


async def test_post_all_of_separately_posted_transfers_raises(site: Database) -> None:
    cost, prize = pair("mia", 10, 30)
    assert await post_transfer(site, post, prize) == "done"
    with pytest.raises(AssertionError, match="mia:pair:prize was posted apart from mia:pair:cost"):
        await post_all_of(site, [cost, prize])
    assert await balances(site, wallet("mia")) == [30]


@pytest.mark.parametrize(("coins", "prize", "new_balance"), [(9, 50, None), (10, 50, 50), (11, 10, 11), (12, 3, 5)])
async def test_post_all_later_credit_does_not_pay_an_earlier_debit(
    site: Database, coins: int, prize: int, new_balance: int | None
) -> None:
    login = await fund(site, f"ned{coins}", coins)
    if new_balance is None:
        with pytest.raises(Insufficient):
            await post_all_of(site, pair(login, 10, prize))
        assert await lines(site, f"{login}:pair%") == []
    else:
        assert await post_all_of(site, pair(login, 10, prize))
    assert await balances(site, wallet(login)) == [coins if new_balance is None else new_balance]


async def test_post_all_first_credit_pays_the_second_transfer(site: Database) -> None:
    cost, prize = pair("newcomer", 10, 30)
    assert await post_all_of(site, [prize, cost])
    assert await balances(site, wallet("newcomer")) == [20]


async def test_concurrent_post_all_keeps_entries_apart(site: Database) -> None:
    logins = [await fund(site, login, 1000) for login in ("pia", "quin", "rob")]
    pairs = [pair(logins[number % 3], 10, 7, str(number)) for number in range(60)]
    assert all(await asyncio.gather(*(post_all_of(site, transfers) for transfers in pairs)))
    assert await balances(site, *map(wallet, logins)) == [940] * 3
    assert [len(await lines(site, f"{login}:pair%")) for login in logins] == [80] * 3


INVALID_ENTRIES = {
    "none": (),
    "one": (Entry("wallet:a", 1),),
    "sum": (Entry("wallet:a", 2), Entry("house:donations", -1)),
    "zero": (Entry("wallet:a", 0), Entry("house:donations", 0)),
    "account twice": (Entry("wallet:a", 2), Entry("wallet:a", -1), Entry("house:wheel", -1)),
    "bool": (Entry("wallet:a", True), Entry("house:donations", -1)),
    "float": (Entry("wallet:a", 1.0), Entry("house:donations", -1)),  # pyright: ignore[reportArgumentType]
    "Decimal": (Entry("wallet:a", Decimal(1)), Entry("house:donations", -1)),  # pyright: ignore[reportArgumentType]
    "amount": (Entry("wallet:a", 10**16), Entry("house:donations", -(10**16))),
    "too many": (*(Entry(f"wallet:a{n}", 1) for n in range(100)), Entry("house:donations", -100)),
    "no kind": (Entry("a", 1), Entry("house:donations", -1)),
    "unknown kind": (Entry("other:a", 1), Entry("house:donations", -1)),
    "upper case": (Entry("wallet:Ann", 1), Entry("house:donations", -1)),
}


@pytest.mark.parametrize("entries", INVALID_ENTRIES.values(), ids=INVALID_ENTRIES.keys())
def test_transfer_with_invalid_entries_raises(entries: tuple[Entry, ...]) -> None:
    with pytest.raises(ValueError, match=r"entr|account|coins|login|sum"):
        Transfer("key", "credit", "r", entries)
    with pytest.raises(ValueError, match=r"entr|account|coins|login|sum"):
        msgspec.structs.replace(credit("key", "a", 1), entries=entries)


INVALID_KEYS = ("", "k" * 161, "ké", "k ", "k\n")


@pytest.mark.parametrize(
    ("key", "kind", "reference"),
    [
        *((key, "credit", "r") for key in INVALID_KEYS),
        *(("k", kind, "r") for kind in ("", "c" * 33)),
        *(("k", "credit", reference) for reference in ("", "r" * 65)),
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
    for invalid in ("", "wallet", "wallet:", "house:", "house:A", "house:x y", "other:a"):
        with pytest.raises(ValueError, match=r"account|login"):
            account_names.parts(invalid)


@pytest.mark.parametrize("family", ["mobius", "acis", "lucera"])
async def test_service_user_can_post_and_not_change_entries(world: WorldFactory, family: str) -> None:
    dsn = world(family, characters=60, seed=43).environment["GATEWAY_DATABASE_SITE_DSN"]
    service = Database("site", parse_dsn(dsn), Limits())
    transfers = [*[credit("rights:in", "kim", 9)] * 2, spend("rights:over", "kim", 10), spend("rights:out", "kim", 4)]
    try:
        outcomes = [await post_transfer(service, post, transfer) for transfer in transfers]
        assert outcomes == ["done", "repeated", "insufficient", "done"]
        assert await balances(service, wallet("kim"), debt("kim")) == [5, 0]
        for statement in (
            "UPDATE ledger_entries SET amount = 1",
            "DELETE FROM ledger_transfers",
            "DELETE FROM wallets",
        ):
            with pytest.raises(DatabaseError) as error:
                await service.write(ask(statement))
            assert error.value.code in {1142, 1143}
    finally:
        await service.close()
