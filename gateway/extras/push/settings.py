"""The section `push`: hosts of push services."""

import re
from typing import Annotated

import msgspec

_HOST_PATTERN = re.compile(r"(\*\.)?([a-z0-9-]+\.)+[a-z0-9-]+")


class PushSettings(msgspec.Struct, frozen=True, kw_only=True):
    allowed_hosts: Annotated[
        tuple[str, ...],
        "Hosts of push services that messages are sent to; *. stands for names below; comma separated; empty: no push.",
    ] = (
        "fcm.googleapis.com",
        "jmt17.google.com",  # the same service, for builds of Chromium without Google's keys
        "*.push.services.mozilla.com",
        "*.notify.windows.com",
        "web.push.apple.com",
        "*.push.apple.com",
    )

    def __post_init__(self) -> None:
        for host in self.allowed_hosts:
            if not _HOST_PATTERN.fullmatch(host):
                raise ValueError(f"allowed_hosts: {host!r} is no host such as push.example.com or *.example.com")


SECTION = PushSettings
