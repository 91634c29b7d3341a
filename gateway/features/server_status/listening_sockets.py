"""Listening TCP sockets of this machine, as the Linux kernel lists them for this process's network namespace."""

import contextlib
import ipaddress
import socket
import sys
from collections.abc import Collection, Iterable, Iterator
from ipaddress import IPv4Address, IPv6Address
from pathlib import Path
from typing import Final

from msgspec import Struct

from gateway.config.networks import parse_ip

TABLES: Final = (Path("/proc/net/tcp"), Path("/proc/net/tcp6"))
"""Absent on other systems, and empty of the sockets of other namespaces, such as those of a container."""
_LISTEN: Final = "0A"

Address = IPv4Address | IPv6Address


class ListeningSocket(Struct, frozen=True):
    """`inode` names the socket: another process, or the same one started again, has another one."""

    address: Address
    port: int
    inode: int


def find_listener(listeners: Iterable[ListeningSocket], addresses: Collection[Address], port: int) -> int | None:
    """Returns the inode of a socket that listens on the port at one of the addresses; None if there is none."""
    inodes = [
        listener.inode
        for listener in listeners
        if listener.port == port and any(_accepts(listener.address, address) for address in addresses)
    ]
    return min(inodes, default=None)


def read_listeners(tables: Iterable[Path] = TABLES) -> list[ListeningSocket]:
    """Reads the kernel's tables; a table that cannot be read has no sockets."""
    listeners: list[ListeningSocket] = []
    for table in tables:
        try:
            text = table.read_text(encoding="ascii")
        except OSError:
            continue
        listeners += _parse(text)
    return listeners


def _parse(text: str) -> Iterator[ListeningSocket]:
    """The first line is a heading. Columns: number, local address, remote address, state, …, inode as the tenth."""
    for line in text.splitlines()[1:]:
        if f" {_LISTEN} " not in line:  # a busy machine has thousands of connections
            continue
        fields = line.split()
        if len(fields) > 9 and fields[3] == _LISTEN:
            address, port = fields[1].split(":")
            yield ListeningSocket(_address(address), int(port, 16), int(fields[9]))


def _address(text: str) -> Address:
    """Reads hexadecimal words of 32 bits in the machine's byte order. An IPv4 address in IPv6 form becomes IPv4."""
    words = [int(text[start : start + 8], 16).to_bytes(4, sys.byteorder) for start in range(0, len(text), 8)]
    address = ipaddress.ip_address(b"".join(words))
    return getattr(address, "ipv4_mapped", None) or address


def _accepts(listening: Address, address: Address) -> bool:
    """A socket at `::` accepts IPv4 connections as well, as those of the game servers do."""
    return listening == address or (listening.is_unspecified and (listening.version, address.version) != (4, 6))


def local_addresses(host: str) -> list[Address]:
    """Returns those addresses of the host that belong to this machine; empty for a remote or an unknown host.

    Asks the resolver, so it may block. Only an address of this machine can be bound.
    """
    try:
        infos = socket.getaddrinfo(host, 0, type=socket.SOCK_DGRAM)
    except OSError:
        return []
    addresses: list[Address] = []
    for family, kind, protocol, _, place in infos:
        address = parse_ip(str(place[0]).partition("%")[0])
        with contextlib.suppress(OSError), socket.socket(family, kind, protocol) as test_socket:
            test_socket.bind(place)
            addresses += [address] if address else []
    return addresses
