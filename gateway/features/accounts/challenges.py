"""Signed challenges: five minutes long, usable once, bound to a purpose and a subject.

A challenge is `<expiry>.<id>.<subject>.<signature>`, so nothing is stored when it is issued. Its use adds a row to the
site schema, whose primary key refuses a second use in every process. Without that schema there are no logins either.
"""

import base64
import binascii
import hashlib
import hmac
import secrets
import time
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from gateway.database.database import Database, DuplicateKey
from gateway.database.queries import query
from gateway.http.errors import ChallengeExpired

LIFETIME_SECONDS: Final = 300
_MAX_LENGTH: Final = 300
_ID_BYTES: Final = 16

USE = query("factors.use_challenge", None)
PRUNE = query("factors.prune_challenges", None)


class Challenge(Struct, frozen=True):
    """The parts of a challenge's text. `subject` is signed, and proves nothing before `Challenges.verify`."""

    expires_at: int
    id: str
    subject: str
    signature: str


class Challenges:
    """Issues challenges with the first of the secrets that all processes share, and verifies with each of them."""

    def __init__(self, secrets: Sequence[str], site: Database) -> None:
        self._keys = [hashlib.sha256(b"login challenge\0" + secret.encode()).digest() for secret in secrets]
        self._site = site

    def issue(self, purpose: str, subject: str = "", bound_to: str = "") -> str:
        """Returns an ASCII text.

        `subject`: a login, or empty. `bound_to`: a text that must be the same at the use, for example the stored hash
        of the password; it is not part of the text.
        """
        challenge = Challenge(
            int(time.time()) + LIFETIME_SECONDS, id=secrets.token_urlsafe(_ID_BYTES), subject=subject, signature=""
        )
        encoded_subject = base64.urlsafe_b64encode(subject.encode()).decode()
        signature = self._signature(self._keys[0], challenge, purpose, bound_to)
        return f"{challenge.expires_at}.{challenge.id}.{encoded_subject}.{signature}"

    def read(self, text: str) -> Challenge:
        """Returns the parts of a text, unverified. Raises ChallengeExpired for a text of another form."""
        try:
            if len(text) > _MAX_LENGTH or not text.isascii():
                raise ValueError
            expires_at, challenge_id, subject, signature = text.split(".")
            return Challenge(
                int(expires_at),
                id=challenge_id,
                subject=base64.urlsafe_b64decode(subject).decode(),
                signature=signature,
            )
        except (ValueError, binascii.Error):
            raise ChallengeExpired from None

    def verify(self, challenge: Challenge, purpose: str, bound_to: str = "") -> None:
        """Raises ChallengeExpired unless `issue` made the challenge for the same arguments, within five minutes."""
        signatures = (self._signature(key, challenge, purpose, bound_to) for key in self._keys)
        if not any(hmac.compare_digest(challenge.signature.encode(), expected.encode()) for expected in signatures):
            raise ChallengeExpired
        if challenge.expires_at < time.time():
            raise ChallengeExpired

    async def use(self, challenge: Challenge) -> None:
        """Marks a verified challenge as used. Raises ChallengeExpired if it was used before."""
        try:
            await self._site.write(USE, id=challenge.id, expires_at=challenge.expires_at)
        except DuplicateKey:
            raise ChallengeExpired from None

    @staticmethod
    def _signature(key: bytes, challenge: Challenge, purpose: str, bound_to: str) -> str:
        parts = (purpose, str(challenge.expires_at), challenge.id, challenge.subject, bound_to)
        return hmac.digest(key, "\0".join(parts).encode("utf-8", "replace"), "sha256").hex()
