"""Players bring players: both get coins once the new one has played enough."""
