"""Economy: a nightly count of all items of the game, and alarms on what the count shows."""
