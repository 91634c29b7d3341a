"""Rate limiter: exact GCRA arithmetic, bounded keys, and client addresses behind proxies."""

from ipaddress import IPv6Address
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from structlog.testing import capture_logs

from gateway.config.networks import Networks
from gateway.http.forwarded_for import VisitorAddress
from gateway.http.rate_limit import SHARED_ALLOWANCE, AddressLimit, Clients, RateLimiter

RATE, BURST = 10.0, 5
FORWARDED_HEADERS = [(b"x-forwarded-for", b"192.0.2.1")]
pauses = st.lists(st.floats(min_value=0, max_value=2, allow_nan=False), min_size=1, max_size=200)


def scope(peer: str, *forwarded_for: str) -> dict[str, Any]:
    return {"client": (peer, 1), "headers": [(b"x-forwarded-for", value.encode()) for value in forwarded_for]}


@given(pauses)
def test_wait_of_a_refusal_is_exact(pause_list: list[float]) -> None:
    limiter, now = RateLimiter(RATE, BURST), 100.0
    for pause in pause_list:
        now += pause
        if retry_after := limiter.wait("key", now):
            assert 0 < retry_after <= 1 / RATE + 1e-9, "seconds to wait"
            now += retry_after + 1e-9
            assert limiter.wait("key", now) == 0, f"refused again after the wait of {retry_after} s"


@given(pauses)
def test_key_expiry_changes_no_decision(pause_list: list[float]) -> None:
    limiter, now, arrival = RateLimiter(RATE, BURST), 100.0, 0.0
    for pause in pause_list:
        now += pause
        is_admitted = max(arrival, now) - now <= (BURST - 1) / RATE
        distance = abs(max(arrival, now) - now - (BURST - 1) / RATE)
        retry_after = limiter.wait("key", now)
        if distance > 1e-6:
            assert (retry_after == 0) == is_admitted, f"{distance} s from the limit"
        if retry_after == 0:
            arrival = max(arrival, now) + 1 / RATE


@given(st.integers(1, 2**61 - 1), st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1))
def test_key_of_ipv6_is_its_64_bit_network(network: int, interface: int, neighbour: int) -> None:
    clients = Clients((), loopback=False)
    first, second = (str(IPv6Address(network << 64 | host)) for host in (interface, neighbour))
    assert clients.key(scope(first)) == clients.key(scope(second))
    assert clients.key(scope(first)) != clients.key(scope(str(IPv6Address((network + 1) << 64 | interface))))


@pytest.mark.parametrize(
    ("peer", "loopback", "key"),
    [
        ("127.8.8.8", False, ""),
        ("::1", False, ""),
        ("::ffff:127.0.0.1", False, ""),
        ("::1", True, "::/64"),
        ("::ffff:10.1.2.3", False, "10.1.2.3"),
    ],
)
def test_key_exempts_loopback_unless_configured(peer: str, loopback: bool, key: str) -> None:
    assert Clients((), loopback=loopback).key(scope(peer)) == key


@pytest.mark.parametrize(
    ("peer", "forwarded_for", "visitor"),
    [
        ("10.0.0.1", ["198.51.100.7"], "198.51.100.7"),
        ("10.0.0.1", ["198.51.100.7:61598"], "198.51.100.7"),
        ("10.0.0.1", ["1.2.3.4, 198.51.100.7"], "198.51.100.7"),
        ("10.0.0.1", ["1.2.3.4", "198.51.100.7, 10.9.9.9"], "198.51.100.7"),
        ("10.0.0.1", ["10.1.1.1, 10.2.2.2"], "10.1.1.1"),
        ("10.0.0.1", [], "10.0.0.1"),
        ("203.0.113.9", ["198.51.100.7"], "203.0.113.9"),
    ],
)
def test_address_is_the_last_untrusted_hop(peer: str, forwarded_for: list[str], visitor: str) -> None:
    clients = Clients(("10.0.0.0/8",), loopback=False)
    assert clients.address(scope(peer, *forwarded_for)) == clients.key(scope(peer, *forwarded_for)) == visitor


@pytest.mark.parametrize("value", ["", "unknown", "_abc", "198.51.100.7, unknown", "198.51.100.7,"])
def test_unreadable_value_of_a_local_proxy_is_neither_exempt_nor_the_proxy_itself(value: str) -> None:
    clients, single = Clients(("127.0.0.1",), loopback=False), scope("127.0.0.1")
    request = scope("127.0.0.1", value)
    assert clients.visitor(request) == VisitorAddress("", "127.0.0.1", "unreadable")
    assert (clients.key(request), clients.allowance(request)) == ("proxy 127.0.0.1", SHARED_ALLOWANCE)
    assert (clients.key(single), clients.allowance(single)) == ("", 1)


