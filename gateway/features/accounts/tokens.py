"""What a player carries after logging in: a signed, expiring name, bound to the password it was issued under."""

import hashlib
import hmac

import jwt
import msgspec
from cachetools import LRUCache
from msgspec import Struct

DAY = 86_400
LONGEST = 1024  # characters; ours have some 250
SHORTEST_SECRET = 32

_ALGORITHM = "HS256"
_REMEMBERED = 4096


class Claims(Struct, frozen=True):
    """What a valid token says. `key_index`: 0 signed with the secret, 1 with the previous one."""

    login: str
    fingerprint: str
    key_index: int


class _Payload(Struct, frozen=True):
    sub: str
    iat: int
    exp: int
    fp: str


# The signature alone is the library's: the claims are judged here, by their types and by the caller's clock.
_JWS = jwt.PyJWS(algorithms=[_ALGORITHM])
_PAYLOAD = msgspec.json.Decoder(_Payload)


class Tokens:
    """Signs with one secret and accepts the previous one beside it, so that a secret can be changed without a log-out.

    ValueError for a secret that is too short to sign with.
    """

    def __init__(self, secret: str, previous: str, days: int) -> None:
        secrets = [secret, previous] if previous else [secret]
        if any(len(each) < SHORTEST_SECRET for each in secrets):
            raise ValueError(f"a token's secret has at least {SHORTEST_SECRET} characters")
        self._keys = [each.encode() for each in secrets]
        self._ids = [hashlib.sha256(b"gateway token key\0" + key).hexdigest()[:8] for key in self._keys]
        self._life = days * DAY
        self._known: LRUCache[str, tuple[Claims, int]] = LRUCache(_REMEMBERED)
        """Of tokens that were found to be ours: what they say, and until when. The very same text says the same."""

    def issue(self, login: str, stored: str, now: float) -> str:
        """A token for the account, good until its stored hash changes or `days` have passed."""
        claims = _Payload(sub=login, iat=int(now), exp=int(now) + self._life, fp=_fingerprint(self._keys[0], stored))
        header = {"kid": self._ids[0]}
        return _JWS.encode(msgspec.json.encode(claims), self._keys[0], algorithm=_ALGORITHM, headers=header)

    def read(self, token: str, now: float) -> Claims | None:
        """What the token says; None unless it is whole, ours and in time. Never raises."""
        known = self._known.get(token)
        if known is None:
            known = self._verified(token)
            if known is None:
                return None
            self._known[token] = known
        claims, expires_at = known
        return claims if now < expires_at else None

    def _verified(self, token: str) -> tuple[Claims, int] | None:
        if len(token) > LONGEST or not token.isascii():
            return None
        try:
            index = self._ids.index(_JWS.get_unverified_header(token)["kid"])
            payload = _PAYLOAD.decode(_JWS.decode(token, self._keys[index], algorithms=[_ALGORITHM]))
        # Beside its own errors the library lets through those of the decoders below it.
        except (jwt.InvalidTokenError, msgspec.MsgspecError, ValueError, TypeError, LookupError, RecursionError):
            return None
        return Claims(payload.sub, payload.fp, index), payload.exp

    def matches(self, claims: Claims, stored: str) -> bool:
        """Whether the account still has the password that the token was issued under."""
        fingerprint = _fingerprint(self._keys[claims.key_index], stored)
        return hmac.compare_digest(claims.fingerprint.encode(), fingerprint.encode())


def _fingerprint(key: bytes, stored: str) -> str:
    return hmac.new(key, stored.encode(), hashlib.sha256).hexdigest()[:32]
