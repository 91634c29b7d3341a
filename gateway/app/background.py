"""Background tasks of a process, and the clients to close at the end."""

import os
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path

from gateway import jobs
from gateway.app.services import Services
from gateway.database import replica
from gateway.database.errors import DatabaseError
from gateway.feature import Feature, jobs_of
from gateway.features.operators import site_controls
from gateway.observability.metrics import FOLDER


def close_later(services: Services, features: Sequence[Feature], stack: AsyncExitStack) -> None:
    """Closes the clients when the stack ends, in reverse order."""
    for part in (services.databases, services.replica, services.redis):
        if part:
            stack.push_async_callback(part.close)
    stack.push_async_callback(services.lease.release)
    for feature in features:
        for close in feature.close:
            stack.push_async_callback(close)


def start_tasks(services: Services, features: Sequence[Feature]) -> None:
    start, poll = services.tasks.start, services.tasks.poll
    if services.replica:
        poll("replica", replica.CHECK_SECONDS, services.replica.check)
    poll("leader", services.lease.renewal_seconds, services.lease.renew)
    poll("site_controls", site_controls.POLL_SECONDS, services.controls.refresh, DatabaseError)
    services.pages.start(services.tasks)
    for feature in features:
        for name, run in feature.tasks.items():
            start(name, run)
    start("jobs", lambda: jobs.run(services.databases.site, [*jobs_of(features)], services.job_metrics))
    if folder := os.environ.get(FOLDER):
        start("metrics", lambda: services.metrics.run(Path(folder)))
