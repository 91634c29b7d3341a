"""Session tokens: signed JWTs with an expiry, bound to a session, the stored password hash and the account's epoch."""

import hashlib
import hmac
from collections.abc import Sequence

import jwt
import msgspec
from cachetools import LRUCache
from msgspec import Struct

from gateway.concurrency.durations import DAY

MAX_LENGTH = 1024  # characters; issued tokens have about 250
MIN_SECRET_LENGTH = 32

_ALGORITHM = "HS256"
_CACHE_SIZE = 4096


class Claims(Struct, frozen=True):
    """Claims of a valid token. `key_index`: of the secret that signed it; 0 is the current one."""

    login: str
    session: str
    fingerprint: str
    key_index: int


class _Payload(Struct, frozen=True, kw_only=True):
    sub: str
    sid: str
    iat: int
    exp: int
    fp: str


# The library checks the signature only; the types and the expiry of the claims are checked here.
_JWS = jwt.PyJWS(algorithms=[_ALGORITHM])
_PAYLOAD = msgspec.json.Decoder(_Payload)


class Tokens:
    """Signs with the first secret and accepts the others as well, so that a secret can be rotated without logouts.

    Raises ValueError if a secret is too short.
    """

    def __init__(self, secrets: Sequence[str], days: int) -> None:
        if any(len(text) < MIN_SECRET_LENGTH for text in secrets):
            raise ValueError(f"a token secret must have at least {MIN_SECRET_LENGTH} characters")
        self._keys = [text.encode() for text in secrets]
        self._ids = [hashlib.sha256(b"gateway token key\0" + key).hexdigest()[:8] for key in self._keys]
        self._lifetime_seconds = days * DAY
        self._cache: LRUCache[str, tuple[Claims, int]] = LRUCache(_CACHE_SIZE)
        """Verified tokens with their claims and expiry in epoch seconds."""

    def issue(self, login: str, session: str, epoch: int, stored_hash: str, now: float) -> str:
        """Returns a token that is valid until the stored hash or the epoch changes, its session ends, or it expires.

        `session`: its id. `epoch`: that of the account. `now`: epoch seconds.
        """
        claims = _Payload(
            sub=login,
            sid=session,
            iat=int(now),
            exp=int(now) + self._lifetime_seconds,
            fp=_fingerprint(self._keys[0], login, epoch, stored_hash),
        )
        header = {"kid": self._ids[0]}
        return _JWS.encode(msgspec.json.encode(claims), self._keys[0], algorithm=_ALGORITHM, headers=header)

    def login_hash(self, name: str) -> str:
        """Returns a keyed hash of a login name for the log, where a mistyped name may be a password."""
        text = b"login name\0" + name.encode("utf-8", "surrogatepass")
        return hmac.new(self._keys[0], text, "sha256").hexdigest()[:12]

    def read(self, token: str, now: float) -> Claims | None:
        """Returns the claims of a valid token, None for any other text. Never raises."""
        entry = self._cache.get(token)
        if entry is None:
            entry = self._verify(token)
            if entry is None:
                return None
            self._cache[token] = entry
        claims, expires_at = entry
        return claims if now < expires_at else None

    def _verify(self, token: str) -> tuple[Claims, int] | None:
        if len(token) > MAX_LENGTH or not token.isascii():
            return None
        try:
            index = self._ids.index(_JWS.get_unverified_header(token)["kid"])
            payload = _PAYLOAD.decode(_JWS.decode(token, self._keys[index], algorithms=[_ALGORITHM]))
        # The library also passes on errors of its base64 and JSON decoders.
        except (jwt.InvalidTokenError, msgspec.MsgspecError, ValueError, TypeError, LookupError, RecursionError):
            return None
        return Claims(login=payload.sub, session=payload.sid, fingerprint=payload.fp, key_index=index), payload.exp

    def matches(self, claims: Claims, epoch: int, stored_hash: str) -> bool:
        """Returns True if epoch and stored hash are those that the token was issued for."""
        fingerprint = _fingerprint(self._keys[claims.key_index], claims.login, epoch, stored_hash)
        return hmac.compare_digest(claims.fingerprint.encode(), fingerprint.encode())


def _fingerprint(key: bytes, login: str, epoch: int, stored_hash: str) -> str:
    """Returns a keyed hash. It includes the login, since most games store unsalted hashes: equal passwords differ."""
    return hmac.digest(key, f"{login}\0{epoch}\0{stored_hash}".encode(), "sha256").hex()[:32]
