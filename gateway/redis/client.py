"""Client of Redis: one Redis, or the master that Sentinels name.

Redis is optional: an error, a timeout or a failover is a miss for the caller, never an exception. After a failure a
circuit breaker lets one caller a second try again. All idle connections are dropped then, since they lead to the same
server, and with Sentinels the next connection asks for the address of the master.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import structlog
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.asyncio.sentinel import Sentinel
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisError

from gateway.config.sections import RedisSettings
from gateway.observability.logging import RateLimitedLogger
from gateway.redis.error_hints import RedisProblem, explain
from gateway.redis.sentinel import SentinelReply, query_all

log = structlog.get_logger("gateway.redis")
rate_limited_log = RateLimitedLogger(log)

CONNECTIONS = 16
"""Calls in flight, per client. A connection with TLS costs 30 ms to open, in which the event loop stands still."""
OPEN_SECONDS = 1.0
"""Time without calls after a failure."""

# Takes a free lock or renews our own.
_ACQUIRE = """
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
"""
_RELEASE = "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0"


class RedisClient:
    """One timeout, one circuit breaker. Every method returns None (or False) while Redis is unavailable."""

    snapshot: RedisClient
    limits: RedisClient

    def __init__(self, config: RedisSettings, timeout_ms: int) -> None:
        self._prefix = config.prefix
        self._service_name = config.sentinel_service_name
        self._has_failed = False
        self._open_until = 0.0
        self._slots = asyncio.Semaphore(CONNECTIONS)
        self._disconnect_lock = asyncio.Lock()
        self._sentinel = _sentinel(config, timeout_ms) if config.sentinels else None
        self._redis = _redis(config, timeout_ms, self._sentinel)
        self._master: object = None
        self._scripts: dict[str, Any] = {}
        self.failures = 0
        self.failovers = 0
        """Changes of the master's address."""
        self.problem: RedisProblem | None = None
        """Reason why the last call failed; None after a success."""

    @classmethod
    def open(cls, config: RedisSettings) -> RedisClient | None:
        """Returns None if no Redis is configured.

        The client has two more, with connections of their own: `.snapshot` for values of megabytes, and `.limits`, so
        that a flood of logins delays nothing else.
        """
        if not config.is_configured:
            return None
        client = cls(config, config.timeout_ms)
        client.snapshot = cls(config, config.snapshot_timeout_ms)
        client.limits = cls(config, config.timeout_ms)
        return client

    @property
    def is_up(self) -> bool:
        """Result of the last call."""
        return not self._has_failed

    async def query_sentinels(self) -> list[SentinelReply]:
        """Returns the reply of each Sentinel; empty without Sentinels."""
        return await query_all(self._sentinel, self._service_name) if self._sentinel else []

    async def ping(self) -> bool:
        return await self._call(lambda: self._redis.ping()) is not None  # pyright: ignore[reportUnknownMemberType]

    async def info(self) -> dict[str, Any] | None:
        return await self._call(lambda: self._redis.info())  # pyright: ignore[reportUnknownMemberType]

    async def clock(self) -> float | None:
        """Returns the time of the server in epoch seconds."""
        now = await self._call(lambda: self._redis.time())  # pyright: ignore[reportUnknownMemberType]
        return None if now is None else now[0] + now[1] / 1_000_000

    async def get(self, key: str) -> bytes | None:
        return await self._call(lambda: self._redis.get(self._name(key)))

    async def set(self, key: str, value: bytes, ttl: float) -> bool:
        """Stores a value for `ttl` seconds; False on failure."""
        return bool(await self._call(lambda: self._redis.set(self._name(key), value, px=_ms(ttl))))

    async def acquire_lock(self, key: str, token: str, seconds: float) -> bool | None:
        """Takes or renews a lock: True if held by us, False if held by another, None if Redis is unavailable."""
        reply = await self.run_script(_ACQUIRE, [key], [token, _ms(seconds)])
        return None if reply is None else bool(reply)

    async def release_lock(self, key: str, token: str) -> None:
        await self.run_script(_RELEASE, [key], [token])

    async def run_script(self, script: str, keys: Sequence[str], args: Sequence[int | str]) -> Any:
        """Runs a Lua script atomically; returns an integer or a list. None: it may or may not have run."""
        if script not in self._scripts:
            self._scripts[script] = self._redis.register_script(script)
        return await self._call(lambda: self._scripts[script](keys=[self._name(key) for key in keys], args=args))

    async def close(self) -> None:
        if hasattr(self, "snapshot"):
            await self.snapshot.close()
            await self.limits.close()
        await self._redis.aclose()
        if self._sentinel:
            await self._sentinel.aclose()

    def _name(self, key: str) -> str:
        return f"{self._prefix}:{key}"

    async def _call(self, command: Callable[[], Awaitable[Any]]) -> Any:
        async with self._slots:  # many callers at once wait here instead of opening a connection each
            now = time.monotonic()
            if now < self._open_until:
                return None
            if self._has_failed:
                self._open_until = now + OPEN_SECONDS  # one trial; the other callers fail fast
            try:
                result = await command()
            except (RedisError, OSError, TimeoutError, asyncio.CancelledError) as error:
                _raise_if_cancelled(error)
                await self._open_circuit(error)
                return None
        self._has_failed = False
        self._open_until = 0.0
        self.problem = None
        self._count_failover()
        return result

    async def _open_circuit(self, error: BaseException) -> None:
        self._has_failed, self._open_until = True, time.monotonic() + OPEN_SECONDS
        self.failures += 1
        self.problem = explain(error)
        rate_limited_log.warning("redis_unavailable", reason=str(self.problem.text))
        if self._disconnect_lock.locked():
            return
        async with self._disconnect_lock:
            try:
                await self._redis.connection_pool.disconnect(inuse_connections=False)
            except (RedisError, OSError, TimeoutError, asyncio.CancelledError) as disconnect_error:
                _raise_if_cancelled(disconnect_error)
                log.debug("redis_disconnect_failed")

    def _count_failover(self) -> None:
        master = getattr(self._redis.connection_pool, "master_address", None)
        if master != self._master:
            if self._master:
                self.failovers += 1
                log.warning("redis_master_changed", before=self._master, now=master)
            self._master = master


