"""What the service manager is told: systemd's datagrams, where it asks for them."""

import os
import socket

NOTIFY = "NOTIFY_SOCKET"


def say(*lines: str) -> None:
    """Sends `READY=1`, `STATUS=…` and the like; says nothing where nobody listens."""
    address = os.environ.get(NOTIFY, "")
    if not address:
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as speaker:
        try:
            # A leading @ stands for a name that is in no file system.
            speaker.sendto("\n".join(lines).encode(), "\0" + address[1:] if address.startswith("@") else address)
        except OSError:
            return  # who cannot hear us finds out by itself
