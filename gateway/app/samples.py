"""Values of all metrics of a process."""

from collections.abc import Sequence

from gateway.database.database import Databases
from gateway.database.metrics import StatementMetrics, pool_samples, replica_samples
from gateway.database.replica import ReplicaMonitor
from gateway.features.accounts import AccountRepository
from gateway.http.health import HealthCheck
from gateway.http.rate_limit import Clients
from gateway.jobs import JobMetrics
from gateway.observability.metrics import Samples, series
from gateway.observability.process_metrics import process_samples
from gateway.redis.client import RedisClient
from gateway.redis.lease import Lease
from gateway.redis.metrics import redis_samples
from gateway.registration.extra import Parts
from gateway.registration.feature import Feature


def process_values(parts: Parts, features: Sequence[Feature]) -> Samples:
    for kind in (StatementMetrics, JobMetrics, Clients):
        yield from parts.get(kind).samples()
    for feature in features:
        for samples in feature.samples:
            yield from samples()
    yield from pool_samples(parts.get(Databases))
    yield from replica_samples(parts.find(ReplicaMonitor))
    yield from redis_samples(parts.find(RedisClient))
    yield from process_samples(parts.get(AccountRepository).known_key())
    yield series("fishi_ready"), int(parts.get(HealthCheck).ready().status == "ready")
    yield series("fishi_is_leader"), int(parts.get(Lease).is_leader)
