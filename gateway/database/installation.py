"""Facts that `gateway install` records in the site schema, and that the service reads."""

from typing import Final

import msgspec

from gateway.database.queries import query


class RecordedValue(msgspec.Struct, frozen=True):
    value: str


RECORDED = query("install.recorded", RecordedValue)
OWNER_INDEX: Final = "items_owner_index"
"""Present if the game's `items` table has an index on the owner."""
