"""Rate limit per address: GCRA in this process's memory, and the client's address behind trusted proxies."""

import math
from collections.abc import Mapping
from functools import lru_cache, partial
from typing import Any

import structlog

from gateway.config.networks import Networks, network_of, parse_ip
from gateway.http.errors import TooManyRequests

MAX_KEYS = 50_000
ROUNDING = 5e-8  # seconds; float sums must not take a request from a burst

log = structlog.stdlib.get_logger("gateway.http")


class RateLimiter:
    """Generic cell rate algorithm: `per_second` on average, `burst` at once.

    Stores one number for each key, the time at which its full burst is available again (GCRA's theoretical arrival
    time). Two generations of keys, each as long as a full recovery: a key that expires with the older one has
    recovered, so no sweep is needed. Above `max_keys` new keys in a generation, the oldest ones are forgotten early.
    """

    def __init__(self, per_second: float, burst: int, max_keys: int = MAX_KEYS) -> None:
        self._interval = 1.0 / per_second
        self._tolerance = (burst - 1) * self._interval + ROUNDING
        self._generation_seconds = burst * self._interval
        self._max_keys = max_keys
        self._rotate_at = 0.0
        self._new: dict[str, float] = {}
        self._old: dict[str, float] = {}

    def wait(self, key: str, now: float) -> float:
        """Returns 0.0 and counts the request if it is admitted, else the seconds until one would be."""
        self._rotate(now)
        arrival = self._new.get(key) or self._old.get(key) or now
        if arrival < now:
            arrival = now
        elif arrival - now > self._tolerance:
            return arrival - now - self._tolerance
        self._new[key] = arrival + self._interval
        return 0.0

    def set(self, key: str, seconds: float, now: float) -> None:
        """Sets a key so that its full burst is available in `seconds`."""
        self._rotate(now)
        self._new[key] = now + seconds

    def _rotate(self, now: float) -> None:
        if now >= self._rotate_at or len(self._new) >= self._max_keys:
            self._old, self._new = self._new if now < self._rotate_at + self._generation_seconds else {}, {}
            self._rotate_at = now + self._generation_seconds

    def give_back(self, key: str, now: float) -> None:
        """Undoes one admission."""
        arrival = self._new.get(key) or self._old.get(key) or now
        if arrival > now:
            self._new[key] = arrival - self._interval

    def __len__(self) -> int:
        return len(self._new) + len(self._old)


class Clients:
    """Finds a client's address: the peer, or behind a trusted proxy the address that the proxy forwards."""

    def __init__(self, trusted_proxies: tuple[str, ...], *, loopback: bool) -> None:
        self._trusted = Networks(trusted_proxies)
        self._key_of = lru_cache(MAX_KEYS)(partial(_limit_key, loopback=loopback))
        self._has_warned = False

    def warn_if_untrusted(self, scope: Mapping[str, Any]) -> None:
        """Logs the first X-Forwarded-For from a peer that is not a trusted proxy."""
        if self._has_warned or b"x-forwarded-for" not in dict(scope["headers"]):
            return
        peer = _peer(scope)
        if peer not in self._trusted:
            self._has_warned = True
            log.warning("forwarded_for_untrusted", peer=peer, setting="server.trusted_proxies")

    def address(self, scope: Mapping[str, Any]) -> str:
        """Returns the client's address. Forwarded headers of an untrusted peer are ignored."""
        peer = _peer(scope)
        if peer not in self._trusted:
            return peer
        hops = [
            hop.strip()
            for name, value in scope["headers"]
            if name == b"x-forwarded-for"
            for hop in value.decode("latin-1").split(",")
        ]
        # From the right, since each trusted proxy appends: entries left of the first untrusted one may be forged.
        for hop in reversed(hops):
            if parse_ip(hop) is None:
                return peer
            peer = hop
            if hop not in self._trusted:
                break
        return peer

    def key(self, scope: Mapping[str, Any]) -> str:
        """Returns the rate limit key, "" for an exempt client."""
        return self._key_of(self.address(scope) if self._trusted else _peer(scope))


class AddressLimit:
    """Rate limit of a group of requests by the client's address."""

    def __init__(self, clients: Clients, per_second: float, burst: int) -> None:
        self.clients = clients
        self._limiter = RateLimiter(per_second, burst)

    def refuse(self, scope: Mapping[str, Any], now: float) -> TooManyRequests | None:
        """Returns the error for a request above the limit; None counts it as admitted."""
        key = self.clients.key(scope)
        wait = self._limiter.wait(key, now) if key else 0.0
        return TooManyRequests(retry_after=math.ceil(wait)) if wait else None


def _peer(scope: Mapping[str, Any]) -> str:
    client = scope["client"]
    return client[0] if client else ""


def _limit_key(address: str, *, loopback: bool) -> str:
    ip = parse_ip(address)
    return network_of(address) if ip and (loopback or not ip.is_loopback) else ""
