"""An account's coins and Adena, its donations and deliveries: read from the ledger and the game, never cached."""
