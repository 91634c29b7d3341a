"""Limits on donations and spins that players set for themselves, breaks, and the caps of the site."""

from gateway.features.spending_limits.handlers import routes
from gateway.features.spending_limits.repository import LimitReached, SpinLimit, check_donation, spin_limit

__all__ = ["LimitReached", "SpinLimit", "check_donation", "routes", "spin_limit"]
