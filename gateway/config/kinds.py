"""Types and marks of settings."""

from ipaddress import ip_network
from typing import Annotated

from msgspec import Meta

Port = Annotated[int, Meta(ge=0, le=65535)]
Count = Annotated[int, Meta(ge=1)]
Milliseconds = Annotated[int, Meta(ge=1, le=600_000)]
Seconds = Annotated[int, Meta(ge=1, le=86_400)]


class Secret:
    """Marks a setting that is never shown."""


class File:
    """Marks a path, which in the configuration file is relative to that file."""


def check_networks(key: str, networks: tuple[str, ...]) -> None:
    """Raises ValueError."""
    for network in networks:
        try:
            ip_network(network, strict=False)
        except ValueError as error:
            raise ValueError(f"{key}: {error}") from None
