"""Runs doctor topics on an installed world, and changes its schemas for the duration of a test."""

from collections.abc import AsyncGenerator, Collection, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from fixtures.installed import World
from gateway import doctor
from gateway.config import settings
from gateway.doctor.findings import Finding
from gateway.tests.support.databases import Server, admin


async def examine(
    world: World,
    *topics: str,
    env: Mapping[str, str] | None = None,
    with_admin: bool = False,
    login_admin: str = "",
    config: Path | None = None,
) -> list[Finding]:
    """Findings of these topics, or of all; `env`: settings beside those of the world."""
    return await doctor.examine(
        settings.load(config, {**world.environment, **(env or {})}),
        config=config,
        only=topics,
        admin_dsn=world.game_admin_dsn if with_admin else "",
        login_admin_dsn=login_admin,
    )


def problems(findings: Collection[Finding]) -> list[Finding]:
    """Findings that are not ok; each has a remedy, and no other has one."""
    assert all(bool(finding.do) == (finding.level != "ok") for finding in findings), findings
    return [finding for finding in findings if finding.level != "ok"]


@asynccontextmanager
async def changed_schema(server: Server, schema: str, change: str, restore: str) -> AsyncGenerator[None]:
    """Runs a statement, and its opposite at the end."""
    async with admin(server, schema) as root:
        await root.execute(change)
        try:
            yield
        finally:
            await root.execute(restore)
