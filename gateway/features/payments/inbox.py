"""The inbox of notices: written before a notice is answered, and worked until each payment has been looked at."""

from typing import Final

from msgspec import Struct

from gateway.database.database import Database
from gateway.database.queries import query

OWN_SECONDS: Final = 15
"""For so long a notice is left to the process that took it; then it is anybody's."""
_MOST_ATTEMPTS: Final = 12
_LONGEST_PAUSE: Final = 3600
_KEPT_SECONDS: Final = 30 * 86400
_AT_ONCE: Final = 5000


class Leftover(Struct, frozen=True):
    payment_id: int
    attempts: int
    received_at: int


class Newest(Struct, frozen=True):
    id: int


NOTE = query("payments.note", None)
NEWEST = query("payments.newest_notice", Newest)
LEFTOVERS = query("payments.leftovers", Leftover)
ANSWER = query("payments.answer", None)
POSTPONE = query("payments.postpone", None)
GIVE_UP = query("payments.give_up", None)
PRUNE = query("payments.prune", None)


async def note(site: Database, notice: str, payment_id: int, now: int) -> None:
    """Keeps a notice, or counts it where it is known."""
    await site.write(NOTE, notice=notice, payment_id=payment_id, received_at=now, due_at=now + OWN_SECONDS)


async def newest(site: Database, payment_id: int) -> int:
    """The last notice so far: a fetch that begins now answers up to it."""
    found = await site.one(NEWEST, payment_id=payment_id)
    return found.id if found else 0


async def answered(site: Database, payment_id: int, upto: int) -> None:
    if upto:
        await site.write(ANSWER, payment_id=payment_id, upto=upto)


async def failed(site: Database, payment_id: int, attempts: int, now: int) -> None:
    """Later again, ever more rarely."""
    pause = min(_LONGEST_PAUSE, 5 * 2 ** min(attempts, 10))
    await site.write(POSTPONE, payment_id=payment_id, due_at=now + pause)


async def unknown(site: Database, payment_id: int, attempts: int, upto: int, now: int) -> None:
    """The provider knows no such payment: perhaps not yet, so it is asked some more times."""
    if attempts >= _MOST_ATTEMPTS:
        await site.write(GIVE_UP, payment_id=payment_id, upto=upto)
    else:
        await failed(site, payment_id, attempts, now)


async def leftovers(site: Database, now: int, limit: int) -> list[Leftover]:
    """Payments whose notices are due, the longest waiting first; each once, however many there are of it."""
    return await site.read(LEFTOVERS, now=now, limit=limit)


async def prune(site: Database, now: int) -> int:
    return await site.write(PRUNE, before=now - _KEPT_SECONDS, limit=_AT_ONCE)
