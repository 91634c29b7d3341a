"""Times of the site: epoch seconds in the database, times with a zone in answers."""

from datetime import UTC, datetime
from typing import overload

_FIRST_SECOND = int(datetime.min.replace(tzinfo=UTC).timestamp())
_LAST_SECOND = int(datetime.max.replace(tzinfo=UTC, microsecond=0).timestamp())


@overload
def to_datetime(seconds: float) -> datetime: ...
@overload
def to_datetime(seconds: float | None) -> datetime | None: ...
def to_datetime(seconds: float | None) -> datetime | None:
    """Converts epoch seconds to a time in UTC."""
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC)


def to_seconds(moment: datetime) -> int:
    """Converts a time with a zone to epoch seconds. One that is outside of the calendar in UTC becomes its bound."""
    return min(max(int(moment.timestamp()), _FIRST_SECOND), _LAST_SECOND)
