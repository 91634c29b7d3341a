"""Runs every topic over one patient."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from pathlib import Path
from typing import Final

from gateway.config.dsn import Dsn, DsnError, parse_dsn
from gateway.config.settings import Settings
from gateway.database.database import DatabaseError
from gateway.doctor.context import Patient, admitted
from gateway.doctor.findings import Finding, bad, ok
from gateway.doctor.topics import (
    address,
    clocks,
    collations,
    connections,
    deliveries,
    engines,
    files,
    indexes,
    items,
    payments,
    plans,
    redis,
    rights,
    schema,
    status,
    views,
)

Look = Callable[[Patient], Awaitable[list[Finding]]]

TOPICS: Final[dict[str, Look]] = {
    "connections": connections.look,
    "rights": rights.look,
    "schema": schema.look,
    "views": views.look,
    "engines": engines.look,
    "indexes": indexes.look,
    "plans": plans.look,
    "collations": collations.look,
    "time": clocks.look,
    "items": items.look,
    "status": status.look,
    "redis": redis.look,
    "payments": payments.look,
    "deliveries": deliveries.look,
    "address": address.look,
    "page": files.look_at_page,
    "files": files.look,
}
"""Topic → what looks at it, in the order in which they are told."""


async def examine(
    settings: Settings,
    *,
    config: Path | None = None,
    admin_dsn: str = "",
    login_admin_dsn: str = "",
    only: Collection[str] = (),
) -> list[Finding]:
    """Everything the doctor looks at, or `only` some topics. Raises DsnError for a DSN that cannot be read, and
    DatabaseUnavailable for an administrator's login that does not work.
    """
    admin, login_admin = _admin("--admin-dsn", admin_dsn), _admin("--login-admin-dsn", login_admin_dsn)
    findings: list[Finding] = []
    async with admitted(settings, config, admin, login_admin) as patient:
        for topic, look in TOPICS.items():
            if not only or topic in only:
                findings += await _looked(topic, look, patient)
        if patient.left_out:
            told = f"without an administrator's login (--admin-dsn): {'; '.join(patient.left_out)}"
            findings.append(ok("left out", told))
    return findings


async def _looked(topic: str, look: Look, patient: Patient) -> list[Finding]:
    try:
        return await look(patient)
    except DatabaseError as error:
        return [bad(topic, f"{topic}: cannot be looked at: {error}", "see to the database first, then ask again")]


def _admin(option: str, text: str) -> Dsn | None:
    try:
        return parse_dsn(text) if text else None
    except DsnError as error:
        raise DsnError(f"{option}: {error}") from None
