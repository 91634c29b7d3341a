"""How often something may be tried: limits that every process and every machine shares, in Redis.

GCRA, as in `throttle.py`: one number a key, when its allowance will be whole again. A script of Redis judges and counts
in one step, by the clock of Redis, so that guesses that come at once cannot slip through between the two. While Redis
does not answer each process keeps count for itself.
"""

import hashlib
import time
from collections.abc import Sequence

from msgspec import Struct

from gateway.http.rate_limit import Throttle
from gateway.redis.cache import RedisDoor

# Both take keys, and for each the microseconds until one attempt is forgotten and the most at once. A number from a
# clock that was ahead, or from a slower limit before a restart, locks nobody out for longer than the limit says.
_READ = """
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]
local function whole(i)
  local most = now + ARGV[2 * i - 1] * ARGV[2 * i]
  return math.min(math.max(tonumber(redis.call('GET', KEYS[i]) or 0), now), most)
end
local function keep(i, at)
  redis.call('SET', KEYS[i], string.format('%.0f', at), 'PX', math.ceil((at - now) / 1000))
end
"""
# All of them or none: answers 0, or the microseconds until all would be admitted.
_TAKE = f"""{_READ}
local longest = 0
for i = 1, #KEYS do
  longest = math.max(longest, whole(i) - now - (ARGV[2 * i] - 1) * ARGV[2 * i - 1])
end
if longest == 0 then
  for i = 1, #KEYS do keep(i, whole(i) + ARGV[2 * i - 1]) end
end
return longest
"""
_GIVE_BACK = f"""{_READ}
for i = 1, #KEYS do
  local at = whole(i) - ARGV[2 * i - 1]
  if at > now then keep(i, at) else redis.call('DEL', KEYS[i]) end
end
return 0
"""


class Limit(Struct, frozen=True):
    """`count` at once, and on the long run `count` in `seconds`."""

    key: str
    count: int
    seconds: float

    @property
    def step(self) -> int:
        """Microseconds, whole ones, so that sums are exact."""
        return max(1, round(self.seconds * 1_000_000 / self.count))


class Limiter:
    """Counts attempts, and takes back what should not have counted."""

    def __init__(self, redis: RedisDoor | None) -> None:
        self._redis = redis
        self._own: dict[tuple[int, int], Throttle] = {}

    async def take(self, key: str, count: int, seconds: float) -> float:
        """0.0 when the attempt is admitted (and counted), else the seconds until one would be."""
        return await self.take_all([Limit(key, count, seconds)])

    async def take_all(self, limits: Sequence[Limit]) -> float:
        """Counts against all of them and answers 0.0, or against none and answers the longest wait in seconds."""
        if not limits:
            return 0.0
        wait = await self._in_redis(_TAKE, limits)
        return self._take_here(limits) if wait is None else wait / 1_000_000

    async def give_back(self, key: str, count: int, seconds: float) -> None:
        """Undoes one attempt."""
        await self.give_back_all([Limit(key, count, seconds)])

    async def give_back_all(self, limits: Sequence[Limit]) -> None:
        """Undoes one attempt against each. What was counted in another place by then simply expires there."""
        if limits and await self._in_redis(_GIVE_BACK, limits) is None:
            now = time.monotonic()
            for limit in limits:
                self._throttle(limit).give_back(_name(limit), now)

    async def _in_redis(self, script: str, limits: Sequence[Limit]) -> int | None:
        if self._redis is None:
            return None
        args = [number for limit in limits for number in (limit.step, limit.count)]
        return await self._redis.run(script, [_name(limit) for limit in limits], args)

    def _take_here(self, limits: Sequence[Limit]) -> float:
        now = time.monotonic()
        waits = [self._throttle(limit).wait(_name(limit), now) for limit in limits]
        if any(waits):
            for limit, wait in zip(limits, waits, strict=True):
                if not wait:
                    self._throttle(limit).give_back(_name(limit), now)
        return max(waits)

    def _throttle(self, limit: Limit) -> Throttle:
        """One for each kind of limit; the keys tell those apart that share figures."""
        kind = (limit.step, limit.count)
        if kind not in self._own:
            self._own[kind] = Throttle(1_000_000 / limit.step, limit.count)
        return self._own[kind]


def _name(limit: Limit) -> str:
    """Redis need not know who tries what, nor what somebody typed for a name."""
    return f"limit:{hashlib.sha256(limit.key.encode('utf-8', 'surrogatepass')).hexdigest()[:32]}"
