"""Catalogue of all metrics: name → kind and help text. `gateway/docs/operators/metrics.md` lists the same.

Label values are words of the service (operations, queries, jobs, outcomes), never input of a visitor.
"""

from typing import Final, Literal

Kind = Literal["counter", "counter, max", "gauge, max", "gauge, min", "gauge, sum", "histogram"]
"""Type, and how the values of several workers become one; without a word they are added."""

CATALOGUE: Final[dict[str, tuple[Kind, str]]] = {
    # Requests
    "fishi_http_requests_total": (
        "counter",
        "Responses by route (its operation, `page`, `files` or `none`) and status.",
    ),
    "fishi_http_request_duration_seconds": ("histogram", "Time from a request to its response, by route."),
    "fishi_public_reads_total": ("counter", "Public reads by route and result of the response cache."),
    "fishi_static_requests_total": ("counter", "Pages and files served from memory."),
    "fishi_client_addresses_total": (
        "counter",
        "Requests that the response cache did not answer, by what is known of the client's address: known, untrusted, "
        "unreadable, second_proxy.",
    ),
    "fishi_log_lines_dropped_total": ("counter", "Lines of the access log dropped above the limit per second."),
    # Caches
    "fishi_response_cache_entries": ("gauge, sum", "Responses in the response cache."),
    "fishi_response_cache_bytes": ("gauge, sum", "Memory of the response cache."),
    "fishi_page_renders_total": ("counter", "Renderings of pages by outcome: done, failed."),
    "fishi_rendered_pages": ("gauge, max", "Pages that are served as finished HTML; the others are empty shells."),
    "fishi_renderer_memory_bytes": ("gauge, sum", "Resident memory of the renderer process; 0 while there is none."),
    "fishi_redis_up": ("gauge, min", "1 while Redis answers; absent if none is configured."),
    "fishi_redis_failures_total": ("counter", "Failed calls to Redis; about one a second while it is down."),
    "fishi_redis_failovers_total": ("counter, max", "Changes of the master's address."),
    # Databases
    "fishi_statements_total": ("counter", "Statements by role, query and outcome: ok, or the reason of the failure."),
    "fishi_statement_duration_seconds": ("histogram", "Duration of statements by role and query."),
    "fishi_connection_wait_seconds": ("histogram", "Wait for a connection, by pool."),
    "fishi_connections_refused_total": (
        "counter",
        "Callers without a connection, by pool and reason: queue_full, timeout, unavailable.",
    ),
    "fishi_pool_size": ("gauge, sum", "Maximum of connections of a pool."),
    "fishi_pool_connections": ("gauge, sum", "Connections of a pool: in_use or idle."),
    "fishi_pool_waiting": ("gauge, sum", "Callers waiting for a connection of a pool."),
    "fishi_replica_used": (
        "gauge, min",
        "1 while the snapshot is read from the replica, 0 while that is down or too late.",
    ),
    "fishi_replica_lag_seconds": ("gauge, max", "Age of the newest heartbeat on the replica; absent while unknown."),
    # The snapshot of the rankings
    "fishi_snapshots_total": ("counter", "Snapshots by result: taken, shared (built by another process), failed."),
    "fishi_snapshot_age_seconds": ("gauge, max", "Age of the snapshot in use."),
    "fishi_snapshot_characters": ("gauge, max", "Characters in it."),
    "fishi_players_online": ("gauge, max", "Players in the game at the snapshot; 0 while the game is stopped."),
    "fishi_snapshot_bytes": ("gauge, max", "Its packed size."),
    "fishi_name_table_bytes": ("gauge, max", "Size of the name table, a file that the processes of a machine share."),
    "fishi_snapshot_build_seconds": ("gauge, max", "Duration of the last build."),
    # Money
    "fishi_provider_request_duration_seconds": (
        "histogram",
        "Duration of calls to a payment provider, retries included, by provider, call and outcome.",
    ),
    "fishi_webhooks_total": (
        "counter",
        "Webhooks by payment provider: stored, ignored, or reason of the refusal.",
    ),
    "fishi_webhook_processing_seconds": ("histogram", "Time from a webhook to the end of its processing, by provider."),
    "fishi_webhook_backlog": ("gauge, max", "Webhooks that are not processed yet, by provider."),
    "fishi_payment_reconciliations_total": (
        "counter",
        "Reconciliations of payments by provider and verdict; `deferred`: not finished.",
    ),
    "fishi_payments_found_by_search_total": (
        "counter",
        "Changes of payments by provider that no webhook has reported.",
    ),
    "fishi_provider_clock_offset_seconds": (
        "gauge, max",
        "Seconds that the clock of a payment provider is ahead of this machine's, by its last answer.",
    ),
    "fishi_payments_mismatched": (
        "gauge, max",
        "Payments by provider that do not match their donation.",
    ),
    "fishi_ledger_broken_rules": ("gauge, max", "Rules of the ledger that the last daily check found violated."),
    "fishi_ledger_violations": ("gauge, max", "Rows that violate them, at most 20 per rule."),
    "fishi_minted_coins": ("gauge, max", "Coins that came into wallets in the day before the last check, by kind."),
    "fishi_ledger_checked_timestamp_seconds": ("gauge, max", "End of the last check, in epoch seconds."),
    "fishi_backup_timestamp_seconds": (
        "gauge, max",
        "Snapshot of the newest verified backup, in epoch seconds; absent before the first.",
    ),
    "fishi_deliveries": (
        "gauge, max",
        "Deliveries by status: pending, claimed, given (taken by the game, not known to be saved), stuck (claimed, "
        "with unknown outcome), unconfirmed (the game may have stopped before it saved).",
    ),
    "fishi_deliveries_oldest_seconds": ("gauge, max", "Age of the oldest pending delivery."),
    "fishi_spins_total": ("counter", "Spins by result: prize or nothing."),
    "fishi_spin_coins_total": ("counter", "Coins that spins cost and won."),
    "fishi_vote_answers_total": ("counter", "Answers and callbacks of vote sites by site and outcome."),
    # Messages
    "fishi_signal_value": (
        "gauge, max",
        "Value of what can be wrong at the last evaluation of the alerts, by signal; the leader has it.",
    ),
    "fishi_outbox_messages_total": (
        "counter",
        "Messages by channel (alerts, digest, discord, mail, push) and outcome: "
        "sent, postponed, refused, gone, unknown.",
    ),
    "fishi_push_subscriptions": ("gauge, max", "Subscriptions of live sessions."),
    # Jobs
    "fishi_is_leader": ("gauge, max", "1 on the instance that runs the probe and builds the snapshot."),
    "fishi_job_runs_total": ("counter", "Runs of jobs by outcome: done, deferred (a server is down), failed."),
    "fishi_job_duration_seconds": ("histogram", "Duration of jobs, by job."),
    "fishi_job_last_success_timestamp_seconds": ("gauge, max", "Last success of a job, in epoch seconds."),
    # The process
    "fishi_ready": ("gauge, min", "1 while all workers are ready."),
    "fishi_build_info": ("gauge, max", "1, with the version of the service and the schema family."),
    "process_start_time_seconds": ("gauge, min", "Start of the instance, in epoch seconds."),
    "process_resident_memory_bytes": ("gauge, sum", "Memory of the workers; shared pages count for each."),
    "process_cpu_seconds_total": ("counter", "CPU time of the workers."),
    "process_open_fds": ("gauge, sum", "Open files and sockets of the workers."),
    "fishi_event_loop_delay_seconds": ("gauge, max", "Longest delay of an event loop in the last second."),
    "fishi_event_loop_tasks": ("gauge, sum", "Tasks of the event loops; constant at rest."),
}
