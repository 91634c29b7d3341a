"""POST /api/player/codes: a code's coins go from `house:promotions` into the wallet, once per campaign and account.

One transaction: the count of the campaign, whose row it locks; the redemption, which is unique by campaign and account,
and by gift code; and the transfer under the key `code:<redemption>`.
"""

import math
import time
from datetime import datetime
from typing import Annotated, Final

from litestar.params import JSONBody
from msgspec import Meta, Struct

from gateway.concurrency.durations import HOUR
from gateway.config.settings import Settings
from gateway.database.database import Database, DuplicateKey, Session
from gateway.database.queries import query
from gateway.database.times import to_datetime
from gateway.extras.codes.campaigns import LAST_ID
from gateway.extras.codes.rules import Kind, hash_of
from gateway.features.accounts import Caller
from gateway.features.accounts.limits import HttpRequest
from gateway.features.ledger.posting import run
from gateway.features.ledger.rewards import credit
from gateway.http.errors import AccountFrozen, Problem, SiteUnavailable, TooManyRequests, ValidationFailed
from gateway.http.rate_limit import Clients
from gateway.http.rate_limit_shared import Limit, Limiter
from gateway.http.routes import post as post_route
from gateway.registration.feature import Feature

KIND: Final = "code"
PROMOTIONS: Final = "promotions"
_CODE_MAX: Final = 64


class CodeForm(Struct, forbid_unknown_fields=True):
    code: Annotated[str, Meta(max_length=_CODE_MAX)] = ""


class RedeemedCode(Struct, frozen=True):
    """`sendable_from`: when the coins can be sent into the game; null: now. `is_repeated`: the account had
    redeemed this code before, and these are the facts of that time."""

    coins: int
    redeemed_at: datetime
    sendable_from: datetime | None
    is_repeated: bool


class CodeRefused(Problem):
    """The one answer for every code without coins for this account: it reveals nothing to guesses."""

    status = 409
    error = "code_refused"


class StoredCode(Struct, frozen=True):
    id: int
    campaign_id: int
    kind: Kind
    coins: int

    @property
    def gift_code_id(self) -> int | None:
        return self.id if self.kind == "gift" else None


class StoredRedemption(Struct, frozen=True):
    gift_code_id: int | None
    redeemed_at: int


FIND: Final = query("codes.find", StoredCode)
TAKE: Final = query("codes.take", None)
ADD_REDEMPTION: Final = query("codes.add_redemption", None)
REDEMPTION: Final = query("codes.redemption", StoredRedemption)


async def redeem(site: Database, login: str, text: str, now: int, hold_hours: int = 0) -> RedeemedCode:
    """Credits a code's coins; the same code again changes nothing and returns the first result. Raises CodeRefused."""
    code = await site.one(FIND, hash=hash_of(text))
    if code is None:
        raise CodeRefused
    try:
        await run(site, lambda session: _redeem(session, code, login, now))
    except (DuplicateKey, CodeRefused):
        row = await site.one(REDEMPTION, campaign_id=code.campaign_id, account=login)
        if row is None or row.gift_code_id != code.gift_code_id:
            raise CodeRefused from None
        return _result(code, row.redeemed_at, now, hold_hours, is_repeated=True)
    return _result(code, now, now, hold_hours, is_repeated=False)


async def _redeem(session: Session, code: StoredCode, login: str, now: int) -> None:
    if not await session.write(TAKE, id=code.campaign_id, now=now):
        raise CodeRefused
    await session.write(
        ADD_REDEMPTION, campaign_id=code.campaign_id, account=login, gift_code_id=code.gift_code_id, redeemed_at=now
    )
    row = await session.one(LAST_ID)
    assert row
    await credit(session, KIND, f"code:{row.id}", PROMOTIONS, login, code.coins, now)


def _result(code: StoredCode, redeemed_at: int, now: int, hold_hours: int, *, is_repeated: bool) -> RedeemedCode:
    end = redeemed_at + hold_hours * HOUR
    sendable_from = to_datetime(end) if end > now else None
    return RedeemedCode(code.coins, to_datetime(redeemed_at), sendable_from, is_repeated)


def feature(settings: Settings, site: Database, limiter: Limiter, clients: Clients) -> Feature:
    def limits_of(request: HttpRequest, login: str) -> list[Limit]:
        limits, key = settings.limits, clients.key(request.scope)
        seconds, count = limits.failed_redemptions_seconds, limits.failed_redemptions_per_ip
        by_address = Limit(f"code-address:{key}", count * clients.allowance(request.scope), seconds)
        return [Limit(f"code:{login}", limits.failed_redemptions, seconds), *([by_address] if key else [])]

    @post_route("/api/player/codes", ValidationFailed, CodeRefused, TooManyRequests, AccountFrozen, SiteUnavailable)
    async def redeem_code(request: HttpRequest, caller: Caller, data: JSONBody[CodeForm]) -> RedeemedCode:
        """Redeem a code for coins, once per campaign."""
        limits = limits_of(request, caller.login)
        if wait := await limiter.take_all(limits):
            raise TooManyRequests(retry_after=math.ceil(wait))
        try:
            result = await redeem(site, caller.login, data.code, int(time.time()), settings.rewards.hold_hours)
        except CodeRefused:
            raise
        except Exception:
            await limiter.give_back(limits)
            raise
        await limiter.give_back(limits)
        return result

    return Feature(name="codes", routes=[redeem_code])
