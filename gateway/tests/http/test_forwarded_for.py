"""Property tests of X-Forwarded-For: what is read, what is refused, and that a visitor forges nothing."""

from ipaddress import IPv4Address, IPv6Address, ip_address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.config.networks import Networks
from gateway.http.forwarded_for import VisitorAddress, find_visitor, read_entry, shape_of

TRUSTED = Networks(("10.0.0.0/8", "2001:db8:ffff::/48"))
PROXY = "10.0.0.1"

addresses = st.one_of(st.ip_addresses(v=4), st.ip_addresses(v=6))
ports = st.integers(0, 65_535)
strangers = addresses.map(lambda ip: getattr(ip, "ipv4_mapped", None) or ip).filter(lambda ip: str(ip) not in TRUSTED)
trusted_hops = st.integers(0, 2**24 - 1).map(lambda host: str(IPv4Address((10 << 24) + host)))
lines = st.lists(st.text(st.characters(max_codepoint=255), max_size=80), max_size=4)


def spellings(ip: IPv4Address | IPv6Address, port: int) -> list[str]:
    if isinstance(ip, IPv4Address):
        return [str(ip), f"{ip}:{port}", f"::ffff:{ip}", f"[::ffff:{ip}]:{port}"]
    return [str(ip), ip.exploded.upper(), f"[{ip}]", f"[{ip}]:{port}", f"{ip}%eth0", f"[{ip}%25en1]:{port}"]


@given(addresses, ports)
def test_read_entry_every_spelling_of_an_address_returns_the_address(ip: IPv4Address | IPv6Address, port: int) -> None:
    expected = str(getattr(ip, "ipv4_mapped", None) or ip)
    assert {read_entry(text) for text in spellings(ip, port)} == {expected}


@given(st.text(st.characters(max_codepoint=255), max_size=70))
def test_read_entry_returns_none_or_a_canonical_address(text: str) -> None:
    address = read_entry(text)
    assert address is None or address == str(ip_address(address)) == read_entry(address)


@pytest.mark.parametrize(
    "entry",
    [
        *("", "unknown", "_hidden", "localhost", "for=192.0.2.1", '"[2001:db8::1]:4"', "192.0.2.1 192.0.2.2"),
        *("192.0.2", "192.0.2.256", "010.0.2.1", "192.0.2.1:", "192.0.2.1:port", "192.0.2.1:123456", "[192.0.2.1]:80"),
        *(
            "[2001:db8::1",
            "2001:db8::1]",
            "[2001:db8::1]x",
            "::1%",
            "::1%a b",
            "192.0.2.1%eth0",
            "¹92.0.2.1",
            "::1" * 40,
        ),
    ],
)
def test_read_entry_refuses_what_is_no_address(entry: str) -> None:
    assert read_entry(entry) is None
    assert find_visitor(PROXY, [entry], TRUSTED) == VisitorAddress("", PROXY, "unreadable")


@given(strangers, ports, lines, st.lists(trusted_hops, max_size=3), st.data())
def test_visitor_is_the_last_untrusted_entry_whatever_stands_left_of_it(
    ip: IPv4Address | IPv6Address, port: int, forged: list[str], hops: list[str], data: st.DataObject
) -> None:
    entry = data.draw(st.sampled_from(spellings(ip, port)))
    right_side = ", ".join([entry, *hops])
    assert find_visitor(PROXY, [*forged, right_side], TRUSTED) == VisitorAddress(str(ip))
    assert find_visitor(PROXY, [*forged, *right_side.split(", ")], TRUSTED) == VisitorAddress(str(ip)), "several lines"


@given(strangers, lines)
def test_header_of_an_untrusted_peer_is_ignored(peer: IPv4Address | IPv6Address, forged: list[str]) -> None:
    assert find_visitor(str(peer), forged, TRUSTED) == VisitorAddress(str(peer))


@given(lines, st.lists(trusted_hops, max_size=3))
def test_proxy_is_the_visitor_only_if_it_says_so(forged: list[str], hops: list[str]) -> None:
    """Whatever a trusted proxy sends, its own address comes out only without a header, or if the header names it."""
    values = [*forged, *hops]
    visitor = find_visitor(PROXY, values, TRUSTED)
    named_addresses = {read_entry(entry.strip()) for value in values for entry in value.split(",")}
    if visitor.state == "unreadable":
        assert visitor.address == ""
        assert visitor.proxy in {PROXY, *hops, *named_addresses}
    else:
        assert visitor.address in (named_addresses if values else {PROXY})


@given(lines)
def test_shape_for_the_log_holds_no_letter_or_digit_of_the_value(values: list[str]) -> None:
    text = shape_of(values)
    assert text.isascii()
    assert not set(text) & set("bcdef01234568")
