"""Coins for votes on sites that list game servers."""

from gateway.extras.votes.service import VoteService

__all__ = ["VoteService"]
