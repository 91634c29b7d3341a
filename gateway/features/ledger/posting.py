"""Posting: writes transfers under unique keys and moves the wallets they touch, inside one transaction.

Every transfer sums to zero. Locks are always taken in the same order, so that two postings cannot deadlock: the row
that caused the transfer (donation or delivery), then all wallets that it touches sorted by name, both by the caller
(`lock_balances`), then `ledger_transfers`, then `ledger_entries`. So the transfers of a wallet are numbered in the
order in which they changed it.
"""

import time
from collections.abc import Awaitable, Callable, Sequence
from itertools import accumulate
from typing import Final, TypeVar

import msgspec
from msgspec import Struct

from gateway.database.database import Database, DuplicateKey, Session, retry
from gateway.database.queries import query
from gateway.features.ledger import account_names

MAX_AMOUNT: Final = 10**15
"""Coins of one entry at most; keeps every sum far below the end of a BIGINT."""
_KEY_MAX = 160
_KIND_MAX = 32
_REFERENCE_MAX = 64
_ENTRIES_MAX = 100
# A transaction that loses a lock is rolled back and repeated under the same key. If many transactions post one key that
# the wallet cannot pay, all but one lose in each round; so there are more attempts than the database client's default.
_ATTEMPTS: Final = 8

T = TypeVar("T")


class WalletBalance(Struct, frozen=True):
    account: str
    balance: int


ADD_TRANSFER = query("ledger.add_transfer", None)
ADD_ENTRIES = query("ledger.add_entries", None)
CREDIT = query("ledger.credit", None)
DEBIT = query("ledger.debit", None)
OPEN = query("ledger.open", None)
LOCK = query("ledger.lock", WalletBalance)
READ = query("ledger.balances", WalletBalance)


class Insufficient(Exception):  # noqa: N818 - names the state of the account
    """A player's account would fall below zero. The caller must roll the transaction back."""

    def __init__(self, account: str) -> None:
        super().__init__(f"insufficient balance on {account}")
        self.account = account


class Entry(Struct, frozen=True):
    """One line of a transfer: a positive amount is added to the account, a negative one taken from it."""

    account: str
    amount: int


class Transfer(Struct, frozen=True):
    """One movement of coins. `key` derives from its cause and is posted once; `reference` names the donation, delivery
    or spin. Raises ValueError unless the entries sum to zero."""

    key: str
    kind: str
    reference: str
    entries: tuple[Entry, ...]

    def __post_init__(self) -> None:
        for field, text, most in (
            ("key", self.key, _KEY_MAX),
            ("kind", self.kind, _KIND_MAX),
            ("reference", self.reference, _REFERENCE_MAX),
        ):
            if not (0 < len(text) <= most and text.isascii() and text.isprintable() and " " not in text):
                raise ValueError(f"{field} {text!r}: expected 1 to {most} characters of ASCII without spaces")
        _check(self.entries)


def _check(entries: tuple[Entry, ...]) -> None:
    if not 2 <= len(entries) <= _ENTRIES_MAX:
        raise ValueError(f"{len(entries)} entries: expected 2 to {_ENTRIES_MAX}")
    if len({entry.account for entry in entries}) < len(entries):
        raise ValueError("an account has more than one entry")
    for entry in entries:
        account_names.parts(entry.account)
        # `type` instead of `isinstance`: a bool is an int, and a Decimal or float would be rounded by the driver.
        if type(entry.amount) is not int or not 0 < abs(entry.amount) <= MAX_AMOUNT:
            raise ValueError(f"{entry.amount!r} on {entry.account}: expected a whole number of coins other than 0")
    if total := sum(entry.amount for entry in entries):
        raise ValueError(f"the entries sum to {total}, not to 0")


async def post(session: Session, transfer: Transfer, now: int) -> bool:
    """Posts one transfer in the caller's transaction. `now`: epoch seconds.

    Returns False if its key was posted before: nothing changes, and after the caller's commit the earlier transfer is
    durable (except for one between house accounts only). Raises Insufficient.
    """
    return await post_all(session, (transfer,), now)


async def post_all(session: Session, transfers: Sequence[Transfer], now: int) -> bool:
    """Posts transfers of one cause in their order. They are always posted together: all of them exist, or none.

    Returns False and raises Insufficient as `post` does.
    """
    for number, transfer in enumerate(transfers):
        if not await _begin(session, transfer, now):
            if number:
                raise AssertionError(f"{transfer.key} was posted apart from {transfers[0].key}")
            return False
    for account, amounts in _deltas_by_account(transfers):
        await _apply_delta(session, account, amounts, now)
    await _add_entries(session, transfers)
    return True


