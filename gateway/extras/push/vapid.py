"""The site's key pair, which identifies it to push services (VAPID, RFC 8292)."""

from typing import Final

import jwt
from cryptography.hazmat.primitives.asymmetric import ec
from msgspec import Struct

from gateway.database.database import Database
from gateway.database.queries import query
from gateway.database.sealing import DataKeys, SealedRow
from gateway.extras.push.encryption import CURVE, decode, encode, public_point

_KEY_BYTES: Final = 32
_LIFETIME_SECONDS: Final = 12 * 3600
_REFRESH_SECONDS: Final = 3600
_PLACE: Final = SealedRow("push_keys", "", "vapid")


class _StoredKey(Struct, frozen=True):
    sealed: str


KEY = query("push.key", _StoredKey)
ADD_KEY = query("push.add_key", None)


class Vapid:
    """`contact`: the site's https origin, or empty."""

    def __init__(self, key: ec.EllipticCurvePrivateKey, contact: str = "") -> None:
        self._key, self._contact = key, contact
        self._tokens: dict[str, tuple[str, float]] = {}
        self.public_key = encode(public_point(key))

    def authorization(self, origin: str, now: float) -> str:
        """Returns the value of the header `Authorization` for a push service."""
        token, expires_at = self._tokens.get(origin, ("", 0.0))
        if expires_at - now < _REFRESH_SECONDS:
            expires_at = now + _LIFETIME_SECONDS
            claims = {"aud": origin, "exp": int(expires_at)} | ({"sub": self._contact} if self._contact else {})
            token = jwt.encode(claims, self._key, algorithm="ES256")
            self._tokens[origin] = token, expires_at
        return f"vapid t={token}, k={self.public_key}"


class VapidStore:
    """The key in the site schema; made at first use, and the same one for every process."""

    def __init__(self, site: Database, keys: DataKeys, public_url: str) -> None:
        self._site, self._keys = site, keys
        self._contact = public_url if public_url.startswith("https://") else ""
        self._vapid: Vapid | None = None

    async def load(self) -> Vapid:
        """Raises KeyLost or SealBroken if no configured key opens it, and DatabaseUnavailable."""
        if self._vapid is None:
            row = await self._site.one(KEY) or await self._make()
            number = int.from_bytes(decode(self._keys.open(row.sealed, _PLACE)), "big")
            self._vapid = Vapid(ec.derive_private_key(number, CURVE), self._contact)
        return self._vapid

    async def _make(self) -> _StoredKey:
        number = ec.generate_private_key(CURVE).private_numbers().private_value
        sealed_key = self._keys.seal(encode(number.to_bytes(_KEY_BYTES, "big")), _PLACE)
        await self._site.write(ADD_KEY, sealed=sealed_key)
        row = await self._site.one(KEY)
        assert row is not None
        return row
