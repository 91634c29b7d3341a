"""What processes tell each other about scans of the items, through Redis: who waits, what was found, how it ended.

Without Redis, and while it does not answer, each process is alone.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any, Final, TypeVar, cast

import msgspec
from msgspec import Struct

from gateway.redis.cache import RedisDoor

T = TypeVar("T")

KEEP_SECONDS: Final = 60.0
"""How long an answer is good."""
REMEMBER_SECONDS: Final = 180.0
"""How long somebody who asked may ride along in a scan for others."""
_MOST_REMEMBERED: Final = 2000

# Who asked: owner → since when he waits and when he was last seen, in milliseconds. What grew too long begins anew:
# whoever still waits says it again.
_ASK: Final = f"""
if redis.call('HLEN', KEYS[1]) > {_MOST_REMEMBERED} then redis.call('DEL', KEYS[1]) end
for i = 1, #ARGV, 3 do
  redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1] .. ' ' .. ARGV[i + 2])
end
return redis.call('PEXPIRE', KEYS[1], {int(REMEMBER_SECONDS * 1000)})
"""
_ASKED: Final = "return redis.call('HGETALL', KEYS[1])"


class ItemRow(Struct, frozen=True, array_like=True):
    """An item as the view has it. `augmentation` is 32 bits, None for none."""

    owner_id: int
    item_id: int
    amount: int
    enchant: int
    place: str
    slot: int | None
    augmentation: int | None


class Found(Struct, frozen=True, array_like=True):
    """What an owner has, as a scan that began at `at` (epoch seconds) saw it."""

    at: float
    rows: list[ItemRow]


class Asked(Struct, frozen=True):
    """Somebody wants an owner's items: waiting since when (0: does not wait any more), and when he was last seen."""

    since: float
    seen: float


class Ended(Struct, frozen=True, array_like=True):
    """How the last scan ended, and when."""

    at: float
    well: bool


_FOUND: Final = msgspec.msgpack.Decoder(Found)
_ENDED: Final = msgspec.msgpack.Decoder(Ended)


class Board:
    """The keys in Redis, and this process's own memory of how the last scan ended."""

    def __init__(self, redis: RedisDoor | None, world: str) -> None:
        self._redis = redis
        self._name = f"items:{world}"
        self._token = ""
        self._ended: Ended | None = None

    async def take(self, seconds: float) -> bool:
        """Whether this process may scan now; nobody else may for `seconds`."""
        if self._redis is None:
            return True
        self._token = secrets.token_hex(8)  # a new one each time, so that our own last lease holds us off, too
        return await self._redis.take(f"{self._name}:lease", self._token, seconds) is not False

    async def rest(self, seconds: float) -> None:
        """After a scan: how long nobody may from now on."""
        if self._redis:
            await self._redis.take(f"{self._name}:lease", self._token, max(0.001, seconds))

    async def found(self, owner: int) -> Found | None:
        raw = await self._redis.peek(f"{self._name}:{owner}") if self._redis else None
        return _decoded(_FOUND, raw)

    async def keep(self, owner: int, found: Found) -> None:
        if self._redis:
            await self._redis.put(f"{self._name}:{owner}", msgspec.msgpack.encode(found), KEEP_SECONDS)

    async def asked(self, now: float) -> dict[int, Asked]:
        """Everybody who asked of late, in whichever process."""
        told = cast("Any", await self._redis.run(_ASKED, [f"{self._name}:asked"], [])) if self._redis else None
        words: list[bytes] = told or []
        try:
            asked = {int(owner): _asked(times) for owner, times in zip(words[::2], words[1::2], strict=True)}
        except ValueError:
            return {}
        return {owner: each for owner, each in asked.items() if now - each.seen < REMEMBER_SECONDS}

    async def ask(self, asked: Mapping[int, Asked]) -> None:
        """Adds who asks here."""
        if self._redis and asked:
            words = [word for owner, each in asked.items() for word in (owner, _ms(each.since), _ms(each.seen))]
            await self._redis.run(_ASK, [f"{self._name}:asked"], words)

    async def ended(self) -> Ended | None:
        raw = await self._redis.peek(f"{self._name}:ended") if self._redis else None
        told = _decoded(_ENDED, raw)
        return max((each for each in (told, self._ended) if each), key=lambda each: each.at, default=None)

    async def end(self, ended: Ended) -> None:
        self._ended = ended
        if self._redis:
            await self._redis.put(f"{self._name}:ended", msgspec.msgpack.encode(ended), REMEMBER_SECONDS)


def _decoded(decoder: msgspec.msgpack.Decoder[T], raw: bytes | None) -> T | None:
    """What another release wrote may not be readable here, and then it is not there."""
    try:
        return decoder.decode(raw) if raw else None
    except msgspec.MsgspecError:
        return None


def _asked(times: bytes) -> Asked:
    since, seen = times.split()
    return Asked(int(since) / 1000, int(seen) / 1000)


def _ms(seconds: float) -> int:
    return int(seconds * 1000)
