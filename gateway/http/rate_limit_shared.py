"""Rate limits shared by all processes and machines, in Redis.

GCRA, as in `rate_limit.py`. A Redis script checks and counts in one atomic step by the clock of Redis, so concurrent
attempts cannot exceed the limit. While Redis is unavailable, each process counts on from the last reply of Redis, and
later adds its counts to those in Redis: an outage opens no second allowance.
"""

import hashlib
import math
import time
from collections.abc import Sequence

from cachetools import TTLCache
from msgspec import Struct

from gateway.http.errors import TooManyRequests
from gateway.http.rate_limit import MAX_KEYS, RateLimiter
from gateway.redis.client import RedisClient
from gateway.texts import Text

# Arguments of both scripts: for each key the microseconds per attempt, the burst, and the attempts to add that were
# counted here while Redis was unavailable. Both return for each key the microseconds until its full burst is available.
# Stored times are capped to the longest wait of the limit, in case they come from a clock that was ahead or from a
# stricter limit before a restart.
_READ = """
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]
local function arrival(i)
  local latest = now + ARGV[3 * i - 2] * ARGV[3 * i - 1]
  return math.min(math.max(tonumber(redis.call('GET', KEYS[i]) or 0), now), latest)
end
local function add(i, attempts)
  local at = arrival(i) + attempts * ARGV[3 * i - 2]
  if at > now then
    redis.call('SET', KEYS[i], string.format('%.0f', at), 'PX', math.ceil((at - now) / 1000))
  else
    redis.call('DEL', KEYS[i])
  end
end
local function reply(first)
  for i = 1, #KEYS do first[#first + 1] = arrival(i) - now end
  return first
end
for i = 1, #KEYS do
  if tonumber(ARGV[3 * i]) ~= 0 then add(i, ARGV[3 * i]) end
end
"""
# All or none: the first number is 0, or the microseconds until all would be admitted.
_TAKE = f"""{_READ}
local longest = 0
for i = 1, #KEYS do
  longest = math.max(longest, arrival(i) - now - (ARGV[3 * i - 1] - 1) * ARGV[3 * i - 2])
end
if longest == 0 then
  for i = 1, #KEYS do add(i, 1) end
end
return reply({{longest}})
"""
_GIVE_BACK = f"""{_READ}
for i = 1, #KEYS do add(i, -1) end
return reply({{0}})
"""
_COUNT = f"{_READ} return reply({{0}})"
_PENDING_SECONDS = 3600.0
_ROUNDING = 1e-6  # attempts; clocks move between two calls


class Limit(Struct, frozen=True):
    """`count` attempts at once, and on average `count` in `seconds`."""

    key: str
    count: int
    seconds: float

    @property
    def interval_us(self) -> int:
        """Microseconds per attempt, as an integer, so that sums are exact."""
        return max(1, round(self.seconds * 1_000_000 / self.count))


class Limiter:
    """Counts attempts against limits, and undoes counts."""

    def __init__(self, redis: RedisClient | None) -> None:
        self._redis = redis
        self._local: dict[tuple[int, int], RateLimiter] = {}
        self._pending: TTLCache[str, int] = TTLCache(MAX_KEYS, _PENDING_SECONDS)
        """Attempts by Redis key that were counted or undone here and not yet in Redis."""

    async def take(self, key: str, count: int, seconds: float) -> float:
        """Returns 0.0 and counts the attempt if it is admitted, else the seconds until one would be."""
        return await self.take_all([Limit(key, count, seconds)])

    async def require(self, key: str, count: int, seconds: float, detail: Text | None = None) -> None:
        """Counts the attempt. Raises TooManyRequests if it is not admitted."""
        if (wait := await self.take(key, count, seconds)) > 0:
            raise refusal_after(wait, detail)

    async def take_all(self, limits: Sequence[Limit]) -> float:
        """Counts against all limits and returns 0.0, or against none and returns the longest wait in seconds."""
        if not limits:
            return 0.0
        wait = await self._run_script(_TAKE, limits)
        return self._take_locally(limits) if wait is None else wait / 1_000_000

    async def give_back(self, limits: Sequence[Limit]) -> None:
        """Undoes one attempt against each limit. One that was counted elsewhere expires there."""
        if limits and await self._run_script(_GIVE_BACK, limits) is None:
            now = time.monotonic()
            for limit in limits:
                self._rate_limiter(limit).give_back(_redis_key(limit), now)
            self._add_pending(limits, -1)

    async def used(self, limit: Limit) -> int:
        """Returns the number of attempts that still count against the limit, a begun one as a whole; counts none."""
        await self._run_script(_COUNT, [limit])
        seconds = self._rate_limiter(limit).remaining(_redis_key(limit), time.monotonic())
        return math.ceil(seconds * 1_000_000 / limit.interval_us - _ROUNDING)

    async def _run_script(self, script: str, limits: Sequence[Limit]) -> int | None:
        """Returns the first number of the script's reply, and keeps the others for a time without Redis."""
        if self._redis is None:
            return None
        keys = [_redis_key(limit) for limit in limits]
        pending = [int(self._pending.pop(key, 0)) for key in keys]
        figures = zip(limits, pending, strict=True)
        args = [number for limit, attempts in figures for number in (limit.interval_us, limit.count, attempts)]
        reply: list[int] | None = await self._redis.run_script(script, keys, args)
        if reply is None:
            for limit, attempts in zip(limits, pending, strict=True):
                self._add_pending([limit], attempts)
            return None
        now = time.monotonic()
        for limit, key, remaining_us in zip(limits, keys, reply[1:], strict=True):
            self._rate_limiter(limit).set(key, remaining_us / 1_000_000, now)
        return reply[0]

    def _add_pending(self, limits: Sequence[Limit], attempts: int) -> None:
        for limit in limits if self._redis and attempts else ():
            key = _redis_key(limit)
            self._pending[key] = self._pending.get(key, 0) + attempts

    def _take_locally(self, limits: Sequence[Limit]) -> float:
        now = time.monotonic()
        waits = [self._rate_limiter(limit).wait(_redis_key(limit), now) for limit in limits]
        if any(waits):
            for limit, wait in zip(limits, waits, strict=True):
                if not wait:
                    self._rate_limiter(limit).give_back(_redis_key(limit), now)
        else:
            self._add_pending(limits, 1)
        return max(waits)

    def _rate_limiter(self, limit: Limit) -> RateLimiter:
        """Returns the limiter of this interval and count; limits with the same figures differ by their keys."""
        figures = (limit.interval_us, limit.count)
        if figures not in self._local:
            self._local[figures] = RateLimiter(1_000_000 / limit.interval_us, limit.count)
        return self._local[figures]


def refusal_after(wait: float, detail: Text | None = None) -> TooManyRequests:
    """Returns the error for an attempt that is not admitted before `wait` seconds have passed."""
    return TooManyRequests(*filter(None, [detail]), retry_after=max(1, math.ceil(wait)))


def _redis_key(limit: Limit) -> str:
    """Returns a hashed key: user input and addresses are not stored in Redis."""
    return f"limit:{hashlib.sha256(limit.key.encode('utf-8', 'surrogatepass')).hexdigest()[:32]}"
