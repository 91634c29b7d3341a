"""Lets time pass for limits in Redis, without waiting."""

from typing import Any


async def pass_time(redis: Any, prefix: str, seconds: float) -> None:
    """Moves all stored arrival times of limits back. `redis`: a client with bytes as values."""
    keys = [key async for key in redis.scan_iter(f"{prefix}:limit:*", count=1000)]
    for key, value in zip(keys, await redis.mget(keys) if keys else [], strict=True):
        if value is not None:
            await redis.set(key, f"{float(value) - seconds * 1_000_000:.0f}", keepttl=True)
