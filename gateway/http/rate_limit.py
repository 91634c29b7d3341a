"""How often one address may ask: GCRA in this process's memory, and who is asking."""

from collections.abc import Mapping
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any

KNOWN_KEYS = 50_000
ROUNDING = 5e-8  # seconds: what adding up floats may take from a burst


class Throttle:
    """Generic cell rate algorithm: `per_second` on the long run, `burst` at once.

    One number a key: when its allowance will be whole again. Two generations of keys, each as long as a burst takes to
    recover: a key that is dropped with the older one had its whole allowance back, so nothing is ever swept or lost,
    but in a flood of more than `most` keys a generation, of which the oldest are forgotten.
    """

    def __init__(self, per_second: float, burst: int, most: int = KNOWN_KEYS) -> None:
        self._step = 1.0 / per_second
        self._tolerance = (burst - 1) * self._step + ROUNDING
        self._generation = burst * self._step
        self._most = most
        self._turn = 0.0
        self._young: dict[str, float] = {}
        self._old: dict[str, float] = {}

    def wait(self, key: str, now: float) -> float:
        """0.0 when the request is admitted (and counted), else the seconds until one would be."""
        if now >= self._turn or len(self._young) >= self._most:
            self._old, self._young = self._young if now < self._turn + self._generation else {}, {}
            self._turn = now + self._generation
        whole = self._young.get(key) or self._old.get(key) or now
        if whole < now:
            whole = now
        elif whole - now > self._tolerance:
            return whole - now - self._tolerance
        self._young[key] = whole + self._step
        return 0.0

    def give_back(self, key: str, now: float) -> None:
        """Undoes one admission."""
        whole = self._young.get(key) or self._old.get(key) or now
        if whole > now:
            self._young[key] = whole - self._step

    def __len__(self) -> int:
        return len(self._young) + len(self._old)


class Clients:
    """Who is asking: the peer, or, behind a proxy that is trusted, whom it speaks for."""

    def __init__(self, trusted_proxies: tuple[str, ...], *, loopback: bool) -> None:
        self._loopback = loopback
        self._trusted = [ip_network(network, strict=False) for network in trusted_proxies]
        self._keys: dict[str, str] = {}

    def address(self, scope: Mapping[str, Any]) -> str:
        """The address of the visitor. Forwarded headers of a peer that is not trusted are ignored."""
        client = scope["client"]
        peer = client[0] if client else ""
        if not self._trusted or not self._is_trusted(peer):
            return peer
        hops = [
            hop.strip()
            for name, value in scope["headers"]
            if name == b"x-forwarded-for"
            for hop in value.decode("latin-1").split(",")
        ]
        # From the right: what a trusted proxy wrote is believed, everything left of the first stranger is not.
        for hop in reversed(hops):
            if _parsed(hop) is None:
                return peer
            peer = hop
            if not self._is_trusted(hop):
                break
        return peer

    def key(self, scope: Mapping[str, Any]) -> str:
        """What is limited: an IPv4 address or an IPv6 /64; "" for what is exempt."""
        client = scope["client"]
        address = self.address(scope) if self._trusted else client[0] if client else ""
        known = self._keys.get(address)
        if known is None:
            if len(self._keys) >= KNOWN_KEYS:
                self._keys.clear()
            known = self._keys[address] = self._key(address)
        return known

    def _key(self, address: str) -> str:
        parsed = _parsed(address)
        if parsed is None or (parsed.is_loopback and not self._loopback):
            return ""
        return network_of(address)

    def _is_trusted(self, address: str) -> bool:
        parsed = _parsed(address)
        return parsed is not None and any(parsed in network for network in self._trusted)


def network_of(address: str) -> str:
    """Whom an address stands for: an IPv4 address itself, an IPv6 one its /64, which one household has; else itself."""
    parsed = _parsed(address)
    if parsed is None:
        return address
    return str(parsed) if parsed.version == 4 else str(IPv6Network((int(parsed), 64), strict=False))


@lru_cache(4096)
def _parsed(address: str) -> IPv4Address | IPv6Address | None:
    try:
        parsed = ip_address(address)
    except ValueError:
        return None
    return getattr(parsed, "ipv4_mapped", None) or parsed
