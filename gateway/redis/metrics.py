"""Metrics of Redis."""

from gateway.observability.metrics import Samples, series
from gateway.redis.client import RedisClient


def redis_samples(redis: RedisClient | None) -> Samples:
    if redis:
        yield series("fishi_redis_up"), int(redis.is_up)
        yield series("fishi_redis_failures_total"), redis.failures + redis.snapshot.failures + redis.limits.failures
        yield series("fishi_redis_failovers_total"), redis.failovers
