"""Rate limit per address: GCRA in this process's memory, by the address of the visitor behind trusted proxies."""

import math
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache, partial
from typing import Any, Final, Literal, cast

import structlog

from gateway.config.networks import Networks, network_of, parse_ip
from gateway.http.errors import TooManyRequests
from gateway.http.forwarded_for import CDN_HEADERS, LOCAL_NETWORKS, AddressState, VisitorAddress, find_visitor, shape_of
from gateway.observability.logging import RateLimitedLogger
from gateway.observability.metrics import Samples, series

MAX_KEYS = 50_000
ROUNDING = 5e-8  # seconds; float sums must not take a request from a burst
SHARED_ALLOWANCE: Final = 20
"""Times a limit by address for visitors that cannot be told apart, since their proxy does not name them."""
NO_NETWORKS: Final = Networks(())
_CACHED_LENGTH: Final = 200  # characters of the header; longer ones are resolved each time
_VISITOR: Final = "gateway.visitor"  # the key in the ASGI scope
_PROXY: Final = "proxy "  # begins the key of unknown visitors


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

    def remaining(self, key: str, now: float) -> float:
        """Returns the seconds until the key's full burst is available."""
        return max(0.0, (self._new.get(key) or self._old.get(key) or now) - now)

    def __len__(self) -> int:
        return len(self._new) + len(self._old)


class Clients:
    """Finds the visitor of a request and its rate limit key, and counts requests whose visitor is unknown."""

    def __init__(self, trusted_proxies: tuple[str, ...], *, loopback: bool, cdn: Networks = NO_NETWORKS) -> None:
        """`cdn`: networks from which a CDN connects; no visitor has such an address."""
        self._trusted = Networks(trusted_proxies)
        self._cdn = cdn
        self._key_of = lru_cache(MAX_KEYS)(partial(_limit_key, loopback=loopback))
        self._is_trusted = lru_cache(MAX_KEYS)(self._trusted.__contains__)
        self._find_cached = lru_cache(MAX_KEYS)(self._find)
        self._states = Counter[AddressState | Literal["untrusted"]]()
        self._log = RateLimitedLogger(structlog.stdlib.get_logger("gateway.http"))

    def visitor(self, scope: Mapping[str, Any]) -> VisitorAddress:
        """Returns the visitor, which the scope keeps: limits, sessions and the log ask for it in turn."""
        visitor: VisitorAddress | None = scope.get(_VISITOR)
        if visitor is None:
            visitor = cast("dict[str, Any]", scope)[_VISITOR] = self._visitor_of(scope)
        return visitor

    def _visitor_of(self, scope: Mapping[str, Any]) -> VisitorAddress:
        """Ignores forwarded headers of an untrusted peer."""
        peer = _peer(scope)
        values = tuple(_forwarded_for(scope)) if self._is_trusted(peer) else ()
        is_short = sum(map(len, values)) <= _CACHED_LENGTH
        visitor, place = self._find_cached(peer, values) if is_short else self._find(peer, values)
        # A visitor can send a CDN's header, but not from an address of this network.
        if place == "local" and not CDN_HEADERS.isdisjoint([name for name, _ in scope["headers"]]):
            return VisitorAddress("", visitor.address, "second_proxy")
        return visitor

    def address(self, scope: Mapping[str, Any]) -> str:
        """Returns the visitor's address; empty if unknown."""
        return self.visitor(scope).address

    def key(self, scope: Mapping[str, Any]) -> str:
        """Returns the rate limit key, "" for an exempt visitor. Unknown visitors share that of their proxy."""
        visitor = self.visitor(scope)
        return f"{_PROXY}{visitor.proxy}" if visitor.proxy else self._key_of(visitor.address)

    def allowance(self, scope: Mapping[str, Any]) -> int:
        """Returns how many times a limit by address holds for the key of this request."""
        return SHARED_ALLOWANCE if self.visitor(scope).proxy else 1

    def count(self, scope: Mapping[str, Any]) -> None:
        """Counts what is known of the visitor, and logs what is wrong with it, at most once a minute."""
        visitor, values = self.visitor(scope), _forwarded_for(scope)
        state: AddressState | Literal["untrusted"] = visitor.state
        if state != "known":
            self._log.warning(f"visitor_address_{state}", proxy=visitor.proxy, value=shape_of(values))
        elif values and not self._is_trusted(peer := _peer(scope)):
            state = "untrusted"
            self._log.warning("forwarded_for_untrusted", peer=peer, setting="server.trusted_proxies")
        self._states[state] += 1

    def samples(self) -> Samples:
        for state, requests in self._states.items():
            yield series("fishi_client_addresses_total", state=state), requests

    def _find(self, peer: str, values: tuple[str, ...]) -> tuple[VisitorAddress, Literal["local", ""]]:
        """Returns the visitor, and "local" if the address is one of this machine or network."""
        visitor = find_visitor(peer, values, self._trusted)
        if visitor.address in self._cdn:
            return VisitorAddress("", visitor.address, "second_proxy"), ""
        return visitor, "local" if visitor.address in LOCAL_NETWORKS else ""


class AddressLimit:
    """Rate limit of a group of requests by the visitor's address; visitors of one proxy share a higher one."""

    def __init__(self, clients: Clients, per_second: float, burst: int) -> None:
        self.clients = clients
        self._limiter = RateLimiter(per_second, burst)
        self._shared = RateLimiter(per_second * SHARED_ALLOWANCE, burst * SHARED_ALLOWANCE)

    def refuse(self, scope: Mapping[str, Any], now: float) -> TooManyRequests | None:
        """Returns the error for a request above the limit; None counts it as admitted."""
        key = self.clients.key(scope)
        limiter = self._shared if key.startswith(_PROXY) else self._limiter
        wait = limiter.wait(key, now) if key else 0.0
        return TooManyRequests(retry_after=math.ceil(wait)) if wait else None


def _peer(scope: Mapping[str, Any]) -> str:
    client = scope["client"]
    return client[0] if client else ""


def _forwarded_for(scope: Mapping[str, Any]) -> list[str]:
    return [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]


def _limit_key(address: str, *, loopback: bool) -> str:
    ip = parse_ip(address)
    return network_of(address) if ip and (loopback or not ip.is_loopback) else ""
