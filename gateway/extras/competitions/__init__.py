"""Competitions: the largest gains of a metric within some days, with prizes in coins."""
