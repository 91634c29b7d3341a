"""The runs of the game server in the site schema, as the probe of its port sees them."""

from msgspec import Struct

from gateway.database.database import Database
from gateway.database.queries import query


class GameRun(Struct, frozen=True):
    """One uninterrupted run of the game server. Times in epoch seconds.

    `began_at`: its first answer. `last_answer_at`: its last one. `ended_at`: the first probe that found the game
    stopped or restarted; None while it runs. The stop lies between `last_answer_at` and `ended_at`.
    """

    began_at: int
    last_answer_at: int
    ended_at: int | None


RUNS_SINCE = query("game_runs.runs_since", GameRun)


async def runs_since(site: Database, since: int) -> list[GameRun]:
    """Returns the runs that had not ended before `since` (epoch seconds), oldest first."""
    return await site.read(RUNS_SINCE, since=since)
