"""Retention, sources and activity of accounts, in the administration alone."""

from gateway.registration.extra import Extra, Parts
from gateway.registration.feature import Feature


def _open(_parts: Parts) -> Feature:
    return Feature(name="insight")


EXTRA = Extra(
    name="insight",
    summary="retention, sources and revenue of new accounts, and activity of all, for operators",
    needs=("economy", "history", "population"),
    open=_open,
)
