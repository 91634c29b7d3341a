"""One donation for a key, however often it is asked for, and at however many processes.

The donation's id is made from the account and the key, so that the table itself keeps a second one out. Whoever wrote
the row opens its checkout at the provider; whoever comes meanwhile waits for that, and takes it over only when nobody
can be at it any more. A checkout that was refused leaves the key free for another try.
"""

import asyncio
import time
import uuid
from typing import Final

from msgspec import Struct

from gateway.database.database import Database
from gateway.database.queries import query
from gateway.http.errors import PaymentProviderFailed
from gateway.http.idempotency import KeyReused, uuid_of

LOOK_SECONDS: Final = 0.1
"""Between two looks at a checkout that another request opens."""
SLACK_SECONDS: Final = 5
"""What opening a checkout may take besides the provider's own time."""


class Kept(Struct, frozen=True):
    """A donation as it was begun; `init_point` is None until its checkout is open. `amount` in centavos."""

    id: str
    character_id: int
    amount: int
    total_coins: int
    status: str
    created_at: int
    init_point: str | None


BEGUN = query("donations.begun", Kept)
CLAIM_OPENING = query("donations.claim_opening", None)


def donation_id(login: str, key: str | None) -> str:
    """The same for the same key of an account; without a key never the same."""
    if key is None:
        return str(uuid.uuid4())
    return uuid_of(f"donation:{login}:{key}")


async def known(site: Database, donation: str, character_id: int, amount: int) -> Kept | None:
    """What was begun under the id already. Raises KeyReused where that was something else."""
    found = await site.one(BEGUN, id=donation)
    if found and (found.character_id, found.amount) != (character_id, amount):
        raise KeyReused("Another donation was begun under this key.")
    return found


async def checkout(site: Database, first: Kept, provider_seconds: float) -> str | None:
    """Where the donation is paid, as soon as that is known; None: it is the caller's to open.

    Raises PaymentProviderFailed when whoever was at it could not.
    """
    found: Kept | None = first
    while found and found.init_point is None:
        if found.status == "failed" and found is not first:
            raise PaymentProviderFailed
        if await _is_mine(site, found, provider_seconds):
            return None
        await asyncio.sleep(LOOK_SECONDS)
        found = await site.one(BEGUN, id=first.id)
    if found is None:
        raise AssertionError(f"donation {first.id} was begun and is not there")
    return found.init_point


async def _is_mine(site: Database, found: Kept, provider_seconds: float) -> bool:
    """Takes the opening, where it failed before or whoever began it must have gone; that is one request's alone."""
    now = int(time.time())
    gone_before = now - int(provider_seconds) - SLACK_SECONDS
    if found.status != "failed" and found.created_at > gone_before:
        return False
    return await site.write(CLAIM_OPENING, id=found.id, now=now, before=gone_before) > 0