async def _begin(session: Session, transfer: Transfer, now: int) -> bool:
    """Inserts the transfer. The unique key decides: a second posting waits for the first commit, then fails.

    One INSERT … VALUES for each transfer: INSERT … SELECT would hold the auto-increment lock while it waits.
    """
    try:
        await session.write(
            ADD_TRANSFER, key=transfer.key, kind=transfer.kind, reference=transfer.reference, created_at=now
        )
    except DuplicateKey:
        await _force_log_flush(session, transfer, now)
        return False
    return True


async def _force_log_flush(session: Session, transfer: Transfer, now: int) -> None:
    """On a duplicate key, writes a no-op change so our commit cannot return before the original transfer is durable.

    The server releases the locks of a commit before its redo log is on disk. A transaction that then finds the key has
    written nothing, so its commit would not wait for the disk: it could report "posted before" for a transfer that a
    crash at that moment undoes. A change of its own lies later in the log, so its commit flushes the original as well.
    """
    for entry in transfer.entries:
        if not account_names.is_house(entry.account):
            if await session.write(CREDIT, account=entry.account, amount=1):
                await session.write(CREDIT, account=entry.account, amount=-1)
            else:
                await _open(session, entry.account, now)
            return


def _deltas_by_account(transfers: Sequence[Transfer]) -> list[tuple[str, list[int]]]:
    """Returns the amounts of each player account in posting order, sorted by account.

    House accounts are left out. They have no row, which every posting would lock: their balance is the sum of their
    entries.
    """
    deltas: dict[str, list[int]] = {}
    for transfer in transfers:
        for entry in transfer.entries:
            if not account_names.is_house(entry.account):
                deltas.setdefault(entry.account, []).append(entry.amount)
    return sorted(deltas.items())


async def _apply_delta(session: Session, account: str, amounts: list[int], now: int) -> None:
    """Applies all deltas in one UPDATE; fails if any prefix of them would make the balance negative."""
    required_balance = -min(accumulate(amounts))
    if required_balance > 0:
        if not await session.write(DEBIT, account=account, amount=sum(amounts), needed=required_balance):
            raise Insufficient(account)
        return
    if await session.write(CREDIT, account=account, amount=sum(amounts)):
        return
    # The account's first coins. The row is created with a balance of 0, or left as it is if another transaction has
    # just created it; the same CREDIT then adds the coins.
    await _open(session, account, now)
    if not await session.write(CREDIT, account=account, amount=sum(amounts)):
        raise AssertionError(f"{account} was created and is missing")


async def _add_entries(session: Session, transfers: Sequence[Transfer]) -> None:
    rows = [
        (transfer.key, line, entry.account, entry.amount)
        for transfer in transfers
        for line, entry in enumerate(transfer.entries)
    ]
    row_count = await session.write(ADD_ENTRIES, entries=msgspec.json.encode(rows).decode())
    if row_count != len(rows):
        raise AssertionError(f"{transfers[0].key}: {row_count} of {len(rows)} entries were written")


async def _open(session: Session, account: str, now: int) -> None:
    kind, owner = account_names.parts(account)
    await session.write(OPEN, account=account, kind=kind, owner=owner, created_at=now)


async def lock_balances(session: Session, accounts: Sequence[str]) -> dict[str, int]:
    """Returns the balances of players' accounts, locked until the end of the transaction; 0 for an unused account.

    A missing row cannot be locked, so it is created: otherwise two transactions that read "no debt" could both act on
    it. Raises ValueError for a house account, which has no row.
    """
    names = sorted(set(accounts))
    if any(account_names.is_house(account) for account in names):
        raise ValueError("a house account's balance is the sum of its entries and cannot be locked")
    if not names:
        return {}
    rows = await session.read(LOCK, accounts=names)
    if missing := set(names) - {row.account for row in rows}:
        for account in sorted(missing):
            await _open(session, account, int(time.time()))
        rows = await session.read(LOCK, accounts=names)
    return {row.account: row.balance for row in rows}


async def read_balances(site: Database, accounts: Sequence[str]) -> dict[str, int]:
    """Returns the balances of players' accounts as they are now, without locks; 0 for an unused account."""
    rows = await site.read(READ, accounts=list(accounts))
    return dict.fromkeys(accounts, 0) | {row.account: row.balance for row in rows}


async def run(site: Database, work: Callable[[Session], Awaitable[T]]) -> T:
    """Runs `work` in one transaction; one that loses a lock is rolled back and repeated from the start, same keys.

    A broken connection is not retried: the outcome of its commit is unknown. The caller may repeat the whole under the
    same key, which is then posted once.
    """

    async def attempt() -> T:
        async with site.transaction() as session:
            return await work(session)

    return await retry(attempt, attempts=_ATTEMPTS)
