"""The address by which visitors come, and whose word about their own address is believed."""

from __future__ import annotations

from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from gateway.config.settings import Server
from gateway.doctor.context import Patient
from gateway.doctor.findings import Finding, advice, ok

TOPIC: Final = "address"
_SET: Final = "set server.public_url to the origin that visitors type, as https://play.example"


async def look(patient: Patient) -> list[Finding]:
    return judged(patient.settings.server)


def judged(server: Server) -> list[Finding]:
    """The public address and the proxies, without asking anybody."""
    return [_public(server.public_url), *_proxies(server)]


def _public(address: str) -> Finding:
    if not address:
        told = (
            "server.public_url is not set: links for previews and for payments follow what each visitor's browser says"
        )
        return advice(TOPIC, told, _SET)
    url = urlsplit(address)
    if wrong := _unreachable(url.hostname or ""):
        return advice(TOPIC, f"server.public_url ({address}): {wrong}", _SET)
    if url.scheme != "https":
        told = f"server.public_url ({address}) is not https: passwords travel in the open"
        return advice(
            TOPIC, told, "put a proxy with TLS before it (gateway/docs/production.md), and name its https origin"
        )
    return ok(TOPIC, f"visitors come by {address}")


def _unreachable(host: str) -> str:
    """Why nobody else could come by this host; empty where they could."""
    try:
        found = ip_address(host)
    except ValueError:
        if host == "localhost" or host.endswith((".localhost", ".local", ".internal")) or "." not in host:
            return f"{host} is a name of this machine or network alone"
        return ""
    return "" if found.is_global else f"{host} is an address of this machine or network alone"


def _proxies(server: Server) -> list[Finding]:
    if not server.public_url.startswith("https://"):
        return []
    if server.trusted_proxies:
        return [ok(TOPIC, f"X-Forwarded-For is believed of {', '.join(server.trusted_proxies)}")]
    told = (
        "server.trusted_proxies is empty, and https means a proxy: every visitor has its address, so one who tries "
        "passwords locks out all"
    )
    return [advice(TOPIC, told, "name the proxy's address there, and let it set X-Forwarded-For")]
