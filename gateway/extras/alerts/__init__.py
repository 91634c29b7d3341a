"""Alerts to operators: the registered signals with hysteresis, and their messages."""
