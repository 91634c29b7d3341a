"""A spin: one transaction, in which everything happens or nothing.

Under the lock of the player's wallet it is found out whether the key was used before, whether he may spin, and which
nonce is next; then the cost is taken and the prize given, each by a transfer of the ledger, the nonce is used up, and
the spin is written. Locks are taken in one order: the wallet and what is owed, then what the ledger locks.
"""

from contextlib import suppress
from typing import Final

from msgspec import Struct

from gateway.database.database import Database, DuplicateKey, Session
from gateway.database.queries import query
from gateway.features import ledger
from gateway.features.ledger import Entry, Transfer, debt, house, wallet
from gateway.features.payments import locked
from gateway.features.roulette import seeds
from gateway.features.roulette.eligibility import Reason, Standing, Terms, day_start, message, refusal
from gateway.features.roulette.fairness import draw
from gateway.features.roulette.seeds import Active, Clock
from gateway.features.roulette.wheel import Tier, Wheel

KEY_SECONDS: Final = 86_400
"""How long a key is remembered."""
WHEEL: Final = house("wheel")


class Refused(Exception):  # noqa: N818 - it says what became of the spin
    """A reason of the game; nothing was changed."""

    def __init__(self, reason: Reason, text: str) -> None:
        super().__init__(text)
        self.reason: Reason = reason


class Spun(Struct, frozen=True):
    """A spin as it was committed; `balance` is what the wallet held afterwards."""

    seed_id: int
    nonce: int
    wheel_version: int
    position: int
    prize_tier: Tier
    cost: int
    prize: int
    balance: int

    @property
    def name(self) -> str:
        return name_of(self.seed_id, self.nonce)


class Deeds(Struct, frozen=True):
    """What stands written of an account's spins, and the number of the wheel that turns now."""

    wheel_version: int | None
    last_spin_at: int | None
    spins_today: int


class Turn(Struct, frozen=True):
    """The same, with the pair of seeds in use, the spin that had the key before where there is one, and whether a
    payment is contested. A last spin so long ago that it keeps nobody waiting is None."""

    spin_id: int | None
    wheel_version: int | None
    last_spin_at: int | None
    spins_today: int
    contested: int
    seed_id: int
    server_seed: str
    client_seed: str
    nonce: int

    @property
    def pair(self) -> Active:
        return Active(self.seed_id, self.server_seed, self.client_seed, self.nonce)


class Version(Struct, frozen=True):
    version: int


DEEDS = query("roulette.standing", Deeds)
TURN = query("roulette.turn", Turn)
BY_ID = query("roulette.by_id", Spun)
CONSUME = query("roulette.consume", None)
ADD_SPIN = query("roulette.add_spin", None)
ADD_WHEEL = query("roulette.add_wheel", None)
VERSION = query("roulette.wheel_version", Version)


def name_of(seed_id: int, nonce: int) -> str:
    """What a spin is called in the ledger and outside."""
    return f"{seed_id}-{nonce}"


async def spin(site: Database, terms: Terms, login: str, key: str | None, clock: Clock) -> Spun:
    """Spins once, or tells again of the spin that had this key. `clock`: epoch seconds.

    Raises Refused, and DatabaseUnavailable: then nobody knows whether it happened, and the same key finds out.
    """
    return await ledger.run(site, lambda session: _spin(session, terms, login, key, clock))


async def _spin(session: Session, terms: Terms, login: str, key: str | None, clock: Clock) -> Spun:
    held = await ledger.balances(session, [debt(login), wallet(login)])
    # From here on nobody else spins for this account, and time is read here, so that spins are stamped as they come.
    now = int(clock())
    turn = await _turn(session, terms, login, key, now)
    if turn.spin_id is not None:
        return await _again(session, login, turn.spin_id, now)
    standing = Standing(
        balance=held[wallet(login)],
        held=held[debt(login)] > 0 or bool(turn.contested),
        spins_today=turn.spins_today,
        last_spin_at=turn.last_spin_at,
    )
    if reason := refusal(terms, standing, now):
        raise Refused(reason, message(reason, terms, standing, now))
    version = turn.wheel_version or await version_of(session, terms.wheel, now)
    return await _draw(session, terms, login, turn.pair, standing.balance, version, key, now)


