"""Operators start a season of the world after a wipe; the doctor and an alert offer it."""
