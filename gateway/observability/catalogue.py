"""Every figure that `/metrics` may show: name → its kind and what it says. `gateway/docs/metrics.md` tells of each.

Labels come from our own words alone (operations, queries, jobs, outcomes), never from what a visitor wrote.
"""

from typing import Final, Literal

Kind = Literal["counter", "gauge", "histogram"]

CATALOGUE: Final[dict[str, tuple[Kind, str]]] = {
    # Requests
    "gateway_requests_total": ("counter", "Answers by route (its operation, `page`, `files` or `none`) and status."),
    "gateway_http_request_duration_seconds": (
        "histogram",
        "Time from a request to its answer being handed over, by route.",
    ),
    "gateway_public_reads_total": ("counter", "Public reads by route and what the response cache did."),
    "gateway_pages_total": ("counter", "Pages and files answered from memory."),
    "gateway_log_lines_unwritten_total": ("counter", "Lines of the access log above the limit a second."),
    # Caches
    "gateway_response_cache_entries": ("gauge", "Answers kept in the response cache."),
    "gateway_response_cache_bytes": ("gauge", "Memory of the response cache."),
    "gateway_redis_up": ("gauge", "1 while Redis answers."),
    "gateway_redis_failures_total": ("counter", "Calls to Redis that failed; while it is away about one a second."),
    "gateway_redis_failovers_total": ("counter", "Changes of the master that the Sentinels told of."),
    # Databases
    "gateway_statements_total": ("counter", "Statements by role, query and outcome."),
    "gateway_statement_seconds": ("histogram", "Time that statements took, by role and query."),
    "gateway_connection_wait_seconds": ("histogram", "Time until a connection could be used, by pool."),
    "gateway_connections_refused_total": (
        "counter",
        "Callers that got no connection, by pool and why: full (queue too long), late (waited too long), down.",
    ),
    "gateway_pool_size": ("gauge", "Connections that a pool may lend."),
    "gateway_pool_connections": ("gauge", "Connections of a pool: in_use or idle."),
    "gateway_pool_waiting": ("gauge", "Callers that wait for a connection of a pool."),
    "gateway_replica_used": ("gauge", "1 while the replica is read, 0 while it is away or too late."),
    "gateway_replica_lag_seconds": ("gauge", "How far the replica is behind; absent while nobody can tell."),
    # The snapshot of the rankings
    "gateway_snapshots_total": ("counter", "Snapshots: taken, followed (made by another process), failed."),
    "gateway_snapshot_age_seconds": ("gauge", "Age of the snapshot that the process answers from."),
    "gateway_snapshot_characters": ("gauge", "Characters in it."),
    "gateway_snapshot_bytes": ("gauge", "Its packed size."),
    "gateway_snapshot_build_seconds": ("gauge", "Time that the process's last one took to read and build."),
    # Money
    "gateway_provider_seconds": (
        "histogram",
        "Time that calls to the payment provider took, repeats included, by call and outcome.",
    ),
    "gateway_webhooks_total": (
        "counter",
        "Webhooks of the payment provider: stored, ignored, or the reason of the rejection.",
    ),
    "gateway_webhook_processing_seconds": ("histogram", "Time from a webhook until its payment is reconciled."),
    "gateway_webhook_backlog": ("gauge", "Stored webhooks that are not processed yet."),
    "gateway_payment_reconciliations_total": (
        "counter",
        "Reconciled payments by verdict; `deferred`: not finished.",
    ),
    "gateway_payments_mismatched": ("gauge", "Payments that do not match their donation and hold a buyer's money."),
    "gateway_ledger_broken_rules": ("gauge", "Rules of the ledger that the daily check found broken."),
    "gateway_ledger_violations": ("gauge", "Rows that violate them, at most 20 counted for each rule."),
    "gateway_ledger_checked_timestamp_seconds": ("gauge", "When the last check ended, in epoch seconds."),
    "gateway_deliveries": (
        "gauge",
        "Deliveries by status: pending, claimed, stuck (claimed, and nobody knows whether they were handed over).",
    ),
    "gateway_deliveries_oldest_seconds": ("gauge", "Age of the oldest pending delivery."),
    "gateway_spins_total": (
        "counter",
        "Spins by prize or nothing; what another process tells again counts there, too.",
    ),
    "gateway_spin_coins_total": ("counter", "Coins that spins took (cost) and gave (prize)."),
    # Jobs
    "gateway_leads": ("gauge", "1 on the process that leads probe and snapshot."),
    "gateway_job_runs_total": ("counter", "Runs of jobs by outcome: done, waits (something is away), failed."),
    "gateway_job_seconds": ("histogram", "Time that a job took, by job."),
    "gateway_job_last_success_timestamp_seconds": ("gauge", "When a job was last done, in epoch seconds."),
    # The process
    "gateway_ready": ("gauge", "1 while the process is ready."),
    "gateway_build_info": ("gauge", "1, with the version of the service and the family of the game's tables."),
    "gateway_process_start_timestamp_seconds": ("gauge", "When the process began, in epoch seconds."),
    "gateway_process_resident_bytes": ("gauge", "Memory of the process."),
    "gateway_process_cpu_seconds_total": ("counter", "CPU time of the processes."),
    "gateway_process_open_files": ("gauge", "Open files and sockets of the process."),
    "gateway_process_loop_delay_seconds": ("gauge", "How late the event loop came in its last second."),
    "gateway_process_tasks": ("gauge", "Tasks of the event loop; at rest always about as many."),
}
