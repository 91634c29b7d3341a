"""Market: what offline shops of the game sell and buy, and the prices of each day."""
