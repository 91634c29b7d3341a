"""Background tasks of a process, and the clients to close at the end."""

import os
from contextlib import AsyncExitStack
from pathlib import Path

from gateway import jobs
from gateway.app.administration import Administration
from gateway.app.leader_jobs import leader_jobs
from gateway.app.services import Services
from gateway.database import replica
from gateway.database.errors import DatabaseError
from gateway.features.history import archive
from gateway.features.operators import site_controls
from gateway.features.privacy import repository as privacy
from gateway.features.site_content import content_versions
from gateway.features.world import tracker
from gateway.observability.metrics import FOLDER


def close_later(services: Services, stack: AsyncExitStack) -> None:
    """Closes the clients when the stack ends, in reverse order."""
    for part in (services.databases, services.recorder, services.replica, services.redis):
        if part:
            stack.push_async_callback(part.close)
    stack.push_async_callback(services.lease.release)
    stack.push_async_callback(services.accounts.close)
    for part in (
        services.inventories,
        services.item_counter,
        services.economy,
        services.characters,
        *services.providers,
        services.push,
        services.votes,
        services.outbox_worker,
        services.live_board,
        services.alerts,
    ):
        if part:
            stack.push_async_callback(part.close)


def start_tasks(services: Services, administration: Administration) -> None:
    site = services.databases.site
    start = services.tasks.start
    poll = services.tasks.poll
    if services.replica:
        poll("replica", replica.CHECK_SECONDS, services.replica.check)
    poll("leader", services.lease.renewal_seconds, services.lease.renew)
    poll("site_controls", site_controls.POLL_SECONDS, services.controls.refresh, DatabaseError)
    poll("privacy", privacy.POLL_SECONDS, services.privacy.refresh, DatabaseError)
    start("login_failures", services.accounts.failures.run)
    services.pages.start(services.tasks)
    if services.settings.admin.enabled:
        start("content_report", lambda: content_versions.report(site, services.content))
    poll("history", archive.REFRESH_SECONDS, services.archive.refresh, DatabaseError)
    start("snapshots", services.snapshots.run)
    start("status", services.status.run)
    poll("world", tracker.REFRESH_SECONDS, services.world_store.refresh, DatabaseError)
    start("jobs", lambda: jobs.run(site, leader_jobs(services, administration), services.job_metrics))
    if services.payment_processor:
        start("payments", services.payment_processor.run)
    if folder := os.environ.get(FOLDER):
        start("metrics", lambda: services.metrics.run(Path(folder)))
