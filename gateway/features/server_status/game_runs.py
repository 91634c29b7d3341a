"""The runs of the game server in the site schema, as the probe of its port sees them."""

import math
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from gateway.database.database import Database, Session
from gateway.database.queries import query

WRITE_SECONDS: Final = 10
"""Age of the stored last answer from which it is written again."""


class GameRun(Struct, frozen=True):
    """One uninterrupted run of the game server. Times in epoch seconds.

    `began_at`: its first answer. `last_answer_at`: its last one. `ended_at`: the first probe that found the game
    stopped or restarted; None while it runs. The stop lies between `last_answer_at` and `ended_at`.
    """

    began_at: int
    last_answer_at: int
    ended_at: int | None


class LastRun(GameRun, frozen=True):
    """`socket`: inode of the game's listening socket; None where it is not visible."""

    socket: int | None = None

    def continues(self, socket: int | None) -> bool:
        """Returns whether an answer belongs to this run: each start of the game opens another socket."""
        return self.ended_at is None and (None in (self.socket, socket) or self.socket == socket)


class Stop(Struct, frozen=True):
    """A stop of the game: the last answer before it, None if this process saw none, and the probe that found it."""

    answered_at: float | None
    found_at: float


class Observation(Struct, frozen=True):
    """What a process has seen since it last wrote. Times in epoch seconds.

    `at`: the latest probe. `since`: begin of the present run; None while the game is stopped. `socket`: see `LastRun`.
    `stop`: the one before the present run, or the one that lasts; None if the process saw none.
    """

    at: float
    since: float | None
    socket: int | None
    stop: Stop | None


RUNS_SINCE = query("game_runs.runs_since", GameRun)
LAST_RUN = query("game_runs.last_run", LastRun)
LOCK_RUNS = query("game_runs.lock_runs", None)
LOCK_LAST_RUN = query("game_runs.lock_last_run", LastRun)
BEGIN_RUN = query("game_runs.begin_run", None)
EXTEND_RUN = query("game_runs.extend_run", None)
END_RUN = query("game_runs.end_run", None)


async def runs_since(site: Database, since: int) -> list[GameRun]:
    """Returns the runs that had not ended before `since` (epoch seconds), oldest first."""
    return await site.read(RUNS_SINCE, since=since)


async def last_run(site: Database) -> LastRun | None:
    """Returns the present or the last run; None if no probe has ever succeeded."""
    return await site.one(LAST_RUN)


def is_running_or_unknown(run: LastRun | None) -> bool:
    """Returns whether online flags that are read now count; `run`: the last one. For commands, which do not probe."""
    return run is None or run.ended_at is None


async def record(site: Database, observation: Observation) -> tuple[LastRun | None, LastRun | None]:
    """Writes what the probe has seen; returns the last run before and after it.

    Several processes may write what they have seen: an observation that is older than the rows changes nothing.
    """

    async def work(session: Session) -> tuple[LastRun | None, LastRun | None]:
        await session.write(LOCK_RUNS, at=int(observation.at))
        before = await session.one(LOCK_LAST_RUN)
        return before, await _continue(session, before, observation)

    return await site.transact(work)


async def _continue(session: Session, run: LastRun | None, observation: Observation) -> LastRun | None:
    if run and observation.at <= (run.ended_at or run.last_answer_at):
        return run
    if run and run.ended_at is None:
        if observation.since is not None and observation.stop is None and run.continues(observation.socket):
            return await _extend(session, run, observation)
        run = await _end(session, run, observation.stop or Stop(None, observation.at))
    return run if observation.since is None else await _begin(session, run, observation, observation.since)


async def _begin(session: Session, previous: LastRun | None, observation: Observation, since: float) -> LastRun:
    """Runs may touch, as after a restart that the socket alone shows, and never overlap."""
    began_at = max(int(since), previous.ended_at or 0, previous.began_at + 1) if previous else int(since)
    run = LastRun(
        began_at=began_at, last_answer_at=max(began_at, int(observation.at)), ended_at=None, socket=observation.socket
    )
    await session.write(BEGIN_RUN, began_at=began_at, last_answer_at=run.last_answer_at, socket=run.socket)
    return run


async def _extend(session: Session, run: LastRun, observation: Observation) -> LastRun:
    socket = run.socket if observation.socket is None else observation.socket
    if int(observation.at) - run.last_answer_at < WRITE_SECONDS and socket == run.socket:
        return run
    run = replace(run, last_answer_at=int(observation.at), socket=socket)
    await session.write(EXTEND_RUN, began_at=run.began_at, last_answer_at=run.last_answer_at, socket=run.socket)
    return run


async def _end(session: Session, run: LastRun, stop: Stop) -> LastRun:
    ended_at = max(math.ceil(stop.found_at), run.last_answer_at)
    last_answer_at = max(run.last_answer_at, min(int(stop.answered_at or 0), ended_at))
    run = replace(run, last_answer_at=last_answer_at, ended_at=ended_at)
    await session.write(END_RUN, began_at=run.began_at, last_answer_at=run.last_answer_at, ended_at=run.ended_at)
    return run
