"""Version, limits, clock and time zone of a database server, as one of our users reads them."""

from __future__ import annotations

import msgspec

from gateway.database.queries import query


class ServerVersion(msgspec.Struct, frozen=True):
    """`max_user_connections`: 0 if the user has no limit of its own."""

    version: str
    now_ms: int
    zone: str
    system_zone: str
    session_zone: str
    read_only: int
    max_connections: int
    max_user_connections: int


SERVER = query("doctor.server", ServerVersion)