async def _draw(
    session: Session, terms: Terms, login: str, pair: Active, balance: int, version: int, key: str | None, now: int
) -> Spun:
    drawn = draw(pair.server_seed, pair.client_seed, pair.nonce, terms.wheel.weights)
    slot = terms.wheel.slots[drawn.position]
    if await session.write(CONSUME, id=pair.id, nonce=pair.nonce) != 1:
        raise AssertionError(f"nonce {pair.nonce} of pair {pair.id} was used by somebody without the wallet's lock")
    spun = Spun(
        seed_id=pair.id,
        nonce=pair.nonce,
        wheel_version=version,
        position=slot.position,
        prize_tier=slot.tier,
        cost=terms.cost,
        prize=slot.prize,
        balance=balance - terms.cost + slot.prize,
    )
    if not await ledger.post_together(session, transfers(login, spun), now):
        raise AssertionError(f"spin {spun.name} was posted before, and there was no spin of that name")
    await _write(session, login, pair.client_seed, key, spun, now)
    return spun


async def _again(session: Session, login: str, spin_id: int, now: int) -> Spun:
    """The same answer. Posting once more changes nothing, and makes our commit bring that of the spin along to the disk
    (see `ledger.post`): it is not told of before it lasts."""
    before = await session.one(BY_ID, id=spin_id)
    if before is None:
        raise AssertionError(f"spin {spin_id} was there and is gone")
    if await ledger.post_together(session, transfers(login, before), now):
        raise AssertionError(f"spin {before.name} was there and had not been posted")
    return before


def transfers(login: str, spun: Spun) -> list[Transfer]:
    """What the player pays, and what he wins; a slot may win nothing."""
    player, key = wallet(login), f"spin:{spun.seed_id}:{spun.nonce}"
    paid = Transfer(f"{key}:cost", "spin", spun.name, (Entry(player, -spun.cost), Entry(WHEEL, spun.cost)))
    if not spun.prize:
        return [paid]
    won = Transfer(f"{key}:prize", "prize", spun.name, (Entry(player, spun.prize), Entry(WHEEL, -spun.prize)))
    return [paid, won]


async def _write(session: Session, login: str, client_seed: str, key: str | None, spun: Spun, now: int) -> None:
    await session.write(
        ADD_SPIN,
        account=login,
        seed_id=spun.seed_id,
        nonce=spun.nonce,
        client_seed=client_seed,
        wheel_version=spun.wheel_version,
        position=spun.position,
        prize_tier=spun.prize_tier,
        cost=spun.cost,
        prize=spun.prize,
        balance=spun.balance,
        key=key,
        created_at=now,
    )


async def _turn(session: Session, terms: Terms, login: str, key: str | None, now: int) -> Turn:
    remembered, day = now - KEY_SECONDS, day_start(now, terms.zone)
    asked = {
        "account": login,
        "key": key,
        "remembered": remembered,
        "day": day,
        "since": min(remembered, day, now - terms.cooldown_seconds),
        "slots": terms.wheel.text,
    }
    found = await session.one(TURN, **asked)
    if found is None:
        await seeds.active(session, login, now)  # his first pair
        found = await session.one(TURN, **asked)
    if found is None:
        raise AssertionError(f"the seeds of {login} were made and are not there")
    return found


async def standing(site: Database, terms: Terms, login: str, balance: int, *, owes: bool, now: int) -> Standing:
    """The same outside a spin; what it says may have changed by then."""
    deeds = await site.one(DEEDS, account=login, day=day_start(now, terms.zone), slots=terms.wheel.text)
    deeds = deeds or Deeds(None, None, 0)
    return Standing(balance, owes or await locked(site, login), deeds.spins_today, deeds.last_spin_at)


async def version_of(session: Session, wheel: Wheel, now: int) -> int:
    """The number of a wheel, which it gets when it is first asked for."""
    found = await session.one(VERSION, slots=wheel.text)
    if found is None:
        with suppress(DuplicateKey):  # somebody else has
            await session.write(ADD_WHEEL, slots=wheel.text, created_at=now)
        found = await session.one(VERSION, slots=wheel.text)
    if found is None:
        raise AssertionError("the wheel was written and is not there")
    return found.version
