"""Facts that `gateway install` records in the site schema, and that the service reads."""

from typing import Final

import msgspec

from gateway import package_data
from gateway.database.database import Session
from gateway.database.queries import query


class RecordedValue(msgspec.Struct, frozen=True):
    value: str


RECORDED = query("install.recorded", RecordedValue)
OWNER_INDEX: Final = "items_owner_index"
"""Present if the game's `items` table has an index on the owner."""
BREAKING: Final = "breaking_migration"
"""The number of the newest migration that the previous release cannot work with."""


async def unknown_breaking_migration(site: Session) -> int:
    """Returns the number of a breaking migration that this release does not have; 0 if there is none."""
    row = await site.one(RECORDED, name=BREAKING)
    known = sum(1 for _ in (package_data.sql() / "schema").glob("*.sql"))
    return int(row.value) if row and int(row.value) > known else 0
