"""The door to Redis: one Redis, or the master that Sentinels know.

Redis that is down, slow, flushed or changing its master is a miss, never an error. After a failure every connection
that rests is dropped and, with Sentinels, the next one asks them where the master is: none to a master that was demoted
or frozen is used again.
"""

import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import structlog
from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from gateway.config import settings
from gateway.observability.logging import Rarely
from gateway.redis import tls as redis_tls
from gateway.redis.error_hints import Trouble, trouble_of
from gateway.redis.sentinel import Heard, MasterPool, Sentinels

log = structlog.get_logger("gateway.redis")
rarely = Rarely(log)

CONNECTIONS = 50  # to Redis, of one door
PAUSE = 1.0  # seconds without Redis after it failed to answer

# Takes a lease that is free, or renews one's own.
_TAKE = """
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
"""
_GIVE = "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0"
# Stores only while the lease is one's own: who was too slow must not overwrite what a successor stored.
_STORE = """
if redis.call('GET', KEYS[2]) ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
redis.call('DEL', KEYS[2])
return 1
"""


class RedisDoor:
    """One client with one timeout and a breaker. Every method answers None (or False) when Redis does not."""

    snapshot: "RedisDoor"

    def __init__(self, wanted: settings.Redis, timeout_ms: int) -> None:
        self._prefix = wanted.prefix
        self._failing = False
        self._pause_until = 0.0
        self._master = wanted.master
        self.failures = 0
        self.trouble: Trouble | None = None
        """Why the last call was not answered; None where it was."""
        tls = redis_tls.Context(ssl_ca_certs=wanted.tls_ca or None) if wanted.sentinels and wanted.tls else None
        self._sentinels = _sentinels(wanted, timeout_ms, tls) if wanted.sentinels else None
        self._pool = _pool(wanted, timeout_ms, self._sentinels, tls)
        self._client: Redis = Redis.from_pool(self._pool)
        self._take = self._client.register_script(_TAKE)
        self._give = self._client.register_script(_GIVE)
        self._store = self._client.register_script(_STORE)
        self._scripts: dict[str, Any] = {}

    @classmethod
    def open(cls, wanted: settings.Redis) -> "RedisDoor | None":
        """The door and, as `.snapshot`, one of its own for what is megabytes. None where none is configured."""
        if not wanted.wanted:
            return None
        door = cls(wanted, wanted.timeout_ms)
        door.snapshot = cls(wanted, wanted.snapshot_timeout_ms)
        return door

    @property
    def answering(self) -> bool:
        """What the last call found."""
        return not self._failing

    @property
    def failovers(self) -> int:
        """How often the Sentinels named another master than before."""
        return self._pool.failovers if isinstance(self._pool, MasterPool) else 0

    async def heard(self) -> list[Heard]:
        """What each of the Sentinels says at this moment; nothing where there are none."""
        return await self._sentinels.hear(self._master) if self._sentinels else []

    async def ping(self) -> bool:
        return await self._ask(lambda: self._client.ping()) is not None  # pyright: ignore[reportUnknownMemberType]

    async def info(self) -> dict[str, Any] | None:
        """What it says of itself, under the names of Redis's own INFO."""
        return await self._ask(lambda: self._client.info())  # pyright: ignore[reportUnknownMemberType]

    async def clock(self) -> float | None:
        """Epoch seconds by its clock."""
        found = await self._ask(lambda: self._client.time())  # pyright: ignore[reportUnknownMemberType]
        return None if found is None else found[0] + found[1] / 1_000_000

    async def peek(self, key: str) -> bytes | None:
        return await self._ask(lambda: self._client.get(self._name(key)))

    async def put(self, key: str, value: bytes, ttl: float) -> bool:
        """Keeps a value for `ttl` seconds; False when it could not be kept."""
        return bool(await self._ask(lambda: self._client.set(self._name(key), value, px=_ms(ttl))))

    async def take(self, key: str, token: str, seconds: float) -> bool | None:
        """Takes or renews a lease: True mine, False another's, None nobody can tell."""
        taken = await self._ask(lambda: self._take(keys=[self._name(key)], args=[token, _ms(seconds)]))
        return None if taken is None else bool(taken)

    async def give(self, key: str, token: str) -> None:
        await self._ask(lambda: self._give(keys=[self._name(key)], args=[token]))

    async def store(self, key: str, value: bytes, ttl: float, *, lease: str, token: str) -> bool:
        """Keeps a value and ends the lease it was made under; False when the lease was no longer ours."""
        names = [self._name(key), self._name(lease)]
        return bool(await self._ask(lambda: self._store(keys=names, args=[token, value, _ms(ttl)])))

    async def run(self, script: str, keys: Sequence[str], args: Sequence[int]) -> int | None:
        """What a script of Lua answers; nothing else happens in Redis meanwhile. None: it may or may not have run."""
        if script not in self._scripts:
            self._scripts[script] = self._client.register_script(script)
        names = [self._name(key) for key in keys]
        return await self._ask(lambda: self._scripts[script](keys=names, args=args))

    async def close(self) -> None:
        if hasattr(self, "snapshot"):
            await self.snapshot.close()
        await self._client.aclose()
        if self._sentinels:
            await self._sentinels.aclose()

    def _name(self, key: str) -> str:
        return f"{self._prefix}:{key}"

    async def _ask(self, call: Callable[[], Awaitable[Any]]) -> Any:
        now = time.monotonic()
        if now < self._pause_until:
            return None
        if self._failing:
            self._pause_until = now + PAUSE  # one caller tries again, the others go on without
        try:
            answer = await call()
        except (RedisError, OSError, TimeoutError) as wrong:
            self._failing, self._pause_until = True, time.monotonic() + PAUSE
            self.failures += 1
            self.trouble = trouble_of(wrong)
            rarely.warning("redis_unavailable", reason=self.trouble.text)
            await self._forget()
            return None
        self._failing, self._pause_until, self.trouble = False, 0.0, None
        return answer

    async def _forget(self) -> None:
        """Drops what rests: connections to the same Redis are worth no more than the one that failed."""
        try:
            await self._pool.disconnect(inuse_connections=False)
        except (RedisError, OSError, TimeoutError):
            log.debug("redis_connection_lost_twice")


