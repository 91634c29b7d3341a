"""Competitions: who gains most of a metric in some days, with prizes in coins."""
