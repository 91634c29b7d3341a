"""Operators at work on a running site: their log, and switches, notices and blocks that take effect at once."""
