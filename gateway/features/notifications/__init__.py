"""News of the world outside the page: a calendar, an Atom feed, Discord, and the outbox of what is sent."""
