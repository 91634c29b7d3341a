"""The opening day of a game: a countdown page in place of Home until the game answers after the announced hour."""
