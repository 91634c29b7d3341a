"""The count of players by the minute as a hash chain that anybody can verify, and the uptime of ninety days."""
