"""Values of all metrics of a process."""

from collections.abc import Sequence

from gateway.app.services import Services
from gateway.database.metrics import pool_samples, replica_samples
from gateway.feature import Feature
from gateway.observability.metrics import Samples, series
from gateway.observability.process_metrics import process_samples
from gateway.redis.metrics import redis_samples


def process_values(services: Services, features: Sequence[Feature]) -> Samples:
    for part in (
        services.statements,
        services.job_metrics,
        services.clients,
    ):
        yield from part.samples()
    for feature in features:
        for samples in feature.samples:
            yield from samples()
    yield from pool_samples(services.databases)
    yield from replica_samples(services.replica)
    yield from redis_samples(services.redis)
    yield from process_samples(services.accounts.repository.known_key())
    yield series("fishi_ready"), int(services.health.ready().status == "ready")
    yield series("fishi_is_leader"), int(services.lease.is_leader)
