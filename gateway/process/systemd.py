"""Notifications to systemd, for units of `Type=notify`."""

import os
import socket
from contextlib import suppress


def notify(state: str) -> None:
    """Sends `READY=1` or the like to the service manager, if there is one."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if address:
        # A leading @ stands for the abstract namespace.
        target = "\0" + address[1:] if address.startswith("@") else address
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager, suppress(OSError):
            manager.sendto(state.encode(), target)
