"""The columns of all characters of the world at one moment, read from the game, stored and searched."""
