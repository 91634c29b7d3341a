"""IP addresses, and the networks that they belong to."""

from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network


class Networks(tuple[IPv4Network | IPv6Network, ...]):
    """Configured addresses and networks; a text is in them if it is an address of one."""

    __slots__ = ()

    def __new__(cls, networks: Iterable[str]) -> "Networks":
        return super().__new__(cls, (ip_network(network, strict=False) for network in networks))

    def __contains__(self, address: object) -> bool:
        ip = parse_ip(address) if isinstance(address, str) else None
        return ip is not None and any(ip in network for network in self)


def network_of(address: str, ipv4: int = 32, ipv6: int = 64) -> str:
    """Returns the network of that prefix, an IPv4 address alone as it is. A text that is no address stays as it is."""
    ip = parse_ip(address)
    if ip is None:
        return address
    prefix = ipv4 if ip.version == 4 else ipv6
    return str(ip) if prefix == ip.max_prefixlen else str(ip_network((ip, prefix), strict=False))


@lru_cache(4096)
def parse_ip(address: str) -> IPv4Address | IPv6Address | None:
    """Returns the IPv4 address of one that is mapped into IPv6; None for a text that is no address."""
    try:
        ip = ip_address(address)
    except ValueError:
        return None
    return getattr(ip, "ipv4_mapped", None) or ip


def check_networks(key: str, networks: tuple[str, ...]) -> None:
    """Raises ValueError."""
    for network in networks:
        try:
            ip_network(network, strict=False)
        except ValueError as error:
            raise ValueError(f"{key}: {error}") from None
