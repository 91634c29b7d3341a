"""Checks addresses of push services: named hosts, https, and public networks alone."""

import asyncio
import socket
from collections.abc import Collection, Sequence
from ipaddress import IPv6Address, ip_address
from typing import Final
from urllib.parse import urlsplit

from gateway.config.networks import Networks

MAX_LENGTH: Final = 2048
PORT: Final = 443
_NO_HOSTS: Final = Networks(
    (
        "::/96",  # IPv4-compatible
        "64:ff9b::/96",  # NAT64
        "64:ff9b:1::/48",  # NAT64 of this network
        "5f00::/16",  # segment routing
        "192.0.0.0/24",  # protocol assignments
        "192.88.99.0/24",  # relays of 6to4
    )
)
"""Networks that Python calls global, and that hold no host of the internet, or lead to one of this network."""


class AddressRefused(Exception):  # noqa: N818 - a property of the name
    """The host of a push service has no public address."""


def host_of(endpoint: str, allowed_hosts: Collection[str]) -> str:
    """Returns the host of an endpoint. Raises ValueError for an address that is not one of a known push service.

    `allowed_hosts`: names; `*.example.com` stands for every name below example.com.
    """
    if len(endpoint) > MAX_LENGTH or not endpoint.isascii() or not endpoint.isprintable() or " " in endpoint:
        raise ValueError("not an address")
    url = urlsplit(endpoint)
    host = url.hostname or ""
    # The comparison refuses all that parsers read differently: user names, other ports, letter case, backslashes.
    if not endpoint.startswith((f"https://{host}/", f"https://{host}:{PORT}/")) or url.fragment or "\\" in endpoint:
        raise ValueError("expected https:// without a port")
    if not any(_matches(host, pattern) for pattern in allowed_hosts):
        raise ValueError("not a known push service")
    return host


def _matches(host: str, pattern: str) -> bool:
    if not all(host.split(".")):
        return False
    return host.endswith(pattern[1:]) if pattern.startswith("*.") else host == pattern


def is_public(address: str) -> bool:
    """Returns False for addresses of this machine, of private networks, and of ways into them."""
    ip = ip_address(address)
    if address in _NO_HOSTS or (isinstance(ip, IPv6Address) and (ip.ipv4_mapped or ip.sixtofour or ip.teredo)):
        return False
    return ip.is_global and not ip.is_multicast


async def resolve(host: str) -> str:
    """Returns the host and port to connect to. Raises AddressRefused, or OSError if the name does not resolve.

    The caller connects to this address, not to the name: a second resolution could answer another one.
    """
    entries = await asyncio.get_running_loop().getaddrinfo(host, PORT, type=socket.SOCK_STREAM)
    return public_address([str(entry[4][0]) for entry in entries])


def public_address(addresses: Sequence[str]) -> str:
    """Returns the first address of a name, with the port. Raises AddressRefused if one of them is not public."""
    if not addresses or not all(map(is_public, addresses)):
        raise AddressRefused
    address = addresses[0]
    return f"[{address}]:{PORT}" if ":" in address else f"{address}:{PORT}"
