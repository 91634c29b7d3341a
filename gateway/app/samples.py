"""Values of all metrics of a process."""

from gateway.app.services import Services
from gateway.database.metrics import pool_samples, replica_samples
from gateway.observability.metrics import Samples, series
from gateway.observability.process_metrics import process_samples
from gateway.redis.metrics import redis_samples


def process_values(services: Services) -> Samples:
    for part in (
        services.statements,
        services.job_metrics,
        services.spins,
        services.votes,
        services.ledger_check,
        services.delivery_metrics,
        services.push,
        services.alerts,
        services.snapshots,
        services.accounts,
        services.pages,
        services.clients,
    ):
        yield from part.samples()
    if services.providers:
        yield from services.payment_metrics.samples()
    if services.live_board:
        yield from services.live_board.dispatcher.table.samples()
    yield from pool_samples(services.databases)
    yield from replica_samples(services.replica)
    yield from redis_samples(services.redis)
    yield from process_samples(services.family())
    yield series("fishi_ready"), int(services.health.ready().status == "ready")
    yield series("fishi_is_leader"), int(services.lease.is_leader)
