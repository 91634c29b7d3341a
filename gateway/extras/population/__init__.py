"""The count of players by the minute as a hash chain that each visitor can verify, and the uptime of ninety days."""
