"""Describes a client for the list of sessions: browser and system in words of our own, and a part of its address."""

from typing import Final

from msgspec import Struct

from gateway.config.networks import network_of

# The first match counts: many browsers also name those that they derive from.
_BROWSERS: Final = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "Chrome": "Chrome",
    "Safari": "Safari",
}
_SYSTEMS: Final = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "Macintosh": "Mac",
    "CrOS": "ChromeOS",
    "Linux": "Linux",
}


class Client(Struct, frozen=True):
    """`device`: browser and system, as far as known. `network`: the /24 or /48 of the address."""

    device: str
    network: str


def client_of(address: str, user_agent: str) -> Client:
    return Client(device_of(user_agent), network_of(address, 24, 48))


def device_of(user_agent: str) -> str:
    """Returns a text such as `Firefox, Windows`; empty if neither is known."""
    return ", ".join(_first(_BROWSERS, user_agent) + _first(_SYSTEMS, user_agent))


def _first(names: dict[str, str], text: str) -> list[str]:
    return [name for mark, name in names.items() if mark in text][:1]
