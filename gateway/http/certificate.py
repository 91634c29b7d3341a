"""The certificate that visitors get at the public address, read by a handshake."""

import asyncio
import ssl
from datetime import datetime
from typing import Final
from urllib.parse import urlsplit

from msgspec import Struct

_TIMEOUT_SECONDS: Final = 10
_HTTPS: Final = 443


class CertificateTimes(Struct, frozen=True):
    begins_at: datetime
    ends_at: datetime

    def passed(self, now: float) -> float:
        """Returns the share of its lifetime that has passed at `now` (epoch seconds), in per cent."""
        lifetime = (self.ends_at - self.begins_at).total_seconds()
        return 100 * (now - self.begins_at.timestamp()) / lifetime if lifetime > 0 else 100


async def read_certificate(public_url: str) -> CertificateTimes | None:
    """Returns the times of the certificate; None for an address without TLS, or without an answer."""
    url = urlsplit(public_url)
    if url.scheme != "https" or not url.hostname:
        return None
    try:
        async with asyncio.timeout(_TIMEOUT_SECONDS):
            _, writer = await asyncio.open_connection(
                url.hostname, url.port or _HTTPS, ssl=_context(), server_hostname=url.hostname
            )
    except (OSError, TimeoutError):
        return None
    try:
        return _times(writer.get_extra_info("ssl_object").getpeercert(binary_form=True))
    finally:
        writer.transport.abort()


def _context() -> ssl.SSLContext:
    """Takes any certificate: the times of one that has ended are read as well."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def _times(encoded: bytes) -> CertificateTimes:
    # Imported here: most processes never read a certificate.
    from cryptography import x509

    certificate = x509.load_der_x509_certificate(encoded)
    return CertificateTimes(certificate.not_valid_before_utc, certificate.not_valid_after_utc)
