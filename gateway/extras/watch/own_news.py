"""News of an account, for it alone: of its characters, clans, deliveries, payments and prizes, and of other extras."""

import time
from collections.abc import Iterator
from typing import Final

import msgspec
from msgspec import Struct

from gateway.concurrency.durations import DAY
from gateway.database.database import Database
from gateway.database.installation import nouns_without_tables, site_days
from gateway.database.queries import query
from gateway.extras.watch.star_news import PAST_DAYS, NewsRow, NewsValues, StarNews, siege_ahead
from gateway.extras.watch.stars import StarKind
from gateway.extras.watch.subjects import SubjectId
from gateway.extras.world.handlers import World
from gateway.registration.account_news import AccountNews, AccountNewsItem

_OPEN_DAYS: Final = 60
"""A donation or a delivery that is older at its end is left out."""
_ROWS: Final = 200
_OWN_KINDS: Final = {
    "character": {"milestone", "hero", "world_first"},
    "clan": {"siege_ended", "castle_taken"},
}


class OwnDelivery(Struct, frozen=True):
    id: int
    character_name: str
    amount: int
    status: str
    at: int


class OwnPayment(Struct, frozen=True):
    id: str
    total_coins: int
    amount: int
    currency: str
    state: str
    at: int


class OwnPrize(Struct, frozen=True):
    """`titles`: JSON, or None."""

    competition_id: int
    title: str
    titles: str | None
    place: int
    coins: int
    outcome: str
    at: int


class CompetitionResult(Struct, frozen=True):
    """`titles` and `body`: JSON."""

    id: int
    title: str
    titles: str | None
    entrants: str
    last_day: int
    body: str


class _Board(Struct, frozen=True):
    """The part of a board that says the places: each row begins with the id of a character or a clan."""

    is_final: bool
    rows: list[list[int | str | None]]


_BOARD: Final = msgspec.json.Decoder(_Board)
_FINAL_AFTER: Final = DAY
"""A result is provisional so long after the last day."""
DELIVERIES: Final = query("watch.deliveries", OwnDelivery)
PAYMENTS: Final = query("watch.payments", OwnPayment)
PRIZES: Final = query("watch.prizes", OwnPrize)
RESULTS: Final = query("watch.results", CompetitionResult)


class OwnNews:
    """`rows` raises DatabaseUnavailable."""

    def __init__(self, site: Database, world: World, star_news: StarNews, account_news: AccountNews) -> None:
        self._site, self._world = site, world
        self._star_news, self._account_news = star_news, account_news

    async def rows(self, login: str, subjects: list[SubjectId]) -> list[NewsRow]:
        """`subjects`: the account's characters and their clans."""
        now = int(time.time())
        since = now - PAST_DAYS * DAY
        args = {"login": login, "since": since, "created_after": since - _OPEN_DAYS * DAY, "limit": _ROWS}
        return [
            *[
                row
                for row in await self._star_news.rows(subjects)
                if row.subject and row.kind in _OWN_KINDS[row.subject[0]]
            ],
            *self._sieges_ahead({number for kind, number in subjects if kind == "clan"}, now),
            *map(_delivery, await self._site.read(DELIVERIES, **args)),
            *map(_payment, await self._site.read(PAYMENTS, **args)),
            *[_own_row(item) for read in self._account_news.all() for item in await read(login, since)],
            *await self._competitions(login, set(subjects), since, now),
        ]

    def _sieges_ahead(self, clan_ids: set[int], now: int) -> list[NewsRow]:
        """Returns the sieges of the next day for which the clans are registered."""
        state = self._world.state
        if state is None or not clan_ids:
            return []
        reading = state.reading
        clans = {row.castle_id: row.clan_id for row in reading.registrations if row.clan_id in clan_ids}
        return [
            siege_ahead(("clan", clans[castle.castle_id]), castle.castle_id, castle.siege_at)
            for castle in reading.castles
            if castle.castle_id in clans and castle.siege_at and now < castle.siege_at <= now + DAY
        ]

    async def _competitions(self, login: str, subjects: set[SubjectId], since: int, now: int) -> list[NewsRow]:
        """Returns prizes, and final results with places of the account."""
        if await nouns_without_tables(self._site, ["competitions"]):
            return []
        days = await site_days(self._site, self._world.zone)
        last_days = {"first": days.day_of(since), "last": days.day_of(now)}
        rows = [*map(_prize, await self._site.read(PRIZES, login=login, since=since))]
        for result in await self._site.read(RESULTS, **last_days):
            final_at = int(days.start_of(result.last_day + 1)) + _FINAL_AFTER
            if since <= final_at <= now:
                rows += _places(result, subjects, final_at)
        return rows


def _own_row(item: AccountNewsItem) -> NewsRow:
    values = NewsValues(id=item.id, title=item.title, address=item.address)
    return NewsRow(subject=None, kind=item.kind, at=item.at, public_at=item.at, values=values)


def _delivery(row: OwnDelivery) -> NewsRow:
    state = "delivered" if row.status == "delivered" else "refused"
    values = NewsValues(id=str(row.id), state=state, character=row.character_name, coins=row.amount)
    return NewsRow(subject=None, kind="delivery", at=row.at, public_at=row.at, values=values)


def _payment(row: OwnPayment) -> NewsRow:
    values = NewsValues(id=row.id, state=row.state, coins=row.total_coins, amount=row.amount, currency=row.currency)
    return NewsRow(subject=None, kind="payment", at=row.at, public_at=row.at, values=values)


def _places(result: CompetitionResult, subjects: set[SubjectId], at: int) -> Iterator[NewsRow]:
    board, titles = _BOARD.decode(result.body), _titles(result.titles)
    kind: StarKind = "clan" if result.entrants == "clans" else "character"
    for place, (entrant_id, *_) in enumerate(board.rows if board.is_final else (), 1):
        subject = (kind, int(entrant_id or 0))
        if subject in subjects:
            values = NewsValues(id=str(result.id), title=result.title, titles=titles, place=place)
            yield NewsRow(subject=subject, kind="competition", at=at, public_at=at, values=values)


def _titles(text: str | None) -> dict[str, str]:
    return msgspec.json.decode(text, type=dict[str, str]) if text else {}


def _prize(row: OwnPrize) -> NewsRow:
    titles = _titles(row.titles)
    values = NewsValues(
        id=str(row.competition_id), title=row.title, titles=titles, place=row.place, coins=row.coins, state=row.outcome
    )
    return NewsRow(subject=None, kind="prize", at=row.at, public_at=row.at, values=values)
