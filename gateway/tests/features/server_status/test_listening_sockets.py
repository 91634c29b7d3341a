"""Tests of the kernel's lists of listening sockets: real sockets, and lines that the kernel wrote."""

import os
import socket
import sys
from collections.abc import Generator
from contextlib import closing
from pathlib import Path

import pytest

from gateway.features.server_status.listening_sockets import find_listener, local_addresses, read_listeners

HEADING = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n"
REST = "00000000:00000000 00:00000000 00000000  1000        0"
TCP = (
    f"{HEADING}   0: 0100007F:1E61 00000000:0000 0A {REST} 4101 1 0000000000000000 100 0 0 10 0\n"
    f"   1: 00000000:083A 00000000:0000 0A {REST} 4102 1 0000000000000000 100 0 0 10 0\n"
    f"   2: 0100007F:1E62 0100007F:D431 01 {REST} 4103 1 0000000000000000 20 4 30 10 -1\n"
)
TCP6 = (
    f"{HEADING}   0: 00000000000000000000000000000000:1E63 00000000000000000000000000000000:0000 0A {REST} 4104 1\n"
    f"   1: 0000000000000000FFFF00000100007F:1E64 00000000000000000000000000000000:0000 0A {REST} 4105 1\n"
    f"   2: 00000000000000000000000001000000:1E65 00000000000000000000000000000000:0000 0A {REST} 4106 1\n"
)
LOOPBACK = local_addresses("127.0.0.1")


@pytest.fixture
def tables(tmp_path: Path) -> tuple[Path, Path, Path]:
    for name, text in (("tcp", TCP), ("tcp6", TCP6)):
        (tmp_path / name).write_text(text)
    return tmp_path / "tcp", tmp_path / "tcp6", tmp_path / "absent"


@pytest.mark.skipif(sys.byteorder != "little", reason="the lines are those of a little-endian machine")
@pytest.mark.parametrize(
    ("host", "port", "inode"),
    [
        ("127.0.0.1", 7777, 4101),
        ("127.0.0.2", 7777, None),
        ("127.0.0.2", 2106, 4102),
        ("127.0.0.1", 7778, None),
        ("127.0.0.1", 7779, 4104),
        ("127.0.0.1", 7780, 4105),
        ("127.0.0.1", 7781, None),
    ],
    ids=["address", "other address", "any address", "connected", "any IPv6 address", "IPv4 in IPv6", "IPv6 loopback"],
)
def test_find_listener_matches_port_and_address(
    tables: tuple[Path, ...], host: str, port: int, inode: int | None
) -> None:
    assert find_listener(read_listeners(tables), local_addresses(host), port) == inode


@pytest.fixture
def listening() -> Generator[socket.socket]:
    with closing(socket.create_server(("127.0.0.1", 0))) as listener:
        yield listener


def test_find_listener_names_the_socket_until_it_is_closed(listening: socket.socket) -> None:
    port = listening.getsockname()[1]
    assert find_listener(read_listeners(), LOOPBACK, port) == os.fstat(listening.fileno()).st_ino
    listening.close()
    assert find_listener(read_listeners(), LOOPBACK, port) is None


def test_local_addresses_of_a_remote_or_unknown_host_are_none() -> None:
    assert [str(address) for address in LOOPBACK] == ["127.0.0.1"]
    assert local_addresses("192.0.2.1") == []
    assert local_addresses("game.invalid") == []
