"""Opening days in the site schema, and their changes by operators."""

from typing import Final, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import asdict

from gateway.concurrency.durations import DAY
from gateway.database.database import Database, Session
from gateway.database.queries import query
from gateway.features.operators import operator_log
from gateway.features.operators.site_controls import NoticeTexts, encode_texts
from gateway.texts import Refusal, text

SUBJECT: Final = "opening"
MAX_DAYS: Final = 366

Phase = Literal["none", "waiting", "expected", "open"]
"""`expected`: the hour is over, and the game has not answered yet. `none`: no opening day is set."""


class OpeningRefused(Refusal):
    """Nothing was changed."""


class Opening(Struct, frozen=True):
    """A row of `openings`."""

    id: int
    opens_at: int
    is_registration_open: int
    message: str
    texts: str | None
    sequence: int
    changed_at: int
    opened_at: int | None

    @property
    def translations(self) -> NoticeTexts:
        return msgspec.json.decode(self.texts, type=NoticeTexts) if self.texts else {}


class NewOpening(Struct, frozen=True, kw_only=True):
    """Values that an operator chooses."""

    opens_at: int
    is_registration_open: bool
    message: str
    translations: NoticeTexts

    @property
    def columns(self) -> dict[str, int | str | None]:
        return {
            "opens_at": self.opens_at,
            "is_registration_open": int(self.is_registration_open),
            "message": self.message,
            "texts": encode_texts(self.translations),
        }


NEWEST = query("opening.newest", Opening)
LOCK_NEWEST = query("opening.lock_newest", Opening)
ADD = query("opening.add", None)
CHANGE = query("opening.change", None)
REMOVE = query("opening.remove", None)
OPEN = query("opening.open", None)


def phase_of(opening: Opening | None, now: float) -> Phase:
    if opening is None:
        return "none"
    if opening.opened_at is not None:
        return "open"
    return "waiting" if now < opening.opens_at else "expected"


async def newest(site: Database) -> Opening | None:
    return await site.one(NEWEST)


async def put(session: Session, new: NewOpening, now: int) -> bool:
    """Announces an opening day, or changes the announced one. Returns False if it is the same.

    Raises OpeningRefused for an hour that is over or more than a year away, unless it is the announced one.
    """
    row = await session.one(LOCK_NEWEST)
    closed = row if row and row.opened_at is None else None
    if closed and _chosen(closed) == new.columns:
        return False
    if not closed or closed.opens_at != new.opens_at:
        if new.opens_at <= now:
            raise OpeningRefused(text("reasons.over"))
        if new.opens_at > now + MAX_DAYS * DAY:
            raise OpeningRefused(text("reasons.opening_far", days=MAX_DAYS))
    if closed:
        await session.write(CHANGE, id=closed.id, **new.columns, now=now)
    else:
        await session.write(ADD, **new.columns, now=now)
    await operator_log.record(session, SUBJECT, before=_chosen(closed) if closed else None, after=new.columns)
    return True


async def remove(session: Session) -> bool:
    """Takes the announced day away: the site is as without one. Returns False without one that is still to come."""
    row = await session.one(LOCK_NEWEST)
    if row is None or not await session.write(REMOVE, id=row.id):
        return False
    await operator_log.record(session, SUBJECT, before=_chosen(row))
    return True


async def mark_open(site: Database, opening: Opening, now: int) -> None:
    """Records that the game has answered; the first process that sees it is the one that counts."""
    await site.write(OPEN, id=opening.id, opens_at=opening.opens_at, now=now)


def _chosen(opening: Opening) -> dict[str, int | str | None]:
    values = asdict(opening)
    return {name: values[name] for name in ("opens_at", "is_registration_open", "message", "texts")}
