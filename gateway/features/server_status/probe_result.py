"""The state of the game server that follows from one probe after the other."""

import math

from msgspec import Struct
from msgspec.structs import replace

from gateway.features.server_status.game_runs import LastRun, Stop
from gateway.features.server_status.probe import ProbeAnswer


class ProbeResult(Struct, frozen=True, array_like=True):
    """Result of a probe, as stored in Redis. Times in epoch seconds; `since` is None while the game port is closed.

    `online_from`: online flags read before it do not count; infinity after a stop of the game, 0 while no probe has
    ever succeeded. `socket`: inode of the game's listening socket, where it is visible.
    """

    at: float
    game: bool
    login: bool
    since: float | None
    peak: int
    peak_at: int | None
    online_from: float = 0.0
    socket: int | None = None


def advance(previous: ProbeResult | None, answer: ProbeAnswer, players: int) -> ProbeResult:
    """Returns the result that follows `previous`: a run continues between successes, the peak only rises."""
    game, login = answer.game, answer.login
    peak, peak_at = (previous.peak, previous.peak_at) if previous else (0, None)
    if game.is_open and players > peak:
        peak, peak_at = players, int(game.at)
    is_login_open = login.is_open if login else bool(previous and previous.login)
    result = ProbeResult(
        game.at, game=game.is_open, login=is_login_open, since=None, peak=peak, peak_at=peak_at, online_from=math.inf
    )
    if not game.is_open:
        is_never_seen = previous is not None and not previous.game and previous.online_from == 0
        return replace(result, online_from=0.0) if is_never_seen else result
    if previous and previous.since is not None and not is_restart(previous, answer):
        socket = previous.socket if game.socket is None else game.socket
        return replace(result, since=previous.since, online_from=previous.online_from, socket=socket)
    return replace(result, since=game.at, online_from=game.at, socket=game.socket)


def is_restart(previous: ProbeResult, answer: ProbeAnswer) -> bool:
    """Returns whether another socket listens than at the previous success: the stop between them was not seen."""
    sockets = {previous.socket, answer.game.socket} - {None}
    return previous.game and answer.game.is_open and len(sockets) == 2


def stop_between(previous: ProbeResult | None, result: ProbeResult) -> Stop | None:
    """Returns the stop of the game that the later result shows, also one that only the other socket shows."""
    was_open = previous is not None and previous.game
    if result.game:
        return Stop(previous.at, result.at) if previous and was_open and previous.since != result.since else None
    return Stop(previous.at if previous and was_open else None, result.at) if previous is None or was_open else None


def follow_run(result: ProbeResult, before: LastRun | None, run: LastRun | None, *, is_first: bool) -> ProbeResult:
    """Returns the result that agrees with the stored runs; `is_first`: the process has seen no other result before.

    A run that began before this process continues. Without any run no probe has ever succeeded: this is no stop, and a
    first answer to the first probe says nothing of the flags before it, so flags count as they are.
    """
    if result.since is None:
        return result if run else replace(result, online_from=0.0)
    if before is None and is_first:
        return replace(result, online_from=0.0)
    if run and run.ended_at is None and run.began_at < int(result.since):
        return replace(result, since=run.began_at, online_from=min(result.online_from, run.began_at))
    return result
