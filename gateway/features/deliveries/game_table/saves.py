"""Rule that decides whether the game has saved the coins that it took from its table. Pure.

A game gives the item in memory, removes the row, and writes the item later. A crash in between loses it. So a delivery
is proven by a save after the row was gone and before the next stop of the game, or by the time in which the game
saves without being asked. Where a stop may have come first, an operator decides. The count of the item proves
nothing: players trade.
"""

from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Struct

from gateway.features.server_status.game_runs import GameRun
from gateway.game.families import ItemSaves
from gateway.game.items import ADENA

MARGIN_SECONDS: Final = 60
"""A save counts if the game still answered this long after it was seen: items follow `characters` in one routine."""
RESTART_SECONDS: Final = 20
"""No game server crashes, starts again and takes a player back in this time. A longer one without an answer of the game
may hide a restart. A local game is probed every few seconds, and its last answer is stored every ten.
"""

READ_SECONDS: Final = 1
"""Two looks are compared if the second one took no longer to read."""

SaveProof = Literal["save", "time", "operator"]


class ReceiverRow(Struct, frozen=True):
    """A row of the view `characters`. `playtime` in seconds, `last_access` in epoch seconds by the game's clock."""

    character_id: int
    playtime: int
    online: int
    trader: int
    last_access: int | None


class Look(Struct, frozen=True):
    """The receiver's row as it was read at `at` (epoch seconds); None: the character does not exist."""

    at: int
    receiver: ReceiverRow | None


class GivenDelivery(Struct, frozen=True):
    """A delivery with a row that the game has removed. Times in epoch seconds.

    `row_seen_at`: the row was still there; `gone_at`: it was missing for the first time. `gone_playtime`,
    `gone_access`: columns of the receiver then. `saved_at`: a save was seen for the first time.
    """

    id: int
    character_id: int
    item_id: int
    amount: int
    row_seen_at: int
    gone_at: int
    gone_playtime: int | None
    gone_access: int | None
    saved_at: int | None


class GameWatch(Struct, frozen=True):
    """What the probe saw of the game. `runs`: oldest first, from the first one that had not ended before the delivery's
    `row_seen_at`. `watched_since`: since then no restart can have been missed; None: one can.
    """

    runs: Sequence[GameRun]
    watched_since: int | None


class Verdict(Struct, frozen=True):
    """`given`: not decided yet. `saved_at`: when the save was seen first, or was due."""

    state: Literal["given", "saved", "unconfirmed"]
    saved_at: int | None = None
    saved_by: SaveProof | None = None


def is_saved_at_once(saves: ItemSaves, item_id: int) -> bool:
    """Returns whether the item was in the game's database before its row was gone. Such a game writes small amounts of
    adena later."""
    return saves.immediate and item_id != ADENA


def first_stop(runs: Sequence[GameRun], since: int) -> GameRun | None:
    """Returns the first run that may have ended after `since`: its stop lies before its `ended_at`."""
    return next((run for run in runs if run.ended_at is not None and run.ended_at > since), None)


def last_answer(runs: Sequence[GameRun]) -> int | None:
    """Returns the time of the last stored answer of the game that runs; None: it does not run."""
    return next((run.last_answer_at for run in runs if run.ended_at is None), None)


def continue_watch(since: int | None, previous_answer: int, at: int, runs: Sequence[GameRun]) -> int | None:
    """Returns the time since which no restart of the game can have been missed; None: its last answer is too old.

    since: what the pass before returned
    previous_answer: the last answer that the pass before knew
    at: time at which everything that this pass has read of the receivers was read
    runs: read after them
    """
    answered_at = last_answer(runs)
    if answered_at is None or at - answered_at > RESTART_SECONDS:
        return None
    return since if since is not None and answered_at - previous_answer <= RESTART_SECONDS else at


