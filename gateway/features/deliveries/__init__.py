"""Deliveries of coins to characters: sent by players, claimed and confirmed by the game, resolved by operators."""
