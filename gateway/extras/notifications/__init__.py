"""Notifications outside the page: a calendar, an Atom feed, and Discord with its outbox."""
