"""Catalogue of all metrics: name → kind and help text. `gateway/docs/metrics.md` lists the same.

Label values are words of the service (operations, queries, jobs, outcomes), never input of a visitor.
"""

from typing import Final, Literal

Kind = Literal["counter", "gauge", "histogram"]

CATALOGUE: Final[dict[str, tuple[Kind, str]]] = {
    # Requests
    "gateway_requests_total": ("counter", "Responses by route (its operation, `page`, `files` or `none`) and status."),
    "gateway_http_request_duration_seconds": ("histogram", "Time from a request to its response, by route."),
    "gateway_public_reads_total": ("counter", "Public reads by route and result of the response cache."),
    "gateway_static_requests_total": ("counter", "Pages and files served from memory."),
    "gateway_log_lines_dropped_total": ("counter", "Lines of the access log dropped above the limit per second."),
    # Caches
    "gateway_response_cache_entries": ("gauge", "Responses in the response cache."),
    "gateway_response_cache_bytes": ("gauge", "Memory of the response cache."),
    "gateway_redis_up": ("gauge", "1 while Redis answers."),
    "gateway_redis_failures_total": ("counter", "Failed calls to Redis; about one a second while it is down."),
    "gateway_redis_failovers_total": ("counter", "Changes of the master's address."),
    # Databases
    "gateway_statements_total": ("counter", "Statements by role, query and outcome."),
    "gateway_statement_seconds": ("histogram", "Duration of statements by role and query."),
    "gateway_connection_wait_seconds": ("histogram", "Wait for a connection, by pool."),
    "gateway_connections_refused_total": (
        "counter",
        "Callers without a connection, by pool and reason: queue_full, timeout, unavailable.",
    ),
    "gateway_pool_size": ("gauge", "Maximum of connections of a pool."),
    "gateway_pool_connections": ("gauge", "Connections of a pool: in_use or idle."),
    "gateway_pool_waiting": ("gauge", "Callers waiting for a connection of a pool."),
    "gateway_replica_used": (
        "gauge",
        "1 while the snapshot is read from the replica, 0 while that is down or too late.",
    ),
    "gateway_replica_lag_seconds": ("gauge", "Age of the newest heartbeat on the replica; absent while unknown."),
    # The snapshot of the rankings
    "gateway_snapshots_total": ("counter", "Snapshots by result: taken, shared (built by another process), failed."),
    "gateway_snapshot_age_seconds": ("gauge", "Age of the snapshot in use."),
    "gateway_snapshot_characters": ("gauge", "Characters in it."),
    "gateway_snapshot_bytes": ("gauge", "Its packed size."),
    "gateway_snapshot_build_seconds": ("gauge", "Duration of the last build in this process."),
    # Money
    "gateway_provider_seconds": (
        "histogram",
        "Duration of calls to the payment provider, retries included, by call and outcome.",
    ),
    "gateway_webhooks_total": (
        "counter",
        "Webhooks of the payment provider: stored, ignored, or reason of the refusal.",
    ),
    "gateway_webhook_processing_seconds": ("histogram", "Time from a webhook to the end of its processing."),
    "gateway_webhook_backlog": ("gauge", "Webhooks that are not processed yet."),
    "gateway_payment_reconciliations_total": (
        "counter",
        "Reconciliations of payments by verdict; `deferred`: not finished.",
    ),
    "gateway_payments_mismatched": ("gauge", "Payments that do not match their donation and are not credited."),
    "gateway_ledger_broken_rules": ("gauge", "Rules of the ledger that the last daily check found violated."),
    "gateway_ledger_violations": ("gauge", "Rows that violate them, at most 20 per rule."),
    "gateway_ledger_checked_timestamp_seconds": ("gauge", "End of the last check, in epoch seconds."),
    "gateway_deliveries": (
        "gauge",
        "Deliveries by status: pending, claimed, stuck (claimed, with unknown outcome).",
    ),
    "gateway_deliveries_oldest_seconds": ("gauge", "Age of the oldest pending delivery."),
    "gateway_spins_total": (
        "counter",
        "Spins by result: prize or nothing.",
    ),
    "gateway_spin_coins_total": ("counter", "Coins that spins cost and won."),
    # Jobs
    "gateway_is_leader": ("gauge", "1 on the process that runs the probe and builds the snapshot."),
    "gateway_job_runs_total": ("counter", "Runs of jobs by outcome: done, deferred (a server is down), failed."),
    "gateway_job_seconds": ("histogram", "Duration of jobs, by job."),
    "gateway_job_last_success_timestamp_seconds": ("gauge", "Last success of a job, in epoch seconds."),
    # The process
    "gateway_ready": ("gauge", "1 while the process is ready."),
    "gateway_build_info": ("gauge", "1, with the version of the service and the schema family."),
    "gateway_process_start_timestamp_seconds": ("gauge", "Start of the process, in epoch seconds."),
    "gateway_process_resident_bytes": ("gauge", "Memory of the process."),
    "gateway_process_cpu_seconds_total": ("counter", "CPU time of the processes."),
    "gateway_process_open_files": ("gauge", "Open files and sockets of the process."),
    "gateway_process_loop_delay_seconds": ("gauge", "Delay of the event loop in the last second."),
    "gateway_process_tasks": ("gauge", "Tasks of the event loop; constant at rest."),
}
