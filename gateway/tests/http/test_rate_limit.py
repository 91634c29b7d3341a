"""The limit by address: exact by its own arithmetic, and nobody can talk his way into another's allowance."""

from ipaddress import IPv6Address
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.http.rate_limit import Clients, Throttle

RATE, BURST = 10.0, 5
pauses = st.lists(st.floats(min_value=0, max_value=2, allow_nan=False), min_size=1, max_size=200)


def scope(peer: str, *forwarded: str) -> dict[str, Any]:
    return {"client": (peer, 1), "headers": [(b"x-forwarded-for", each.encode()) for each in forwarded]}


@given(pauses)
def test_no_stretch_of_time_admits_more_than_burst_and_rate(waits: list[float]) -> None:
    throttle, now = Throttle(RATE, BURST), 100.0
    admitted: list[float] = []
    for wait in waits:
        now += wait
        if throttle.wait("somebody", now) == 0:
            admitted.append(now)
    for first in range(len(admitted)):
        for last in range(first, len(admitted)):
            assert last - first + 1 <= BURST + RATE * (admitted[last] - admitted[first]) + 1e-6


@given(pauses)
def test_a_refusal_says_exactly_how_long_to_wait(waits: list[float]) -> None:
    throttle, now = Throttle(RATE, BURST), 100.0
    for wait in waits:
        now += wait
        if refused := throttle.wait("somebody", now):
            assert 0 < refused <= 1 / RATE + 1e-9
            now += refused + 1e-9
            assert throttle.wait("somebody", now) == 0


@given(pauses)
def test_forgetting_keys_changes_no_decision(waits: list[float]) -> None:
    throttle, now, whole = Throttle(RATE, BURST), 100.0, 0.0
    for wait in waits:
        now += wait
        expected = max(whole, now) - now <= (BURST - 1) / RATE
        distance = abs(max(whole, now) - now - (BURST - 1) / RATE)
        refused = throttle.wait("somebody", now)
        if distance > 1e-6:
            assert (refused == 0) == expected
        if refused == 0:
            whole = max(whole, now) + 1 / RATE


def test_a_burst_is_admitted_and_not_one_more() -> None:
    throttle = Throttle(100, 300)
    assert [throttle.wait("a", 5.0) for _ in range(300)] == [0.0] * 300
    assert throttle.wait("a", 5.0) > 0
    assert throttle.wait("b", 5.0) == 0


def test_keys_are_forgotten() -> None:
    throttle = Throttle(100, 300)
    for number in range(1000):
        throttle.wait(f"early {number}", 1.0)
    for number in range(10):
        throttle.wait(f"late {number}", 1.0 + 4.0 * number)
    assert len(throttle) < 10


@given(st.integers(1, 2**61 - 1), st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1))
def test_one_network_of_ipv6_is_one_visitor(network: int, interface: int, neighbour: int) -> None:
    clients = Clients((), loopback=False)
    one, two = (str(IPv6Address(network << 64 | each)) for each in (interface, neighbour))
    assert clients.key(scope(one)) == clients.key(scope(two))
    assert clients.key(scope(one)) != clients.key(scope(str(IPv6Address((network + 1) << 64 | interface))))


@pytest.mark.parametrize("peer", ["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"])
def test_loopback_is_exempt_unless_asked(peer: str) -> None:
    assert Clients((), loopback=False).key(scope(peer)) == ""
    assert Clients((), loopback=True).key(scope(peer)) != ""


def test_ipv4_in_ipv6_is_the_same_visitor() -> None:
    clients = Clients((), loopback=False)
    assert clients.key(scope("::ffff:10.1.2.3")) == clients.key(scope("10.1.2.3")) == "10.1.2.3"


@given(st.lists(st.text(max_size=40), max_size=4))
def test_a_stranger_s_forwarded_headers_are_ignored(forwarded: list[str]) -> None:
    clients = Clients(("10.0.0.0/8",), loopback=False)
    asked = {"client": ("203.0.113.9", 1), "headers": [(b"x-forwarded-for", each.encode()) for each in forwarded]}
    assert clients.key(asked) == "203.0.113.9"


@pytest.mark.parametrize(
    ("forwarded", "visitor"),
    [
        (["198.51.100.7"], "198.51.100.7"),
        (["1.2.3.4, 198.51.100.7"], "198.51.100.7"),
        (["1.2.3.4", "198.51.100.7, 10.9.9.9"], "198.51.100.7"),
        (["10.1.1.1, 10.2.2.2"], "10.1.1.1"),
        (["198.51.100.7, nonsense"], "10.0.0.1"),
        ([], "10.0.0.1"),
    ],
)
def test_a_trusted_proxy_is_believed_up_to_the_first_stranger(forwarded: list[str], visitor: str) -> None:
    clients = Clients(("10.0.0.0/8",), loopback=False)
    assert clients.address(scope("10.0.0.1", *forwarded)) == visitor


@pytest.mark.parametrize("burst", [3, 7, 30, 300])
@pytest.mark.parametrize("now", [0.1, 1e5 / 3, 1e7 / 7])
def test_sums_of_floats_take_nothing_from_a_burst(burst: int, now: float) -> None:
    throttle = Throttle(burst / 10, burst)
    assert [throttle.wait("a", now) for _ in range(burst)] == [0.0] * burst
    assert throttle.wait("a", now) > 0


def test_what_is_given_back_did_not_count() -> None:
    throttle = Throttle(1, 2)
    throttle.give_back("a", 5.0)
    assert [throttle.wait("a", 5.0) for _ in range(2)] == [0.0, 0.0]
    throttle.give_back("a", 5.0)
    assert throttle.wait("a", 5.0) == 0
    assert throttle.wait("a", 5.0) > 0


def test_a_flood_of_keys_is_bounded_and_forgets_the_oldest_first() -> None:
    throttle = Throttle(0.001, 1, most=100)
    for number in range(1000):
        assert throttle.wait(f"{number}", 1.0) == 0
        assert len(throttle) <= 200
    assert throttle.wait("950", 1.0) > 0
    assert throttle.wait("0", 1.0) == 0
