"""Insight: retention, absence, sources and revenue of new accounts, and activity of all accounts."""