def _pool(
    wanted: settings.Redis, timeout_ms: int, sentinels: Sentinels | None, tls: redis_tls.Context | None
) -> BlockingConnectionPool:
    limit = timeout_ms / 1000
    # Whoever finds every connection taken waits for one: a crowd is no failure of Redis.
    options = {**_options(wanted.username, wanted.password, limit), "max_connections": CONNECTIONS, "timeout": limit}
    options["db"] = wanted.database
    if sentinels is not None:
        if tls:
            options |= {"connection_class": redis_tls.EncryptedToMaster, "shared": tls}
        return MasterPool(wanted.master, sentinels, **options)
    if wanted.url.startswith("rediss://") and wanted.tls_ca:
        options["ssl_ca_certs"] = wanted.tls_ca
    pool = BlockingConnectionPool.from_url(wanted.url, **options)  # pyright: ignore[reportUnknownMemberType]
    redis_tls.share(pool)
    return pool


def _sentinels(wanted: settings.Redis, timeout_ms: int, tls: redis_tls.Context | None) -> Sentinels:
    login = _options(wanted.sentinel_username, wanted.sentinel_password, min(1.0, timeout_ms / 1000))
    made = Sentinels(wanted.addresses, sentinel_kwargs={**login, "ssl": wanted.tls})
    for client in made.sentinels:
        redis_tls.share(client.connection_pool, tls)
    return made


def _options(username: str, password: str, limit: float) -> dict[str, Any]:
    """Of every connection: one attempt, within `limit` seconds."""
    return {
        "username": username or None,
        "password": password or None,
        "socket_timeout": limit,
        "socket_connect_timeout": limit,
        "retry": Retry(NoBackoff(), 0),
        "protocol": 2,
    }


def _ms(seconds: float) -> int:
    return max(1, int(seconds * 1000))
