"""Metrics of Redis and of the cache."""

from gateway.observability.metrics import Samples, series
from gateway.redis.cache import Cache
from gateway.redis.client import RedisDoor


def redis_samples(redis: RedisDoor | None, cache: Cache) -> Samples:
    yield series("gateway_redis_up"), int(redis is not None and redis.answering)
    if redis:
        yield series("gateway_redis_failures_total"), redis.failures + redis.snapshot.failures
        yield series("gateway_redis_failovers_total"), redis.failovers
    for verdict, count in cache.verdicts.items():
        yield series("gateway_cache_total", verdict=verdict), count