def judge(delivery: GivenDelivery, look: Look, previous: Look | None, saves: ItemSaves, watch: GameWatch) -> Verdict:
    """Returns the state of a delivery whose row is gone.

    delivery: its facts, as stored
    look: the receiver now; read before `watch`
    previous: the look before, by this process
    saves: how the family's game saves
    watch: the runs of the game
    """
    if look.receiver is None:
        return Verdict("unconfirmed", delivery.saved_at)
    stop = first_stop(watch.runs, delivery.row_seen_at)
    is_watched = stop is None and watch.watched_since is not None and watch.watched_since <= delivery.row_seen_at
    is_same_session = is_watched or (previous is not None and _has_ended_session(delivery, look, previous))
    if _has_left(delivery, look.receiver, saves, is_same_session=is_same_session):
        return Verdict("saved", look.at, "save")
    saved_at = delivery.saved_at
    if saved_at is None and _shows_save(delivery, look, saves, is_watched=is_watched, is_same_session=is_same_session):
        saved_at = look.at
    running = next((run for run in watch.runs if run.ended_at is None), None)
    last_run = stop or running
    if saved_at is not None and last_run:
        # A save that was seen with the missing row is a logout: changes of the playtime are counted from that look.
        wait_seconds = 0 if saved_at == delivery.gone_at else saves.playtime_after_seconds or 0
        provable_at = max(saved_at + MARGIN_SECONDS, delivery.gone_at + wait_seconds)
        if last_run.last_answer_at >= provable_at:
            return Verdict("saved", saved_at, "save")
    if stop:
        return Verdict("unconfirmed", saved_at)
    if running and saves.interval_seconds is not None:
        due_at = delivery.gone_at + saves.interval_seconds
        is_unbroken = is_watched or (bool(look.receiver.online) and _is_same_session(delivery, look.receiver))
        if is_unbroken and running.last_answer_at >= due_at + MARGIN_SECONDS:
            return Verdict("saved", due_at, "time")
    return Verdict("given", saved_at)


def _has_left(delivery: GivenDelivery, receiver: ReceiverRow, saves: ItemSaves, *, is_same_session: bool) -> bool:
    """Returns whether the receiver has left the game since, with all that a logout writes, items included.

    A crash leaves the flag until the next start, which clears it alone. `is_same_session`: a session that ended is the
    one that took the row.
    """
    if receiver.online or receiver.trader or saves.logout_mark is None or delivery.gone_playtime is None:
        return False
    has_played = receiver.playtime != delivery.gone_playtime
    has_logged_out = saves.logout_mark == "playtime" or receiver.last_access != delivery.gone_access
    return has_played and has_logged_out and is_same_session


def _has_ended_session(delivery: GivenDelivery, look: Look, previous: Look) -> bool:
    """Returns whether the session that took the row ended between two looks, by a logout.

    A crash leaves the flag `online`, so the look before proves no session. The session is the same if the time of its
    login is the same. Some games write the time of the logout into that column. There the playtime decides: another
    session cannot have played longer than the time between the looks.
    """
    row, last_row = look.receiver, previous.receiver
    seconds = look.at - previous.at
    if row is None or last_row is None or not last_row.online or seconds > RESTART_SECONDS:
        return False
    has_same_login = row.last_access == last_row.last_access and row.playtime != last_row.playtime
    has_played_longer = row.playtime - last_row.playtime > seconds + READ_SECONDS
    return _is_same_session(delivery, last_row) and (has_same_login or has_played_longer)


def _shows_save(
    delivery: GivenDelivery, look: Look, saves: ItemSaves, *, is_watched: bool, is_same_session: bool
) -> bool:
    """Returns whether the receiver shows a save after the row was gone, by a game that had not stopped before.

    The game may write its items a moment later.
    """
    receiver = look.receiver
    if receiver is None:
        return False
    has_played = delivery.gone_playtime is not None and receiver.playtime != delivery.gone_playtime
    if saves.playtime_after_seconds is not None and has_played:
        return is_watched or _is_same_session(delivery, receiver)
    if saves.logout_mark != "last_access":
        return False
    if look.at == delivery.gone_at:
        # The player was in the game when it took the row, and is not now: a login since would have set the flag.
        has_left = not receiver.online and not receiver.trader
        return has_left and (receiver.last_access or 0) >= delivery.row_seen_at and (is_watched or _is_quick(delivery))
    has_left = not receiver.online and not receiver.trader
    return has_left and receiver.last_access != delivery.gone_access and is_same_session


def _is_same_session(delivery: GivenDelivery, receiver: ReceiverRow) -> bool:
    """Returns whether the receiver has not entered the game anew since the row was there: a crash forces that, and each
    login writes `last_access`."""
    return delivery.gone_access is not None and receiver.last_access == delivery.gone_access and _is_quick(delivery)


def _is_quick(delivery: GivenDelivery) -> bool:
    """Returns whether too little time lies between the row's presence and its absence for a restart of the game."""
    return delivery.gone_at - delivery.row_seen_at <= RESTART_SECONDS
