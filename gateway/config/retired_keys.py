"""Keys of the release before. A later minor release refuses them as unknown."""

from typing import Final

from gateway.texts import Text

RENAMED: Final = {"roulette.time_zone": "server.time_zone", "stripe.currency": "payments.currency"}
"""Old key → the one that it is read as."""

FIXED: Final = Text("doctor.settings.fixed")
RETIRED: Final = {
    "server.shutdown_seconds": FIXED,
    "server.body_timeout_seconds": FIXED,
    "server.runtime_folder": Text("doctor.settings.runtime_folder"),
    "database.auth_pool": Text("doctor.settings.two_thirds", {"key": "database.game_pool"}),
    "database.site_pool": Text("doctor.settings.four_thirds", {"key": "database.game_pool"}),
    "database.snapshot_statement_timeout_ms": FIXED,
    "database.max_rows": FIXED,
    "redis.database": FIXED,
    "redis.snapshot_timeout_ms": FIXED,
    "status.probe_timeout_ms": FIXED,
    "rankings.snapshot_batch_rows": FIXED,
    "cache.response_cache_max_mb": FIXED,
    "limits.public_burst": Text("doctor.settings.times", {"factor": "3", "key": "limits.public_per_second"}),
    "limits.requests_per_second": Text("doctor.settings.times", {"factor": "2", "key": "limits.public_per_second"}),
    "limits.requests_burst": Text("doctor.settings.times", {"factor": "6", "key": "limits.public_per_second"}),
    "limits.failed_logins_seconds": FIXED,
    "limits.failed_logins_unknown_ips_seconds": FIXED,
    "limits.failed_logins_per_ip_seconds": FIXED,
    "limits.failed_codes_seconds": FIXED,
    "limits.registrations_seconds": FIXED,
    "limits.email_changes": FIXED,
    "limits.email_changes_seconds": FIXED,
    "limits.recoveries_seconds": FIXED,
    "limits.donations_seconds": FIXED,
    "limits.deliveries": Text("doctor.settings.times", {"factor": "2", "key": "limits.donations"}),
    "limits.deliveries_seconds": FIXED,
    "limits.seed_rotations_seconds": FIXED,
    "limits.failed_redemptions_per_ip": Text(
        "doctor.settings.times", {"factor": "6", "key": "limits.failed_redemptions"}
    ),
    "limits.failed_redemptions_seconds": FIXED,
    "accounts.password_max": FIXED,
    "accounts.hash_threads": FIXED,
    "payments.default_amount": Text("doctor.settings.first", {"key": "payments.packages"}),
    "game_table_delivery.poll_seconds": FIXED,
    "roulette.pair_max_spins": FIXED,
    "roulette.pair_max_days": FIXED,
    "items.batch_scan_interval_seconds": FIXED,
}
"""Key that is accepted and ignored → what holds; the text lacks `value`, which the section still has."""
