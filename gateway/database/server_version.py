"""Hard requirements on a database server, checked by `install`, `serve` and `doctor` alike: version and InnoDB."""

import re
from typing import Final, Literal

from msgspec import Struct

from gateway.database.database import Session
from gateway.database.queries import query
from gateway.texts import Text, text

Product = Literal["MariaDB", "MySQL"]
TESTED: Final = text("doctor.database.tested")
# `5.5.5-` stands before the version of MariaDB in its greeting.
_VERSION: Final = re.compile(r"(?:5\.5\.5-(?=\d))?(\d+(?:\.\d+){1,2})")
_OLDEST: Final[dict[Product, tuple[int, ...]]] = {"MariaDB": (10, 6), "MySQL": (8, 0)}


class UnsupportedServer(Exception):  # noqa: N818 - it describes the server
    """A database server lacks what the gateway needs; the message says what, and what to do."""


class ServerCapabilities(Struct, frozen=True):
    """`innodb`: YES or DEFAULT where the engine can be used."""

    version: str
    innodb: str


class TableEngine(Struct, frozen=True):
    table: str
    engine: str


CAPABILITIES: Final = query("database_server.capabilities", ServerCapabilities)
OTHER_ENGINES: Final = query("database_server.other_engines", TableEngine)


def parse_version(text: str) -> tuple[Product, tuple[int, ...]] | None:
    """Returns product and version of a server; None for a text that has no version."""
    match = _VERSION.match(text)
    product: Product = "MariaDB" if "mariadb" in text.lower() else "MySQL"
    return (product, tuple(int(part) for part in match[1].split("."))) if match else None


def too_old(server_version: str) -> Text | None:
    """Returns why a server of this version cannot be used; None if it can, or if the version is unknown."""
    parsed_version = parse_version(server_version)
    if parsed_version is None:
        return None
    product, version = parsed_version
    if version >= _OLDEST[product]:
        return None
    number, oldest = (".".join(map(str, parts)) for parts in (version, _OLDEST[product]))
    return text("doctor.database.too_old", product=product, number=number, oldest=oldest)


async def server_problem(session: Session, *, site_schema: str = "") -> Text | None:
    """Returns why this server cannot be used; None if it can.

    `site_schema`: the schema with the tables of the gateway, if it is on this server. Raises DatabaseError.
    """
    capabilities = await session.one(CAPABILITIES)
    assert capabilities
    if reason := too_old(capabilities.version):
        return reason
    if site_schema and capabilities.innodb not in {"YES", "DEFAULT"}:
        return text("doctor.database.no_innodb")
    tables = await session.read(OTHER_ENGINES, schema=site_schema) if site_schema else []
    if tables:
        names = ", ".join(f"{row.table} ({row.engine})" for row in tables)
        return text("doctor.database.other_engines", schema=site_schema, names=names)
    return None
