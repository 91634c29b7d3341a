"""The invariants detect a wallet that reads its balance, adds and writes it back."""

from collections.abc import AsyncGenerator

import pytest

from fixtures import site_schema
from gateway.database.database import Database, Session
from gateway.features.ledger import Entry, Insufficient, Transfer, account_names, check, house, post
from gateway.features.roulette.verification import all_rules
from gateway.tests.support.databases import Server, ask
from gateway.tests.support.ledger_workload import Journal, run_workload
from gateway.tests.support.wallet_invariants import assert_consistent, concurrent_debits, first_coins, one_key

BALANCE = ask("SELECT balance FROM wallets WHERE account = %(account)s", "account")
WRITE = ask(
    "INSERT INTO wallets (account, kind, owner, balance, created_at) "
    "VALUES (%(account)s, %(kind)s, %(owner)s, %(balance)s, %(now)s) ON DUPLICATE KEY UPDATE balance = %(balance)s",
    *("account", "kind", "owner", "balance", "now"),
)
ADD = ask(
    "INSERT INTO ledger_entries (transfer_id, line, account, amount) "
    "SELECT id, %(line)s, %(account)s, %(amount)s FROM ledger_transfers WHERE idempotency_key = %(key)s",
    *("line", "account", "amount", "key"),
)


@pytest.fixture(scope="module")
async def site(mariadb: Server) -> AsyncGenerator[Database]:
    async with site_schema.connect(await site_schema.create(mariadb)) as database:
        yield database


async def post_naively(session: Session, transfer: Transfer, now: int) -> bool:
    """Posts in a transaction under a unique key and refuses overdrafts, but reads balances without a lock."""
    entries = (Entry(house("a"), 1), Entry(house("b"), -1))
    if not await post(session, Transfer(transfer.key, transfer.kind, transfer.reference, entries), now):
        return False
    for line, entry in enumerate(transfer.entries, start=2):
        if not account_names.is_house(entry.account):
            await _move(session, entry, now)
        await session.write(ADD, line=line, account=entry.account, amount=entry.amount, key=transfer.key)
    return True


async def _move(session: Session, entry: Entry, now: int) -> None:
    row = await session.one(BALANCE, account=entry.account)
    balance = (row.value if row else 0) + entry.amount
    if balance < 0:
        raise Insufficient(entry.account)
    kind, owner = account_names.parts(entry.account)
    await session.write(WRITE, account=entry.account, kind=kind, owner=owner, balance=balance, now=now)


async def test_naive_wallet_without_concurrency_is_correct(site: Database) -> None:
    await one_key(site, post_naively, "naive-key")
    await assert_consistent(site)


async def test_naive_wallet_fails_the_invariants(site: Database) -> None:
    with pytest.raises(AssertionError):
        await first_coins(site, post_naively, "naive-first")
    with pytest.raises(AssertionError):
        await concurrent_debits(site, post_naively, "naive-debits")


async def test_naive_wallet_breaks_the_rules(site: Database) -> None:
    await run_workload(site, Journal().record, "naive", post_naively, limit=300)
    broken_rules = {rule.rule for rule in await check.broken_rules(site, all_rules())}
    assert "each balance is the sum of the account's entries" in broken_rules