def _raise_if_cancelled(error: BaseException) -> None:
    """Raises the CancelledError of our own task; redis-py also raises the one of a connection that was given up."""
    if isinstance(error, asyncio.CancelledError) and (task := asyncio.current_task()) and task.cancelling():
        raise error


def _redis(config: RedisSettings, timeout_ms: int, sentinel: Sentinel | None) -> Redis:
    options = _options(config.username, config.password, timeout_ms / 1000, retries=1)
    if sentinel:
        return sentinel.master_for(config.sentinel_service_name, **options, **_tls(config))  # pyright: ignore[reportUnknownMemberType]
    if config.url.startswith("rediss://") and config.tls_ca:
        options["ssl_ca_certs"] = config.tls_ca
    return Redis.from_url(config.url, **options)  # pyright: ignore[reportUnknownMemberType]


def _sentinel(config: RedisSettings, timeout_ms: int) -> Sentinel:
    limit = min(1.0, timeout_ms / 1000)
    options = _options(config.sentinel_username, config.sentinel_password, limit, retries=0)
    return Sentinel(config.sentinel_addresses, sentinel_kwargs={**options, **_tls(config)})


def _tls(config: RedisSettings) -> dict[str, Any]:
    return {"ssl": True, "ssl_ca_certs": config.tls_ca or None} if config.tls else {}


def _options(username: str, password: str, limit: float, *, retries: int) -> dict[str, Any]:
    """Options of every connection. A broken connection is retried, a timeout is not."""
    return {
        "username": username or None,
        "password": password or None,
        "socket_timeout": limit,
        "socket_connect_timeout": limit,
        "retry": Retry(NoBackoff(), retries, supported_errors=(RedisConnectionError,)),
        "protocol": 2,
    }


def _ms(seconds: float) -> int:
    return max(1, int(seconds * 1000))
