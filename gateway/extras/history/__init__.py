"""History of characters and clans: days, gains, milestones and records, derived from the snapshots."""
