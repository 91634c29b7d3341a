"""What the doctor says of a world's own tables beside the file of views, and damage that is put right again."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from fixtures.installed import World
from gateway import doctor
from gateway.config import settings
from gateway.doctor.findings import Finding
from gateway.tests.support.databases import Server, admin

MISSING = "optional and missing: characters.deaths"
"""How the one line of a family ends that records nothing of deaths, as no untouched world does."""


async def told(here: World, *, deep: bool = True, login: str = "", config: Path | None = None) -> list[Finding]:
    """What the topic says of the tables, without the migrations and the name of the family."""
    findings = await doctor.examine(
        settings.load(config, here.environment),
        config=config,
        only={"schema"},
        admin_dsn=here.game_admin_dsn if deep else "",
        login_admin_dsn=login,
    )
    return [each for each in findings if "migrations have run" not in each.text and "tables are those" not in each.text]


def lines(findings: list[Finding]) -> list[str]:
    assert all(bool(finding.do) == (finding.level != "ok") for finding in findings)
    return [f"{finding.level} {finding.text}" for finding in findings]


@asynccontextmanager
async def changed(server: Server, schema: str, there: str, back: str) -> AsyncGenerator[None]:
    async with admin(server, schema) as root:
        await root.execute(there)
        try:
            yield
        finally:
            await root.execute(back)
