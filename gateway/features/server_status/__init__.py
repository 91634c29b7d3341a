"""Game server status: probe, statistics and their history."""
