"""A spin: one transaction that debits the cost, draws, credits the prize and records the spin, or changes nothing.

The wallet's lock serializes the spins of an account. Under it the transaction looks up the idempotency key, checks the
rules, and consumes the nonce. Locks are taken in one order: the wallet and the debt, then those of the ledger.
"""

from typing import Final

from msgspec import Struct
from msgspec.structs import asdict, replace

from gateway.concurrency.durations import DAY
from gateway.database.database import Database, Session
from gateway.database.installation import site_days
from gateway.database.queries import query
from gateway.database.sealing import DataKeys
from gateway.features import ledger
from gateway.features.ledger import Entry, Transfer, debt, house, wallet
from gateway.features.roulette import seeds
from gateway.features.roulette.eligibility import (
    Eligibility,
    PairProblem,
    Reason,
    SpinRules,
    refusal,
    refusal_text,
)
from gateway.features.roulette.fairness import draw
from gateway.features.roulette.seeds import Clock
from gateway.features.roulette.wheel import Tier, read
from gateway.features.spending_limits import spin_limit
from gateway.texts import Text

KEY_SECONDS: Final = DAY
"""Time for which an idempotency key is remembered."""
WHEEL: Final = house("wheel")


class SpinRefused(Exception):  # noqa: N818 - the rules refuse; nothing failed
    """A rule of the game prevents the spin; nothing was changed."""

    def __init__(self, reason: Reason, sentence: Text) -> None:
        super().__init__(str(sentence))
        self.reason: Reason = reason
        self.text = sentence


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


class ActiveSeedPair(Struct, frozen=True, kw_only=True):
    """The pair of the next spin, with its wheel. `server_seed`: None if its key is lost."""

    id: int
    server_seed: str | None
    client_seed: str
    nonce: int
    activated_at: int
    wheel_version: int
    slots: str
    spin_cost: int

    def own_rules(self, rules: SpinRules) -> SpinRules:
        """Returns the rules with the pair's wheel and its cost; the configured cost if none was recorded (0)."""
        return replace(rules, wheel=read(self.slots), cost=self.spin_cost or rules.cost)

    def problem(self, rules: SpinRules, now: int) -> PairProblem | None:
        if self.server_seed is None:
            return "key_lost"
        ends_at = self.activated_at + rules.pair_max_days * DAY
        return "seeds_expired" if self.nonce >= rules.pair_max_spins or now >= ends_at else None


class SpinContext(Struct, frozen=True):
    """The state of an account that a spin depends on.

    `spin_id`: the earlier spin under the same key. `contested`: a payment is charged back. `seed_id` and the fields
    after it are None without a pair; `sealed_seed`, `slots` and `activated_at` also for a pair of the previous release.
    """

    spin_id: int | None
    last_spin_at: int | None
    spins_today: int
    spent_since_proof: int
    contested: int
    seed_id: int | None
    sealed_seed: str | None
    server_seed_hash: str | None
    client_seed: str | None
    nonce: int | None
    activated_at: int | None
    wheel_version: int | None
    slots: str | None
    spin_cost: int | None

    def pair(self, keys: DataKeys, login: str) -> ActiveSeedPair | None:
        if not self.sealed_seed or not self.slots or self.activated_at is None:
            return None
        server_seed = seeds.open_seed(keys, login, self.server_seed_hash or "", self.sealed_seed)
        return ActiveSeedPair(
            id=self.seed_id or 0,
            server_seed=server_seed,
            client_seed=self.client_seed or "",
            nonce=self.nonce or 0,
            activated_at=self.activated_at,
            wheel_version=self.wheel_version or 0,
            slots=self.slots,
            spin_cost=self.spin_cost or 0,
        )

    def eligibility(self, balance: int, debt: int, problem: PairProblem | None) -> Eligibility:
        is_blocked = debt > 0 or bool(self.contested)
        return Eligibility(
            balance=balance,
            is_blocked=is_blocked,
            spins_today=self.spins_today,
            last_spin_at=self.last_spin_at,
            pair_problem=problem,
            spent_since_proof=self.spent_since_proof,
        )


CONTEXT = query("roulette.context", SpinContext)
BY_ID = query("roulette.by_id", CommittedSpin)
CONSUME = query("roulette.consume", None)
ADD_SPIN = query("roulette.add_spin", None)


def name_of(seed_id: int, nonce: int) -> str:
    """Returns the public id of a spin, which is also its reference in the ledger."""
    return f"{seed_id}-{nonce}"


