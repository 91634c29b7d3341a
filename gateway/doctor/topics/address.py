"""The public address, and the proxies whose X-Forwarded-For is trusted."""

from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from gateway import package_data
from gateway.config.sections import ServerSettings
from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding, advice, bad, ok

_SET: Final = "set server.public_url to the address that visitors type, for example https://play.example"
_TLS: Final = (
    f"put a proxy with TLS in front (nginx.conf and Caddyfile are in {package_data.deploy()}), and set "
    "server.public_url to https://…"
)
_PROXY: Final = (
    "add the proxy's address to server.trusted_proxies, and let the proxy set X-Forwarded-For; without a proxy set "
    "server.direct = true"
)


async def check(context: DoctorContext) -> list[Finding]:
    return evaluate(context.settings.server)


def evaluate(server: ServerSettings) -> list[Finding]:
    findings = [_check_url(server.public_url)]
    if server.public_url.startswith("https://") and not server.direct:
        findings.append(_check_proxies(server))
    return findings


def _check_url(address: str) -> Finding:
    if not address:
        text = "server.public_url is not set: links for previews and payments use the Host header of each request"
        return advice(text, _SET)
    url = urlsplit(address)
    if _is_local(url.hostname or ""):
        text = f"server.public_url ({address}): {url.hostname} is known on this machine or network only"
        return advice(text, _SET)
    if url.scheme != "https":
        return advice(f"server.public_url ({address}) is not https: passwords travel unencrypted", _TLS)
    return ok(f"server.public_url is {address}")


def _is_local(host: str) -> bool:
    try:
        return not ip_address(host).is_global
    except ValueError:
        return "." not in host or host.endswith((".localhost", ".local", ".internal"))


def _check_proxies(server: ServerSettings) -> Finding:
    if server.trusted_proxies:
        return ok(f"X-Forwarded-For is trusted from {', '.join(server.trusted_proxies)}")
    text = (
        "server.trusted_proxies is empty, but https means a proxy: all visitors would appear under its address, so "
        "`gateway serve` does not start"
    )
    return bad(text, _PROXY)
