"""Coins on their way to characters: sent by players, claimed and confirmed by the game, settled by operators."""

from gateway.features.deliveries.create import routes

__all__ = ["routes"]
