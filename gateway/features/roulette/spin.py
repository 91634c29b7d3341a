"""A spin: one transaction that debits the cost, draws, credits the prize and records the spin, or changes nothing.

The wallet's lock serializes the spins of an account. Under it the transaction looks up the idempotency key, checks the
rules, and consumes the nonce. Locks are taken in one order: the wallet and the debt, then those of the ledger.
"""

from contextlib import suppress
from typing import Final

from msgspec import Struct, structs

from gateway.database.database import Database, DuplicateKey, Session
from gateway.database.queries import query
from gateway.features import ledger
from gateway.features.ledger import Entry, Transfer, debt, house, wallet
from gateway.features.roulette import seeds
from gateway.features.roulette.eligibility import Eligibility, Reason, SpinRules, day_start, message, refusal
from gateway.features.roulette.fairness import draw
from gateway.features.roulette.seeds import ActiveSeedPair, Clock
from gateway.features.roulette.wheel import Tier, Wheel

KEY_SECONDS: Final = 86_400
"""Time for which an idempotency key is remembered."""
WHEEL: Final = house("wheel")


class SpinRefused(Exception):  # noqa: N818 - the rules refuse; nothing failed
    """A rule of the game prevents the spin; nothing was changed."""

    def __init__(self, reason: Reason, text: str) -> None:
        super().__init__(text)
        self.reason: Reason = reason


class CommittedSpin(Struct, frozen=True):
    """A spin as it was committed; `balance`: the wallet afterwards."""

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


class SpinContext(Struct, frozen=True):
    """All a spin needs to know of an account. `spin_id`: the earlier spin under the same key. `contested`: a payment is
    charged back. The seed is None for an account that has no pair yet."""

    spin_id: int | None
    wheel_version: int | None
    last_spin_at: int | None
    spins_today: int
    contested: int
    seed_id: int | None
    server_seed: str | None
    client_seed: str | None
    nonce: int | None

    @property
    def pair(self) -> ActiveSeedPair | None:
        if self.seed_id is None or self.server_seed is None or self.client_seed is None or self.nonce is None:
            return None
        return ActiveSeedPair(self.seed_id, self.server_seed, self.client_seed, self.nonce)

    def eligibility(self, balance: int, owed: int) -> Eligibility:
        return Eligibility(balance, owed > 0 or bool(self.contested), self.spins_today, self.last_spin_at)


class WheelVersion(Struct, frozen=True):
    version: int


CONTEXT = query("roulette.context", SpinContext)
BY_ID = query("roulette.by_id", CommittedSpin)
CONSUME = query("roulette.consume", None)
ADD_SPIN = query("roulette.add_spin", None)
ADD_WHEEL = query("roulette.add_wheel", None)
VERSION = query("roulette.wheel_version", WheelVersion)


def name_of(seed_id: int, nonce: int) -> str:
    """Returns the public id of a spin, which is also its reference in the ledger."""
    return f"{seed_id}-{nonce}"


async def spin(site: Database, rules: SpinRules, login: str, key: str | None, clock: Clock) -> CommittedSpin:
    """Spins once, or returns the earlier spin under the same key. `clock`: epoch seconds.

    Raises SpinRefused, and DatabaseUnavailable: the outcome is unknown then, and a retry with the same key returns it.
    """
    return await ledger.run(site, lambda session: _spin(session, rules, login, key, clock))


async def _spin(session: Session, rules: SpinRules, login: str, key: str | None, clock: Clock) -> CommittedSpin:
    balances = await ledger.lock_balances(session, [debt(login), wallet(login)])
    # The time is read under the lock, so that the timestamps of an account's spins never decrease.
    now = int(clock())
    context = await read_context(session, rules, login, key, now)
    if context.spin_id is not None:
        return await _replay_response(session, login, context.spin_id, now)
    if context.pair is None:
        await seeds.create(session, login, now)
        context = await read_context(session, rules, login, key, now)
    account = context.eligibility(balances[wallet(login)], balances[debt(login)])
    if reason := refusal(rules, account, now):
        raise SpinRefused(reason, message(reason, rules, account, now))
    pair = context.pair
    if pair is None:
        raise AssertionError(f"the seeds of {login} were created and are missing")
    slot = rules.wheel.slots[draw(pair.server_seed, pair.client_seed, pair.nonce, rules.wheel.weights).position]
    result = CommittedSpin(
        seed_id=pair.id,
        nonce=pair.nonce,
        wheel_version=context.wheel_version or await version_of(session, rules.wheel, now),
        position=slot.position,
        prize_tier=slot.tier,
        cost=rules.cost,
        prize=slot.prize,
        balance=account.balance - rules.cost + slot.prize,
    )
    if await session.write(CONSUME, id=pair.id, nonce=pair.nonce) != 1:
        raise AssertionError(f"nonce {pair.nonce} of pair {pair.id} was used without the wallet's lock")
    if not await ledger.post_all(session, transfers(login, result), now):
        raise AssertionError(f"spin {result.name} was posted before without a row of its own")
    row = structs.asdict(result)
    await session.write(ADD_SPIN, **row, account=login, client_seed=pair.client_seed, key=key, created_at=now)
    return result


async def _replay_response(session: Session, login: str, spin_id: int, now: int) -> CommittedSpin:
    """Returns the recorded spin. Posting it again changes nothing, and makes it durable before our commit returns (see
    `ledger.post`): a response must not report a spin that a crash can still undo."""
    recorded = await session.one(BY_ID, id=spin_id)
    if recorded is None:
        raise AssertionError(f"spin {spin_id} disappeared")
    if await ledger.post_all(session, transfers(login, recorded), now):
        raise AssertionError(f"spin {recorded.name} was recorded and had not been posted")
    return recorded


def transfers(login: str, result: CommittedSpin) -> list[Transfer]:
    """Returns the transfer of the cost and that of the prize, if any."""
    amounts = (("cost", "spin", -result.cost), ("prize", "prize", result.prize))
    return [
        Transfer(
            f"spin:{result.seed_id}:{result.nonce}:{part}",
            kind,
            result.name,
            (Entry(wallet(login), amount), Entry(WHEEL, -amount)),
        )
        for part, kind, amount in amounts
        if amount
    ]


async def read_context(
    site: Database | Session, rules: SpinRules, login: str, key: str | None, now: int
) -> SpinContext:
    """Reads without locks: current for the caller that holds the wallet's lock, informative for others."""
    key_after, day = now - KEY_SECONDS, day_start(now, rules.zone)
    context = await site.one(
        CONTEXT,
        account=login,
        key=key,
        key_after=key_after,
        day=day,
        since=min(key_after, day, now - rules.cooldown_seconds),
        slots=rules.wheel.text,
    )
    if context is None:
        raise AssertionError(f"no spin context of {login}")
    return context


async def version_of(session: Session, wheel: Wheel, now: int) -> int:
    """Returns the version of a wheel; records the wheel on first use."""
    row = await session.one(VERSION, slots=wheel.text)
    if row is None:
        with suppress(DuplicateKey):  # recorded by another process meanwhile
            await session.write(ADD_WHEEL, slots=wheel.text, created_at=now)
        row = await session.one(VERSION, slots=wheel.text)
    if row is None:
        raise AssertionError("the wheel was recorded and is missing")
    return row.version
