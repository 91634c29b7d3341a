"""The public address, the proxies whose X-Forwarded-For is trusted, and whether each visitor has an own address."""

import time
from collections.abc import Sequence
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from gateway import package_data
from gateway.config.networks import Networks
from gateway.config.sections import ServerSettings
from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding, advice, bad, ok
from gateway.doctor.public_address import find_cdn
from gateway.features.accounts import shared_logins
from gateway.features.accounts.shared_logins import LoginNetwork
from gateway.http.certificate import CertificateTimes, read_certificate
from gateway.http.forwarded_for import cdn_networks
from gateway.observability.signals import CERTIFICATE, VISITOR_ADDRESSES

_SET: Final = "set server.public_url to the address that visitors type, for example https://play.example"
_TLS: Final = (
    f"put a proxy with TLS in front (nginx.conf and Caddyfile are in {package_data.deploy()}), and set "
    "server.public_url to https://…"
)
_PROXY: Final = (
    "add the proxy's address to server.trusted_proxies, and let the proxy set X-Forwarded-For; without a proxy set "
    "server.direct = true"
)
_CDN: Final = (
    "use the lines for the CDN: `include snippets/cloudflare.conf` in nginx.conf, or `import cloudflare.caddy` in the "
    'Caddyfile ("A CDN in front" in gateway/docs/operators/production.md)'
)
_RENEW: Final = "renew it by hand (certbot renew, or restart Caddy), and read why that did not happen by itself"
_UNKNOWN: Final = (
    "if the log has `visitor_address_unreadable`, let the proxy set X-Forwarded-For to one address; if it has "
    f"`visitor_address_second_proxy`, {_CDN}"
)


async def check(context: DoctorContext) -> list[Finding]:
    server = context.settings.server
    findings = evaluate(server)
    networks = await shared_logins.networks(context.db.site, int(time.time())) if context.answers("site") else []
    host = urlsplit(server.public_url).hostname or ""
    cdn = "" if not host or _is_local(host) else await find_cdn(server.public_url)
    findings += evaluate_certificate(await read_certificate(server.public_url), time.time())
    file = package_data.deploy() / "cloudflare.conf"
    return [*findings, *evaluate_networks(networks, cdn, cdn_networks(file.read_text(encoding="utf-8")))]


def evaluate(server: ServerSettings) -> list[Finding]:
    findings = [_check_url(server.public_url)]
    if server.public_url.startswith("https://") and not server.direct:
        findings.append(_check_proxies(server))
    return findings


def evaluate_certificate(certificate: CertificateTimes | None, now: float) -> list[Finding]:
    """`now`: epoch seconds. No finding without a certificate, or where this machine does not reach the address."""
    if certificate is None:
        return []
    level = CERTIFICATE.level(certificate.passed(now))
    text = f"the certificate at server.public_url ends on {certificate.ends_at:%Y-%m-%d %H:%M} UTC"
    return [ok(text) if level == "ok" else (bad if level == "bad" else advice)(text, _RENEW)]


def evaluate_networks(networks: Sequence[LoginNetwork], cdn: str, edges: Networks) -> list[Finding]:
    """`networks`: of the last day's logins. `cdn`: name of the CDN that answers at the public address; empty: none."""
    findings: list[Finding] = []
    for row in networks:
        place = row.network.partition("/")[0]
        share = f"{row.sessions:,} of {row.total:,} logins of the last day"
        if place in edges:
            text = f"{share} come from {row.network}, a network of Cloudflare: its visitors share limits and addresses"
            findings.append(bad(text, _CDN))
        elif not row.network:
            text = f"{share} have no address: a proxy does not name its visitors, who share limits"
            findings.append((bad if 2 * row.sessions >= row.total else advice)(text, _UNKNOWN))
        elif row.share >= VISITOR_ADDRESSES.thresholds.raise_at:
            text = f"{share}, of {row.accounts:,} accounts, come from {row.network}: probably a proxy in front of ours"
            findings.append(advice(text, f"unless these players share a network: {_CDN}"))
    if findings or not (networks or cdn):
        return findings
    count = f"the last day's logins come from {len(networks):,} networks"
    if not cdn:
        return [ok(count)]
    if not networks:
        return [advice(f"{cdn} answers at server.public_url, and no login has shown yet what addresses arrive", _CDN)]
    return [ok(f"{cdn} answers at server.public_url; {count}, none of them an edge")]


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
