"""Chooses the hash of new passwords by the hashes that a login server has stored, and by the column for new ones.

A pack may differ from its family: an old aCis has SHA-1 in a column of 45 characters, where its family has bcrypt.
"""

from collections.abc import Iterable, Mapping
from typing import Final

import msgspec

from gateway.game.families import Family, PasswordScheme
from gateway.game.passwords import scheme_of

SAMPLE_ROWS: Final = 100
"""Accounts of which install and the doctor read the hash, at most."""
HASH_CHARACTERS: Final[Mapping[PasswordScheme, int]] = {"sha1": 28, "bcrypt": 60, "whirlpool": 88}


class UnusableHash(Exception):  # noqa: N818 - it names what was found
    """New passwords cannot be written so that the login server accepts them; the message has the reason."""


class StoredHashes(msgspec.Struct, frozen=True):
    """Numbers of stored hashes by format, without the hashes. `unknown_count`: in no known format."""

    counts: Mapping[PasswordScheme, int]
    unknown_count: int

    @property
    def total(self) -> int:
        return sum(self.counts.values()) + self.unknown_count

    @property
    def is_unknown(self) -> bool:
        """True if most rows are in no known format: a few may be of accounts that were closed by hand."""
        return self.unknown_count > sum(self.counts.values())

    @property
    def only_scheme(self) -> PasswordScheme | None:
        """The format of all rows with a known one; None without such a row, and for more than one format."""
        return next(iter(self.counts)) if len(self.counts) == 1 and not self.is_unknown else None

    def __str__(self) -> str:
        counts = [f"{count} {scheme}" for scheme, count in sorted(self.counts.items())]
        unknown = [f"{self.unknown_count} of an unknown format"] if self.unknown_count else []
        return ", ".join([*counts, *unknown]) or "no account with a password"


def count_hashes(stored_hashes: Iterable[str | None]) -> StoredHashes:
    """Counts the formats. Accounts without a password are left out."""
    counts: dict[PasswordScheme, int] = {}
    unknown_count = 0
    for stored_hash in stored_hashes:
        if scheme := scheme_of(stored_hash or ""):
            counts[scheme] = counts.get(scheme, 0) + 1
        elif stored_hash:
            unknown_count += 1
    return StoredHashes(counts, unknown_count)


def choose_scheme(hash_counts: StoredHashes, family: Family) -> tuple[PasswordScheme, str]:
    """Returns the hash of new passwords, and why. Raises UnusableHash if the format of the stored ones is unknown."""
    if hash_counts.is_unknown:
        raise UnusableHash(
            f"the passwords in `accounts` are in a format that the gateway does not know ({hash_counts})"
        )
    if scheme := hash_counts.only_scheme:
        return scheme, f"as the accounts that were read ({hash_counts})"
    return family.hashing, f"that of {family.title}; the accounts that were read do not tell ({hash_counts})"


def check_width(scheme: PasswordScheme, characters: int) -> None:
    """Raises UnusableHash if the password column is too narrow. `characters`: its width, 0 if unknown."""
    needed = HASH_CHARACTERS[scheme]
    if 0 < characters < needed:
        raise UnusableHash(
            f"`accounts.password` holds {characters} characters, and a password as {scheme} has {needed}: the login "
            "server of this pack writes another format"
        )
