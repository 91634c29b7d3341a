"""PvP and PK rankings from a snapshot of the world, taken once a minute."""
