"""Metrics of Redis."""

from gateway.observability.metrics import Samples, series
from gateway.redis.client import RedisClient


def redis_samples(redis: RedisClient | None) -> Samples:
    yield series("gateway_redis_up"), int(redis is not None and redis.is_up)
    if redis:
        yield series("gateway_redis_failures_total"), redis.failures + redis.snapshot.failures
        yield series("gateway_redis_failovers_total"), redis.failovers
