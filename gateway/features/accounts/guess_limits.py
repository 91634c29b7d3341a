"""Limits on guesses at one account's password that networks share; those of an address hold beside them for all.

Without a proof of work a few failures pass. With a proof `PROVEN_FAILURES` more do, and then one a minute; the work
grows with the failures. Once these are used up, each network has one attempt of its own, so that the owner need not win
that minute against a botnet. A known network has failures of its own before all of these.
"""

from typing import Final

from msgspec import Struct

from gateway.concurrency.durations import DAY, MINUTE
from gateway.config.access import LimitSettings
from gateway.config.networks import network_of
from gateway.features.accounts.audit_log import home_network
from gateway.http.proof_of_work import LIFETIME_SECONDS, ProofOfWork
from gateway.http.rate_limit_shared import Limit, Limiter, refusal_after
from gateway.texts import text

PROVEN_FAILURES: Final = 400
"""Failures with a proof that all networks share at once; afterwards one a minute."""
FIRST_ATTEMPTS: Final = 600
"""Networks that get an attempt of their own afterwards; 60 more a day."""
KNOWN_FAILURES: Final = 20
"""Failures from one known network in two hours without a proof; above them it counts as unknown."""
DETAIL: Final = text("details.many_attempts")
_KNOWN_SECONDS: Final = 7200
_GREATEST_WORK: Final = 64
_FIRST_STEP: Final = 6
"""Failures with a proof after which the work doubles for the first time."""


class Visitor(Struct, frozen=True):
    """`address`: empty if unknown. `key`: of what limits by address are counted for; `allowance`: times they hold."""

    address: str
    key: str
    allowance: int
    is_known: bool


class SharedCount(Struct, frozen=True):
    """`limits`: those that an attempt was counted against. `is_besieged`: the proven failures are nearly used up."""

    limits: list[Limit]
    is_besieged: bool = False


class GuessLimits:
    """Counts attempts at one account against the limits that networks share."""

    def __init__(self, settings: LimitSettings, limiter: Limiter, proofs: ProofOfWork) -> None:
        self._settings = settings
        self._limiter = limiter
        self._proofs = proofs

    async def take(self, visitor: Visitor, name: str, proof: str, now: float) -> SharedCount:
        """Counts the attempt as a failure.

        The name may hold any character, so it comes last in a key. Raises TooManyRequests, with a proof to be made if
        an attempt with one would be judged.
        """
        if visitor.is_known and not await self._limiter.take_all(own_limits := [of_known(visitor, name)]):
            return SharedCount(own_limits)
        limits = self.without_proof(visitor, name)
        wait = await self._limiter.take_all(limits)
        return await self._take_proven(visitor, name, proof, now, wait) if wait else SharedCount(limits)

    def without_proof(self, visitor: Visitor, name: str) -> list[Limit]:
        settings = self._settings
        seconds = settings.failed_logins_unknown_ips_seconds
        limits = [Limit(f"login-unknown:{name}", settings.failed_logins_unknown_ips, seconds)]
        if network := home_network(visitor.address):
            count = settings.failed_logins_unknown_network
            limits.insert(0, Limit(f"login-network:{network}:{name}", count, seconds))
        return limits

    async def _take_proven(self, visitor: Visitor, name: str, proof: str, now: float, wait: float) -> SharedCount:
        purpose, proven = f"login:{name}", of_proven(name)
        failures = await self._limiter.used(proven)
        count = proof_count(failures)
        work = self._proofs.verify(proof, purpose, now)
        use = [Limit(f"proof:{work.salt}", 1, LIFETIME_SECONDS)] if work and work.count >= count else []
        if not use or await self._limiter.take_all(use):
            refusal = refusal_after(wait, DETAIL)
            refusal.proof = self._proofs.request(purpose, now, count)
            raise refusal
        for limits in ([proven], of_first_attempt(visitor, name)):
            if not await self._limiter.take_all(limits):
                return SharedCount(limits, is_besieged=count == _GREATEST_WORK)
        await self._limiter.give_back(use)
        raise refusal_after(MINUTE, DETAIL)


def of_known(visitor: Visitor, name: str) -> Limit:
    return Limit(f"login-known:{home_network(visitor.address)}:{name}", KNOWN_FAILURES, _KNOWN_SECONDS)


def of_proven(name: str) -> Limit:
    return Limit(f"login-proven:{name}", PROVEN_FAILURES, PROVEN_FAILURES * MINUTE)


def of_first_attempt(visitor: Visitor, name: str) -> list[Limit]:
    """One for each /24 or /48 in a day; as many as `allowance` for visitors whom their proxy does not name."""
    network = network_of(visitor.address, ipv4=24, ipv6=48) or visitor.key
    return [
        Limit(f"login-first:{network}:{name}", visitor.allowance, DAY),
        Limit(f"login-first:{name}", FIRST_ATTEMPTS, 10 * DAY),
    ]


def proof_count(failures: int) -> int:
    """Returns how many numbers a proof needs after failures with one: twice as many from 6, 18, 42, 90, 186 and 378."""
    return min(_GREATEST_WORK, 1 << (failures // _FIRST_STEP + 1).bit_length() - 1)
