"""Keys of the release before. A later minor release refuses them as unknown."""

from typing import Final

RENAMED: Final = {"roulette.time_zone": "server.time_zone", "alerts.page_only": "alerts.critical_only"}
"""Old key → the one that it is read as."""

_FIXED: Final = "{}"
RETIRED: Final = {
    "server.shutdown_seconds": _FIXED,
    "server.body_timeout_seconds": _FIXED,
    "server.runtime_folder": "the folder in RUNTIME_DIRECTORY, else one in the temporary folder,",
    "database.auth_pool": "{}, two thirds of database.game_pool,",
    "database.site_pool": "{}, four thirds of database.game_pool,",
    "database.snapshot_statement_timeout_ms": _FIXED,
    "database.max_rows": _FIXED,
    "redis.snapshot_timeout_ms": _FIXED,
    "status.probe_timeout_ms": _FIXED,
    "rankings.snapshot_batch_rows": _FIXED,
    "cache.response_cache_max_mb": _FIXED,
    "limits.public_burst": "{}, 3 times limits.public_per_second,",
    "limits.requests_per_second": "{}, twice limits.public_per_second,",
    "limits.requests_burst": "{}, 6 times limits.public_per_second,",
    "limits.failed_logins_seconds": _FIXED,
    "limits.failed_logins_unknown_ips_seconds": _FIXED,
    "limits.failed_logins_per_ip_seconds": _FIXED,
    "limits.failed_codes_seconds": _FIXED,
    "limits.registrations_seconds": _FIXED,
    "limits.email_changes": _FIXED,
    "limits.email_changes_seconds": _FIXED,
    "limits.recoveries_seconds": _FIXED,
    "limits.donations_seconds": _FIXED,
    "limits.deliveries": "{}, twice limits.donations,",
    "limits.deliveries_seconds": _FIXED,
    "limits.seed_rotations_seconds": _FIXED,
    "limits.failed_redemptions_per_ip": "{}, 6 times limits.failed_redemptions,",
    "limits.failed_redemptions_seconds": _FIXED,
    "accounts.password_max": _FIXED,
    "accounts.hash_threads": _FIXED,
    "payments.default_amount": "{}, the first of payments.packages,",
    "game_table_delivery.poll_seconds": _FIXED,
    "roulette.pair_max_spins": _FIXED,
    "roulette.pair_max_days": _FIXED,
    "alerts.quiet_minutes": _FIXED,
    "items.batch_scan_interval_seconds": _FIXED,
    "economy.hour": _FIXED,
    "economy.days": _FIXED,
    "economy.wealth_level": _FIXED,
    "insight.weekly_minutes": _FIXED,
}
"""Key that is accepted and ignored → what holds; `{}` is the value, which the section still has."""
