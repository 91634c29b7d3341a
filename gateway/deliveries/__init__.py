"""Coins on their way to characters: sent by players, claimed and confirmed by the game, settled by operators."""

from gateway.deliveries.sending import routes

__all__ = ["routes"]
