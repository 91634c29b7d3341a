"""Votes in the site schema. A vote and its coins are one transaction."""

import hashlib
from contextlib import suppress
from typing import Final, Literal

from msgspec import Struct

from gateway.concurrency.durations import HOUR
from gateway.database.database import Database, DuplicateKey, Session
from gateway.database.queries import query
from gateway.features.ledger import rewards
from gateway.features.ledger.posting import run

Outcome = Literal[
    "credited",
    "repeated",
    "not_voted",
    "unreadable",
    "timeout",
    "failed",
    "unknown_voter",
    "wrong_key",
    "wrong_source",
]
KIND: Final = "vote"
HOUSE: Final = "votes"
_CLOCK_STEP: Final = 300
"""Seconds by which a vote may come before the end of the window: the clocks of sites differ."""


class Value(Struct, frozen=True):
    value: int


class VoteAccount(Struct, frozen=True):
    account: str


class LatestVote(Struct, frozen=True):
    site: str
    voted_at: int
    credited_at: int


class Receipt(Struct, frozen=True):
    """A vote that was credited; `at` in seconds since 1970."""

    id: int
    site: str
    at: int
    coins: int


class Vote(Struct, frozen=True, kw_only=True):
    """`voter`: hash of the address, None if the site was not asked by it. `answer`: as the site sent it."""

    site: str
    hours: int
    account: str
    voted_at: int
    coins: int
    answer: bytes
    voter: str | None = None


NUMBER: Final = query("votes.number", Value)
ADD_NUMBER: Final = query("votes.add_number", None)
ACCOUNT: Final = query("votes.account", VoteAccount)
LATEST: Final = query("votes.latest", LatestVote)
REPEATS: Final = query("votes.repeats", Value)
ADD: Final = query("votes.add", None)
ADDED_ID: Final = query("votes.last_id", Value)
RECEIPTS: Final = query("votes.receipts", Receipt)
COUNT_ANSWER: Final = query("votes.count_answer", None)


async def number_of(site: Database, account: str) -> int:
    """Returns the account's number, which the first call assigns."""
    row = await site.one(NUMBER, account=account)
    if row is None:
        with suppress(DuplicateKey):
            await site.write(ADD_NUMBER, account=account)
        row = await site.one(NUMBER, account=account)
    assert row
    return row.value


async def credit(site: Database, vote: Vote, now: int) -> bool:
    """Credits a vote. Returns False if the account or the address has one in the site's window; nothing changes."""
    try:
        return await run(site, lambda session: _credit(session, vote, now))
    except DuplicateKey:
        return False


async def _credit(session: Session, vote: Vote, now: int) -> bool:
    await rewards.lock_player(session, vote.account)
    seconds = vote.hours * HOUR
    since = vote.voted_at - seconds + _CLOCK_STEP
    repeats = await session.one(REPEATS, site=vote.site, account=vote.account, voter=vote.voter, since=since)
    if repeats and repeats.value:
        return False
    await session.write(
        ADD,
        site=vote.site,
        account=vote.account,
        period=vote.voted_at // seconds,
        voted_at=vote.voted_at,
        credited_at=now,
        coins=vote.coins,
        voter=vote.voter,
        answer_hash=hashlib.sha256(vote.answer).hexdigest(),
    )
    row = await session.one(ADDED_ID)
    assert row
    await rewards.credit(session, KIND, f"vote:{row.value}", HOUSE, vote.account, vote.coins, now)
    return True


async def count_answer(site: Database, name: str, outcome: Outcome, now: int, ms: int | None = None) -> None:
    hour = now // HOUR
    await site.write(COUNT_ANSWER, site=name, slot=hour % 24, outcome=outcome, hour=hour, at=now, ms=ms)
