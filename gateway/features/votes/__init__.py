"""Coins for votes on sites that list game servers."""

from gateway.features.votes.handlers import feature
from gateway.features.votes.service import VoteService

__all__ = ["VoteService", "feature"]
