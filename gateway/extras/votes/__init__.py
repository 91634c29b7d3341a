"""Coins for votes on sites that list game servers."""
