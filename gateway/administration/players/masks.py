"""Masks personal data: enough to recognise it, not enough to use it. Pure."""

import ipaddress
from typing import Final

_DOTS: Final = "•••••"


def mask_email(email: str | None) -> str | None:
    """`marisol@example.org` becomes `m•••••@example.org`."""
    if not email:
        return None
    name, at, domain = email.rpartition("@")
    return f"{name[:1]}{_DOTS}{at}{domain}" if at else _DOTS


def mask_address(address: str | None) -> str | None:
    """Leaves the first half of an IPv4 address, and the first two groups of IPv6."""
    if not address:
        return None
    try:
        ip_address = ipaddress.ip_address(address)
    except ValueError:
        return _DOTS
    if ip_address.version == 4:
        return ".".join([*str(ip_address).split(".")[:2], "•", "•"])
    return ":".join([*ip_address.exploded.split(":")[:2], "•"])
