"""Runs of the game server in the site schema."""

from fixtures.admin import execute
from fixtures.installed import World
from gateway.database.database import Database
from gateway.database.queries import Query
from gateway.features.server_status.game_runs import GameRun

ADD: Query[None] = Query(
    "test.add_run",
    "INSERT INTO game_runs (began_at, last_answer_at, ended_at) "
    "VALUES (%(began_at)s, %(last_answer_at)s, %(ended_at)s)",
    ("began_at", "last_answer_at", "ended_at"),
    None,
)


async def add_run(site: Database, run: GameRun) -> None:
    await site.write(ADD, began_at=run.began_at, last_answer_at=run.last_answer_at, ended_at=run.ended_at)


async def delete_runs(world: World, site: Database) -> None:
    await execute(world.game_admin_dsn, f"DELETE FROM {site.dsn.schema}.game_runs")
