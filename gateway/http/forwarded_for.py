"""The visitor of a request: X-Forwarded-For, read from right to left past trusted proxies.

Right to left, since each proxy appends: an entry left of the first untrusted address may be forged. An entry is an
address, also with a port, in brackets, or with a zone. Everything else (`unknown`, an obfuscated name, an empty entry)
is unreadable, and the visitor unknown: the proxy is never taken for the visitor.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Literal

from msgspec import Struct

from gateway.config.networks import Networks, parse_ip

AddressState = Literal["known", "unreadable", "second_proxy"]

_ENTRY_MAX: Final = 64  # an IPv6 address has 45 characters, a port 6
_IPV6: Final = r"[0-9A-Fa-f]*:[0-9A-Fa-f:.]+"
_ZONE: Final = r"(?:%[0-9A-Za-z._~-]{1,15})?"
_ENTRY: Final = re.compile(
    rf"(?P<ipv4>[0-9.]+)(?::[0-9]{{1,5}})?|\[(?P<bracketed>{_IPV6}){_ZONE}\](?::[0-9]{{1,5}})?|(?P<ipv6>{_IPV6}){_ZONE}"
)
CDN_HEADERS: Final = frozenset(
    {
        *(b"cdn-loop", b"cf-ray", b"via", b"x-amz-cf-id", b"x-azure-ref"),
        *(b"cf-connecting-ip", b"true-client-ip", b"fastly-client-ip", b"ddg-connecting-ip", b"x-sucuri-clientip"),
    }
)
"""Headers that a CDN adds to each request. The shipped proxies pass on those of the first line alone."""
LOCAL_NETWORKS: Final = Networks(
    (
        *("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10"),
        *("::1/128", "fc00::/7", "fe80::/10"),
    )
)
"""Networks of proxies and containers. A visitor has such an address only without a CDN in between."""
_CDN_NETWORK: Final = re.compile(r"^set_real_ip_from ([0-9A-Fa-f:./]+);", re.MULTILINE)


class VisitorAddress(Struct, frozen=True):
    """`address`: of the visitor; empty if unknown. `proxy`: the address that did not name the visitor; else empty."""

    address: str
    proxy: str = ""
    state: AddressState = "known"


def read_entry(entry: str) -> str | None:
    """Returns the address of an entry in its canonical form, without port, brackets and zone; None if unreadable."""
    return _read(entry) if len(entry) <= _ENTRY_MAX else None


@lru_cache(4096)
def _read(entry: str) -> str | None:
    match = _ENTRY.fullmatch(entry)
    ip = parse_ip(match["ipv4"] or match["bracketed"] or match["ipv6"]) if match else None
    return str(ip) if ip else None


def find_visitor(peer: str, values: Sequence[str], trusted: Networks) -> VisitorAddress:
    """`peer`: address of the connection. `values`: of all X-Forwarded-For lines, in their order."""
    address = read_entry(peer) or peer
    if address not in trusted:
        return VisitorAddress(address)
    for entry in reversed([entry.strip() for value in values for entry in value.split(",")]):
        hop = read_entry(entry)
        if hop is None:
            return VisitorAddress("", address, "unreadable")
        address = hop
        if hop not in trusted:
            break
    return VisitorAddress(address)


def shape_of(values: Sequence[str]) -> str:
    """Returns the form of a header for the log, which holds no address of a visitor: letters as a, digits as 9."""
    text = ", ".join(values)[:_ENTRY_MAX]
    return re.sub(r"[^ -~]", "?", re.sub(r"[^\W\d_]", "a", re.sub(r"\d", "9", text)))


def cdn_networks(configuration: str) -> Networks:
    """Returns the networks that an nginx file of a CDN trusts."""
    return Networks(_CDN_NETWORK.findall(configuration))
