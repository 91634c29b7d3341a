"""Limits on donations and spins that players set for themselves, breaks, and the caps of the site."""

from gateway.features.spending_limits.handlers import feature
from gateway.features.spending_limits.repository import (
    DonationCaps,
    LimitReached,
    SpinLimit,
    check_donation,
    donation_caps,
    is_over_cap,
    spin_limit,
)

__all__ = [
    "DonationCaps",
    "LimitReached",
    "SpinLimit",
    "check_donation",
    "donation_caps",
    "feature",
    "is_over_cap",
    "spin_limit",
]