@pytest.mark.parametrize(
    ("peer", "forwarded_for", "headers", "state"),
    [
        ("127.0.0.1", "162.158.1.1", {}, "second_proxy"),
        ("162.158.1.1", "", {}, "second_proxy"),
        ("127.0.0.1", "127.0.0.1", {"cf-ray": "8f-EZE"}, "second_proxy"),
        ("127.0.0.1", "172.17.0.1", {"cdn-loop": "x"}, "second_proxy"),
        ("127.0.0.1", "198.51.100.7", {"cf-ray": "8f-EZE", "cf-connecting-ip": "1.2.3.4"}, "known"),
        ("198.51.100.7", "", {"cf-ray": "8f-EZE", "cf-connecting-ip": "1.2.3.4"}, "known"),
        ("127.0.0.1", "127.0.0.1", {}, "known"),
    ],
)
def test_address_of_an_edge_or_of_this_network_behind_a_cdn_is_a_second_proxy(
    peer: str, forwarded_for: str, headers: dict[str, str], state: str
) -> None:
    clients = Clients(("127.0.0.1",), loopback=False, cdn=Networks(("162.158.0.0/15",)))
    request = scope(peer, *([forwarded_for] if forwarded_for else []))
    request["headers"] += [(name.encode(), value.encode()) for name, value in headers.items()]
    visitor, address = clients.visitor(request), forwarded_for or peer
    assert (visitor.state, visitor.address or visitor.proxy, bool(visitor.proxy)) == (state, address, state != "known")


def test_visitors_of_an_unreadable_proxy_share_a_limit_of_their_own() -> None:
    limit = AddressLimit(Clients(("10.0.0.1",), loopback=False), RATE, BURST)
    unknown_visitors = [limit.refuse(scope("10.0.0.1", "unknown"), 1.0) for _ in range(BURST * SHARED_ALLOWANCE + 1)]
    assert [refusal is None for refusal in unknown_visitors] == [True] * (BURST * SHARED_ALLOWANCE) + [False]
    proxy_requests = [limit.refuse(scope("10.0.0.1"), 1.0) for _ in range(BURST + 1)]
    assert [refusal is None for refusal in proxy_requests] == [True] * BURST + [False]


@pytest.mark.parametrize(
    ("peer", "headers", "event", "state"),
    [
        ("198.51.100.7", FORWARDED_HEADERS, "forwarded_for_untrusted", "untrusted"),
        ("10.0.0.1", FORWARDED_HEADERS, "", "known"),
        ("198.51.100.7", [(b"host", b"x")], "", "known"),
        ("10.0.0.1", [(b"x-forwarded-for", b"203.0.113.9:61598:x")], "visitor_address_unreadable", "unreadable"),
        (
            "10.0.0.1",
            [(b"via", b"1.1 x")],
            "visitor_address_second_proxy",
            "second_proxy",
        ),
    ],
)
def test_unknown_visitors_are_counted_and_logged_without_their_address(
    peer: str, headers: list[tuple[bytes, bytes]], event: str, state: str
) -> None:
    clients = Clients(("10.0.0.0/8",), loopback=False)
    with capture_logs() as lines:
        for _ in range(3):
            clients.count({"client": (peer, 1), "headers": headers})
    assert [line["event"] for line in lines] == ([event] if event else [])
    assert "203.0.113" not in str(lines)
    assert dict(clients.samples()) == {f'fishi_client_addresses_total{{state="{state}"}}': 3}


@pytest.mark.parametrize("burst", [3, 7, 30, 300])
@pytest.mark.parametrize("now", [0.1, 1e5 / 3, 1e7 / 7])
def test_float_rounding_keeps_the_burst(burst: int, now: float) -> None:
    limiter = RateLimiter(burst / 10, burst)
    assert [limiter.wait("a", now) for _ in range(burst)] == [0.0] * burst
    assert limiter.wait("a", now) > 0


def test_keys_are_bounded_and_the_oldest_forgotten_first() -> None:
    limiter = RateLimiter(0.001, 1, max_keys=100)
    for number in range(1000):
        assert limiter.wait(f"{number}", 1.0) == 0
        assert len(limiter) <= 200
    assert limiter.wait("950", 1.0) > 0
    assert limiter.wait("0", 1.0) == 0
    assert [limiter.wait("late", 1.0 + 1001.0 * number) for number in (1, 2)] == [0.0, 0.0]
    assert len(limiter) <= 2, "recovered keys are removed"
