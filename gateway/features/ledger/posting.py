"""Posting: a transfer that sums to nothing, written once for its key, and the wallets it moves, all in one transaction.

Locks are taken in one order everywhere, so that two posts never wait for each other in a circle: the row that caused it
(donation or delivery, by the caller), then `ledger_transfers`, then the wallets by their names, then `ledger_entries`.
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

MOST: Final = 10**15
"""Coins of one entry at most, which keeps every sum far from the end of a BIGINT."""
_KEY, _KIND, _REFERENCE, _LINES = 160, 32, 64, 100
# Whoever loses a lock rolls back and tries again under the same key. Many who post one key that none can afford all
# lose but one, each time; so there are more attempts than the door's own.
_ATTEMPTS: Final = 8

T = TypeVar("T")


class Balance(Struct, frozen=True):
    account: str
    balance: int


ADD_TRANSFER = query("ledger.add_transfer", None)
ADD_TWO_TRANSFERS = query("ledger.add_two_transfers", None)
ADD_ENTRIES = query("ledger.add_entries", None)
ADD_ENTRIES_OF_TWO = query("ledger.add_entries_of_two", None)
PUT = query("ledger.put", None)
TAKE = query("ledger.take", None)
OPEN = query("ledger.open", None)
LOCK = query("ledger.lock", Balance)


class Insufficient(Exception):  # noqa: N818 - it says what the account is
    """A player's account would fall below zero. The transaction it happened in is to be rolled back."""

    def __init__(self, account: str) -> None:
        super().__init__(f"{account} does not hold as much")
        self.account = account


class Entry(Struct, frozen=True):
    """What a transfer adds to an account, or takes from it."""

    account: str
    amount: int


class Transfer(Struct, frozen=True):
    """One movement of coins. `key` is made from what caused it and counts once; `reference` names the donation,
    delivery or spin. One whose entries do not sum to zero cannot be made: ValueError."""

    key: str
    kind: str
    reference: str
    entries: tuple[Entry, ...]

    def __post_init__(self) -> None:
        for what, text, most in (
            ("key", self.key, _KEY),
            ("kind", self.kind, _KIND),
            ("reference", self.reference, _REFERENCE),
        ):
            if not (0 < len(text) <= most and text.isascii() and text.isprintable() and " " not in text):
                raise ValueError(f"{what} {text!r}: expected 1 to {most} characters of ASCII without spaces")
        _check(self.entries)


def _check(entries: tuple[Entry, ...]) -> None:
    if not 2 <= len(entries) <= _LINES:
        raise ValueError(f"{len(entries)} entries: expected 2 to {_LINES}")
    if len({entry.account for entry in entries}) < len(entries):
        raise ValueError("an account stands in more than one entry")
    for entry in entries:
        account_names.parts(entry.account)
        # `type` and not `isinstance`: a bool is an int, and a Decimal or float would be rounded on its way.
        if type(entry.amount) is not int or not 0 < abs(entry.amount) <= MOST:
            raise ValueError(f"{entry.amount!r} on {entry.account}: expected a whole number of coins, and not 0")
    if total := sum(entry.amount for entry in entries):
        raise ValueError(f"the entries sum to {total}, not to 0")


async def post(session: Session, transfer: Transfer, now: int) -> bool:
    """Writes the transfer inside the caller's transaction and moves the wallets. `now`: epoch seconds.

    False: its key has been posted before, and nothing was done; once the caller has committed, that is as lasting as if
    it had been (but for a transfer of the house's with itself). Raises Insufficient.
    """
    return await post_together(session, (transfer,), now)


async def post_together(session: Session, transfers: Sequence[Transfer], now: int) -> bool:
    """Transfers of one cause, moved in their order, which are always posted in one transaction: all or none are there.

    False and Insufficient as `post` has them.
    """
    two = len(transfers) == 2 and all(len(transfer.entries) == 2 for transfer in transfers)
    at_once = two and await _begin_two(session, transfers, now)
    if not at_once and not await _begin_all(session, transfers, now):
        return False
    for account, amounts in _moves(transfers):
        await _move(session, account, amounts, now)
    written = await (_add_entries_of_two if at_once else _add_entries)(session, transfers)
    lines = sum(len(transfer.entries) for transfer in transfers)
    if written != lines:
        raise AssertionError(f"{transfers[0].key}: {written} of {lines} entries were written")
    return True


async def _begin_two(session: Session, transfers: Sequence[Transfer], now: int) -> bool:
    """False: neither was written, since one of them is there already."""
    first, second = transfers
    try:
        await session.write(
            ADD_TWO_TRANSFERS,
            key=first.key,
            kind=first.kind,
            reference=first.reference,
            second_key=second.key,
            second_kind=second.kind,
            second_reference=second.reference,
            created_at=now,
        )
    except DuplicateKey:
        return False
    return True


