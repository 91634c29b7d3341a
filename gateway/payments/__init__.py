"""Donations: what they cost, the one door to the provider, and from what it says of a payment to coins."""
