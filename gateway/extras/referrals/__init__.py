"""Referrals: referrer and new player get coins once the new one has played enough."""
