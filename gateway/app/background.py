"""Background tasks of a process, and the clients to close at the end."""

import os
from contextlib import AsyncExitStack
from pathlib import Path

from gateway import jobs
from gateway.app.administration import Administration
from gateway.app.leader_jobs import leader_jobs
from gateway.app.services import Services
from gateway.features.site_content import content_versions
from gateway.features.world.tracker import keep_fresh
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
    site, start = services.databases.site, services.tasks.start
    if services.replica:
        start("replica", services.replica.run)
    start("leader", services.lease.run)
    start("site_controls", services.controls.run)
    start("privacy", services.privacy.run)
    start("login_failures", services.accounts.failures.run)
    services.pages.start(services.tasks)
    if services.settings.admin.enabled:
        start("content_report", lambda: content_versions.report(site, services.content))
    start("history", services.archive.run)
    start("snapshots", services.snapshots.run)
    start("status", services.status.run)
    start("world", lambda: keep_fresh(services.world_store))
    start("jobs", lambda: jobs.run(site, leader_jobs(services, administration), services.job_metrics))
    if services.payment_processor:
        start("payments", services.payment_processor.run)
    if folder := os.environ.get(FOLDER):
        start("metrics", lambda: services.metrics.run(Path(folder)))
