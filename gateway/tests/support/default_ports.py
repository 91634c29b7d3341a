"""The ports that the settings have by default, held during the tests as a demo or a game beside them holds them."""

import socket
from collections.abc import Generator
from contextlib import ExitStack, contextmanager, suppress

from gateway.config.settings import KEYS

ADDRESSES = ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1"))


def default_ports() -> set[int]:
    """Returns the default of each setting that is a port. 0 means a free one, or off."""
    keys = [key for key in KEYS.values() if key.name == "port" or key.name.endswith("_port")]
    return {key.default for key in keys if key.default}


@contextmanager
def held_default_ports() -> Generator[None]:
    """Listens on the ports that are free; another test worker, or a demo, holds the others."""
    with ExitStack() as stack:
        for port in default_ports():
            for family, host in ADDRESSES:
                with suppress(OSError):
                    listener = stack.enter_context(socket.socket(family))
                    listener.bind((host, port))
                    listener.listen()
        yield
