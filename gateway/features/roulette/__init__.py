"""The wheel: what there is to win (`wheel`), how a slot is drawn (`fairness`), a spin as one transaction (`spin`).

The routes are those of `handlers`; nothing is imported here, so that the settings can read `wheel`.
"""
