"""Search of characters and clans by name."""