async def spin(
    site: Database, rules: SpinRules, login: str, key: str | None, clock: Clock, proved_at: int | None = None
) -> CommittedSpin:
    """Spins once, or returns the earlier spin under the same key.

    `clock`: epoch seconds. `proved_at`: the session's last proof of the password or a factor; None: no proof is needed.

    Raises SpinRefused, and DatabaseUnavailable: the outcome is unknown then, and a retry with the same key returns it.
    """
    return await ledger.run(site, lambda session: _spin(session, rules, login, key, clock, proved_at))


async def _spin(
    session: Session, rules: SpinRules, login: str, key: str | None, clock: Clock, proved_at: int | None
) -> CommittedSpin:
    balances = await ledger.lock_balances(session, [debt(login), wallet(login)])
    # The time is read under the lock, so that the timestamps of an account's spins never decrease.
    now = int(clock())
    context = await read_context(session, rules, login, key, now, proved_at)
    if context.spin_id is not None:
        return await _replay_response(session, login, context.spin_id, now)
    pair = context.pair(rules.keys, login)
    if pair is None:
        await seeds.ensure(session, rules, login, now)
        context = await read_context(session, rules, login, key, now, proved_at)
        pair = context.pair(rules.keys, login)
    if pair is None:
        raise AssertionError(f"the seeds of {login} were created and are missing")
    own_rules = pair.own_rules(rules)
    account = context.eligibility(balances[wallet(login)], balances[debt(login)], pair.problem(rules, now))
    account = replace(account, own_limit=await spin_limit(session, login, own_rules.cost, rules.zone, now))
    if reason := refusal(own_rules, account, now):
        raise SpinRefused(reason, refusal_text(reason, own_rules, account, now))
    if pair.server_seed is None:
        raise AssertionError(f"pair {pair.id} cannot be opened and was not refused")
    wheel = own_rules.wheel
    slot = wheel.slots[draw(pair.server_seed, pair.client_seed, pair.nonce, wheel.weights).position]
    result = CommittedSpin(
        seed_id=pair.id,
        nonce=pair.nonce,
        wheel_version=pair.wheel_version,
        position=slot.position,
        prize_tier=slot.tier,
        cost=own_rules.cost,
        prize=slot.prize,
        balance=account.balance - own_rules.cost + slot.prize,
    )
    if await session.write(CONSUME, id=pair.id, nonce=pair.nonce) != 1:
        raise AssertionError(f"nonce {pair.nonce} of pair {pair.id} was used without the wallet's lock")
    if not await ledger.post_all(session, transfers(login, result), now):
        raise AssertionError(f"spin {result.name} was posted before without a row of its own")
    row = asdict(result)
    await session.write(ADD_SPIN, **row, account=login, client_seed=pair.client_seed, key=key, created_at=now)
    return result


async def _replay_response(session: Session, login: str, spin_id: int, now: int) -> CommittedSpin:
    """Returns the recorded spin. Posting it again changes nothing, and makes it durable before our commit returns (see
    `ledger.post`): a response must not report a spin that a crash can still undo."""
    recorded_spin = await session.one(BY_ID, id=spin_id)
    if recorded_spin is None:
        raise AssertionError(f"spin {spin_id} disappeared")
    if await ledger.post_all(session, transfers(login, recorded_spin), now):
        raise AssertionError(f"spin {recorded_spin.name} was recorded and had not been posted")
    return recorded_spin


def transfers(login: str, result: CommittedSpin) -> list[Transfer]:
    """Returns the transfer of the cost and that of the prize, if any."""
    amounts = (("cost", "spin", -result.cost), ("prize", "prize", result.prize))
    return [
        Transfer(
            key=f"spin:{result.seed_id}:{result.nonce}:{part}",
            kind=kind,
            reference=result.name,
            entries=(Entry(wallet(login), amount), Entry(WHEEL, -amount)),
        )
        for part, kind, amount in amounts
        if amount
    ]


async def read_context(
    site: Database | Session, rules: SpinRules, login: str, key: str | None, now: int, proved_at: int | None = None
) -> SpinContext:
    """Reads without locks: current for the caller that holds the wallet's lock, informative for others."""
    key_after, day = now - KEY_SECONDS, (await site_days(site, rules.zone)).day_start(now)
    proved_at = now if proved_at is None else proved_at
    context = await site.one(
        CONTEXT,
        account=login,
        key=key,
        key_after=key_after,
        day=day,
        proved_at=proved_at,
        since=min(key_after, day, now - rules.cooldown_seconds, proved_at),
    )
    if context is None:
        raise AssertionError(f"no spin context of {login}")
    return context