async def _begin_all(session: Session, transfers: Sequence[Transfer], now: int) -> bool:
    for number, transfer in enumerate(transfers):
        if not await _begin(session, transfer, now):
            if number:
                raise AssertionError(f"{transfer.key} was posted apart from {transfers[0].key}")
            return False
    return True


async def _begin(session: Session, transfer: Transfer, now: int) -> bool:
    """The unique key decides who posts: a second one waits here for the first to commit, and then finds it there.

    One statement each: rows inserted by a SELECT would keep every other post from taking a number while one waits.
    """
    try:
        await session.write(
            ADD_TRANSFER, key=transfer.key, kind=transfer.kind, reference=transfer.reference, created_at=now
        )
    except DuplicateKey:
        await _outlive(session, transfer, now)
        return False
    return True


async def _outlive(session: Session, transfer: Transfer, now: int) -> None:
    """Makes the commit of who finds a key posted wait for the disk.

    The server lets go of the locks of a commit before it has written it down. Somebody who then finds the key there has
    written nothing himself, so his commit waits for nothing: he would say "done before" of a transfer that a crash in
    that moment takes back. With a change of his own, which comes later in the log, his commit brings the earlier along.
    """
    for entry in transfer.entries:
        if not account_names.is_house(entry.account):
            if await session.write(PUT, account=entry.account, amount=1):
                await session.write(PUT, account=entry.account, amount=-1)
            else:
                await _open(session, entry.account, now)
            return


def _moves(transfers: Sequence[Transfer]) -> list[tuple[str, list[int]]]:
    """Of each player's account, by name: what is added to it or taken, one after the other."""
    moves: dict[str, list[int]] = {}
    for transfer in transfers:
        for entry in transfer.entries:
            # A house account is the sum of its entries: a row of its own would be changed by everybody at once.
            if not account_names.is_house(entry.account):
                moves.setdefault(entry.account, []).append(entry.amount)
    return sorted(moves.items())


async def _move(session: Session, account: str, amounts: list[int], now: int) -> None:
    """In one step, for which there has to be as much as each of them needs in its turn."""
    needed = -min(accumulate(amounts))
    if needed > 0:
        if not await session.write(TAKE, account=account, amount=sum(amounts), needed=needed):
            raise Insufficient(account)
        return
    if await session.write(PUT, account=account, amount=sum(amounts)):
        return
    # The account's first coins. Whoever makes the row makes it with nothing in it, and leaves one that was made in the
    # meantime as it is; the coins are added by the same statement as ever.
    await _open(session, account, now)
    if not await session.write(PUT, account=account, amount=sum(amounts)):
        raise AssertionError(f"{account} was made and is not there")


async def _add_entries(session: Session, transfers: Sequence[Transfer]) -> int:
    lines = [
        (transfer.key, line, entry.account, entry.amount)
        for transfer in transfers
        for line, entry in enumerate(transfer.entries)
    ]
    return await session.write(ADD_ENTRIES, entries=msgspec.json.encode(lines).decode())


async def _add_entries_of_two(session: Session, transfers: Sequence[Transfer]) -> int:
    (one, other), (second_one, second_other) = (transfer.entries for transfer in transfers)
    return await session.write(
        ADD_ENTRIES_OF_TWO,
        account=one.account,
        amount=one.amount,
        other=other.account,
        other_amount=other.amount,
        second_account=second_one.account,
        second_amount=second_one.amount,
        second_other=second_other.account,
        second_other_amount=second_other.amount,
    )


async def _open(session: Session, account: str, now: int) -> None:
    kind, owner = account_names.parts(account)
    await session.write(OPEN, account=account, kind=kind, owner=owner, created_at=now)


async def balances(session: Session, accounts: Sequence[str]) -> dict[str, int]:
    """What players' accounts hold, locked until the end of the transaction; 0 for one that was never used.

    What is not there cannot be locked, so such an account is made here: else two who read "no debt" could both act on
    it. Raises ValueError for a house account, which has no row to lock.
    """
    wanted = sorted(set(accounts))
    if any(account_names.is_house(account) for account in wanted):
        raise ValueError("a house account's balance is the sum of its entries and cannot be locked")
    if not wanted:
        return {}
    found = await session.read(LOCK, accounts=wanted)
    if missing := set(wanted) - {row.account for row in found}:
        for account in sorted(missing):
            await _open(session, account, int(time.time()))
        found = await session.read(LOCK, accounts=wanted)
    return {row.account: row.balance for row in found}


async def run(site: Database, work: Callable[[Session], Awaitable[T]]) -> T:
    """One transaction; what loses a lock is rolled back and done again from the start, with the same keys.

    A connection that breaks is not: nobody knows whether the commit arrived. The caller may repeat the whole under the
    same key, which is then posted once.
    """

    async def attempt() -> T:
        async with site.transaction() as session:
            return await work(session)

    return await retry(attempt, attempts=_ATTEMPTS)
