"""Background tasks of a process, and the clients to close at the end."""

import os
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path

from gateway import jobs
from gateway.concurrency.background_tasks import TaskSupervisor
from gateway.database import replica
from gateway.database.database import Databases
from gateway.database.errors import DatabaseError
from gateway.database.replica import ReplicaMonitor
from gateway.features.operators import site_controls
from gateway.features.operators.site_controls import SiteControls
from gateway.features.site_content.pages import SitePages
from gateway.observability.metrics import FOLDER, MetricsRegistry
from gateway.redis.client import RedisClient
from gateway.redis.lease import Lease
from gateway.registration.extra import Parts
from gateway.registration.feature import Feature, Tasks, jobs_of


def close_later(parts: Parts, features: Sequence[Feature], stack: AsyncExitStack) -> None:
    """Closes the clients when the stack ends, in reverse order."""
    for client in (parts.get(Databases), parts.find(ReplicaMonitor), parts.find(RedisClient)):
        if client:
            stack.push_async_callback(client.close)
    stack.push_async_callback(parts.get(Lease).release)
    for feature in features:
        for close in feature.close:
            stack.push_async_callback(close)


def start_tasks(parts: Parts, features: Sequence[Feature], admin_tasks: Tasks) -> None:
    tasks, lease = parts.get(TaskSupervisor), parts.get(Lease)
    metrics = parts.get(MetricsRegistry)
    start, poll = tasks.start, tasks.poll
    if monitor := parts.find(ReplicaMonitor):
        poll("replica", replica.CHECK_SECONDS, monitor.check)
    poll("leader", lease.renewal_seconds, lease.renew)
    poll("site_controls", site_controls.POLL_SECONDS, parts.get(SiteControls).refresh, DatabaseError)
    parts.get(SitePages).start(tasks)
    for named_tasks in (*(feature.tasks for feature in features), admin_tasks):
        for name, run in named_tasks.items():
            start(name, run)
    site, job_metrics = parts.get(Databases).site, parts.get(jobs.JobMetrics)
    start("jobs", lambda: jobs.run(site, [*jobs_of(features)], job_metrics))
    if folder := os.environ.get(FOLDER):
        start("metrics", lambda: metrics.run(Path(folder)))
