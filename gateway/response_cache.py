"""Finished public responses as bytes, in front of the framework."""

from collections.abc import Collection
from typing import Any

import msgspec

POLICY = "public"  # the key in a handler's `opt`


class Policy(msgspec.Struct, frozen=True):
    """How the answers of one public route are kept.

    `max_age`: seconds of life here and in browsers. `stale`: seconds after that in which an old answer may be shown
    while a new one is made. `version`: "rankings" puts the snapshot's version into the key. `fold`: parameters that
    are compared as case-folded NFC text.
    """

    max_age: int
    stale: int = 0
    version: str = ""
    fold: frozenset[str] = frozenset()


def public(*, max_age: int, stale: int = 0, version: str = "", fold: Collection[str] = ()) -> dict[str, Any]:
    """`opt=` of a handler whose answers are the same for everybody."""
    return {POLICY: Policy(max_age, stale, version, frozenset(fold))}
