"""A player's own limits, and breaks. Pure.

A tighter limit holds at once, a looser one 24 hours after it was asked for. A break is never shortened.
"""

from typing import Final

from msgspec import Struct
from msgspec.structs import astuple

from gateway.concurrency.durations import DAY

LOOSENING_SECONDS: Final = DAY


class LimitSet(Struct, frozen=True):
    """Units of donations and coins of spins, in a day or month of the site; None: no limit."""

    donation_day: int | None = None
    donation_month: int | None = None
    spin_day: int | None = None

    def tightest(self, requested_limits: "LimitSet") -> "LimitSet":
        return LimitSet(*map(_least, astuple(self), astuple(requested_limits)))


class PlayerLimits(Struct, frozen=True):
    """`pending` replaces `limits` at `pending_at`. Moments are epoch seconds, 0: none."""

    limits: LimitSet = LimitSet()
    pending: LimitSet | None = None
    pending_at: int = 0
    excluded_until: int = 0

    def at(self, now: int) -> "PlayerLimits":
        """Returns the limits in force at `now`, without an ended break."""
        excluded_until = self.excluded_until if self.excluded_until > now else 0
        if self.pending and self.pending_at <= now:
            return PlayerLimits(self.pending, excluded_until=excluded_until)
        return PlayerLimits(self.limits, self.pending, pending_at=self.pending_at, excluded_until=excluded_until)

    def with_request(self, requested_limits: LimitSet, excluded_until: int, now: int) -> "PlayerLimits":
        """Returns the limits after the player's request."""
        old = self.at(now)
        limits = old.limits.tightest(requested_limits)
        is_looser = limits != requested_limits
        starts_at = old.pending_at if requested_limits == old.pending else now + LOOSENING_SECONDS
        return PlayerLimits(
            limits,
            requested_limits if is_looser else None,
            pending_at=starts_at if is_looser else 0,
            excluded_until=max(old.excluded_until, excluded_until),
        ).at(now)


def _least(*amounts: int | None) -> int | None:
    return min((amount for amount in amounts if amount is not None), default=None)
