"""Rate limiter: exact GCRA arithmetic, bounded keys, and client addresses behind proxies."""

from ipaddress import IPv6Address
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.http.rate_limit import Clients, RateLimiter

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
        ("10.0.0.1", ["1.2.3.4, 198.51.100.7"], "198.51.100.7"),
        ("10.0.0.1", ["1.2.3.4", "198.51.100.7, 10.9.9.9"], "198.51.100.7"),
        ("10.0.0.1", ["10.1.1.1, 10.2.2.2"], "10.1.1.1"),
        ("10.0.0.1", ["198.51.100.7, nonsense"], "10.0.0.1"),
        ("10.0.0.1", [], "10.0.0.1"),
        ("203.0.113.9", ["198.51.100.7"], "203.0.113.9"),
    ],
)
def test_address_is_the_last_untrusted_hop(peer: str, forwarded_for: list[str], visitor: str) -> None:
    clients = Clients(("10.0.0.0/8",), loopback=False)
    assert clients.address(scope(peer, *forwarded_for)) == clients.key(scope(peer, *forwarded_for)) == visitor


@pytest.mark.parametrize(
    ("peer", "headers", "warnings"),
    [
        ("198.51.100.7", FORWARDED_HEADERS, 1),
        ("10.0.0.1", FORWARDED_HEADERS, 0),
        ("198.51.100.7", [(b"host", b"x")], 0),
    ],
)
def test_forwarded_header_of_an_untrusted_peer_is_logged_once(
    peer: str, headers: list[tuple[bytes, bytes]], warnings: int, capsys: pytest.CaptureFixture[str]
) -> None:
    clients = Clients(("10.0.0.0/8",), loopback=False)
    for _ in range(3):
        clients.warn_if_untrusted({"client": (peer, 1), "headers": headers})
    assert capsys.readouterr().out.count("forwarded_for_untrusted") == warnings


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
