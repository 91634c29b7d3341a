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
from gateway.doctor.findings import Finding, advice, at_level, bad, ok
from gateway.doctor.public_address import find_cdn
from gateway.features.accounts import shared_logins
from gateway.features.accounts.shared_logins import LoginNetwork
from gateway.http.certificate import CertificateTimes, read_certificate
from gateway.http.forwarded_for import cdn_networks
from gateway.observability.signals import CERTIFICATE, VISITOR_ADDRESSES
from gateway.texts import Text, text

_CDN: Final = text("doctor.address.cdn")


async def check(context: DoctorContext) -> list[Finding]:
    server = context.settings.server
    findings = evaluate(server)
    networks = await shared_logins.networks(context.db.site, int(time.time())) if context.answers("site") else []
    host = urlsplit(server.public_url).hostname or ""
    cdn: Text | str = "" if not host or _is_local(host) else await find_cdn(server.public_url)
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
    message = text("doctor.address.certificate", moment=f"{certificate.ends_at:%Y-%m-%d %H:%M}")
    return [at_level(CERTIFICATE.level(certificate.passed(now)), message, text("doctor.address.renew"))]


def evaluate_networks(networks: Sequence[LoginNetwork], cdn: Text | str, edges: Networks) -> list[Finding]:
    """`networks`: of the last day's logins. `cdn`: name of the CDN that answers at the public address; empty: none."""
    findings: list[Finding] = []
    for row in networks:
        place = row.network.partition("/")[0]
        share = text("doctor.address.share", sessions=row.sessions, total=row.total)
        if place in edges:
            findings.append(bad(text("doctor.address.edge", share=share, network=row.network), _CDN))
        elif not row.network:
            level = "bad" if 2 * row.sessions >= row.total else "advice"
            message = text("doctor.address.no_address", share=share)
            findings.append(at_level(level, message, text("doctor.address.unknown", cdn=_CDN)))
        elif row.share >= VISITOR_ADDRESSES.thresholds.raise_at:
            message = text("doctor.address.one_network", share=share, accounts=row.accounts, network=row.network)
            findings.append(advice(message, text("doctor.address.one_network_do", cdn=_CDN)))
    if findings or not (networks or cdn):
        return findings
    count = text("doctor.address.networks", networks=len(networks))
    if not cdn:
        return [ok(count)]
    if not networks:
        return [advice(text("doctor.address.cdn_unseen", cdn=cdn), _CDN)]
    return [ok(text("doctor.address.cdn_networks", cdn=cdn, networks=count))]


def _check_url(address: str) -> Finding:
    if not address:
        return advice(text("doctor.address.no_url"), text("doctor.address.set"))
    url = urlsplit(address)
    if _is_local(url.hostname or ""):
        message = text("doctor.address.local", address=address, host=url.hostname or "")
        return advice(message, text("doctor.address.set"))
    if url.scheme != "https":
        remedy = text("doctor.address.tls", folder=str(package_data.deploy()))
        return advice(text("doctor.address.no_https", address=address), remedy)
    return ok(text("doctor.address.url", address=address))


def _is_local(host: str) -> bool:
    try:
        return not ip_address(host).is_global
    except ValueError:
        return "." not in host or host.endswith((".localhost", ".local", ".internal"))


def _check_proxies(server: ServerSettings) -> Finding:
    if server.trusted_proxies:
        return ok(text("doctor.address.trusted", proxies=", ".join(server.trusted_proxies)))
    return bad(text("doctor.address.untrusted"), text("doctor.address.proxy"))
