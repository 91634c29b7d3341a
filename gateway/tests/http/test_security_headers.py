"""The policy of built pages."""

import base64
from hashlib import sha256

from gateway.http.security_headers import allow_inline, page_headers


def test_script_within_a_page_is_allowed_by_its_hash_alone() -> None:
    html = b'<script>a()</script><script type="application/json">{}</script><script src="/b.js"></script>'
    [policy] = [value for name, value in allow_inline(page_headers(""), html) if name == b"content-security-policy"]
    script_hash = base64.b64encode(sha256(b"a()").digest())
    assert b"; script-src 'self' 'sha256-" + script_hash + b"'; style-src 'self';" in policy
