"""The database servers themselves: version, room for our connections, clock and zone.

The judgements are pure; what they judge is one statement's answer.
"""

from __future__ import annotations

import re
from typing import Final

import msgspec

from gateway.database.database import Database
from gateway.database.queries import query
from gateway.doctor.context import Patient

TESTED: Final = "MariaDB 10.11 and MySQL 9 are what the gateway is tested on"
_LEAST: Final = {"MariaDB": (10, 6), "MySQL": (8, 0)}
_TESTED: Final = {"MariaDB": ((10, 11),), "MySQL": ((9,),)}


class Server(msgspec.Struct, frozen=True):
    """What a server says of itself to one of our users. `connections`: 0 where that user has no limit of its own."""

    version: str
    now_ms: int
    zone: str
    system_zone: str
    session_zone: str
    read_only: int
    most_connections: int
    connections: int


SERVER = query("doctor.server", Server)


class Version(msgspec.Struct, frozen=True):
    kind: str
    parts: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.kind} {'.'.join(map(str, self.parts))}"

    @property
    def old(self) -> bool:
        return self.parts < _LEAST[self.kind]

    @property
    def least(self) -> str:
        return f"{self.kind} {'.'.join(map(str, _LEAST[self.kind]))}"

    @property
    def tested(self) -> bool:
        return any(self.parts[: len(known)] == known for known in _TESTED[self.kind])


def version_of(text: str) -> Version | None:
    """`10.11.6-MariaDB-log`, `8.0.36`, `5.5.5-10.6.16-MariaDB`; None for what is neither."""
    kind = "MariaDB" if "mariadb" in text.lower() else "MySQL"
    found = re.match(r"(?:5\.5\.5-(?=\d))?(\d+)\.(\d+)(?:\.(\d+))?", text)
    return Version(kind, tuple(int(part) for part in found.groups() if part)) if found else None


async def each(patient: Patient) -> list[tuple[str, Server]]:
    """(roles, what their server says): one for each role, since each has limits of its own."""
    found: list[tuple[str, Server]] = []
    for role in ("game", "auth", "site"):
        door: Database = getattr(patient.db, role)
        if patient.answers(role) and (said := await door.one(SERVER)):
            found.append((role, said))
    return found


def wanted_connections(role: str, pool: int, workers: int) -> int:
    """What all processes together may open: the pool of each, and what stands beside it (snapshot and scan for the
    game, the leader's lock for the site).
    """
    beside = {"game": 2, "auth": 0, "site": 2}
    return (pool + beside[role]) * workers
