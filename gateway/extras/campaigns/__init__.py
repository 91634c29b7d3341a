"""Recharge campaigns: bonus coins for donations that begin within a period, apart from the donation's own coins."""
