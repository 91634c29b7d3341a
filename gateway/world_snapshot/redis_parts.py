"""Values of many megabytes in Redis, in parts small enough to be handled between two requests."""

from typing import Final

from gateway.redis.client import RedisClient
from gateway.world_snapshot.serialization import empty_buffer

_PART: Final = 1 << 20


class RedisParts:
    def __init__(self, redis: RedisClient, key: str) -> None:
        self._redis = redis
        self._key = key

    async def load(self, name: str, length: int) -> memoryview | None:
        """Returns None if a part is missing: the value was replaced, or Redis went away."""
        data, length_read = empty_buffer(length), 0
        while length_read < length:
            part = await self._redis.get(self.part_key(name, length_read))
            if not part or length_read + len(part) > length:
                return None
            data[length_read : length_read + len(part)] = part
            length_read += len(part)
        return data

    async def store(self, name: str, data: memoryview, ttl: float) -> bool:
        """Stores the parts for `ttl` seconds; False on failure."""
        for first in range(0, len(data), _PART):
            if not await self._redis.set(self.part_key(name, first), data[first : first + _PART].tobytes(), ttl):
                return False
        return True

    def part_key(self, name: str, first: int) -> str:
        return f"{self._key}:{name}:{first}"
