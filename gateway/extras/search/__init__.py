"""Search by name: characters, clans, and what the features register."""
