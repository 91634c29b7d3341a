"""Codes that players redeem for coins: promo codes for many accounts, and gift codes for one redemption each."""
