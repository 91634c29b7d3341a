"""The certificates that outgoing HTTPS trusts: `SSL_CERT_FILE`, or else the list of Mozilla that comes with httpx."""

import ssl
from functools import cache


@cache
def trusted_certificates() -> ssl.SSLContext:
    """Returns the one context of all clients of this process: each would take some 15 ms of the start."""
    # Imported here: without a client the service does not load the library.
    import httpx

    return httpx.create_ssl_context()
