"""A game server that gives an item in memory and saves it later, and a gateway that looks at it now and then.

One character, one delivery, one second a step. The game knows the truth (`is_lost`, `items_in_database`); the gateway
knows the rows that it reads and the answers to its probe.
"""

from typing import Final, Literal

from gateway.features.deliveries.game_table.saves import (
    GameWatch,
    GivenDelivery,
    Look,
    ReceiverRow,
    Verdict,
    continue_watch,
    judge,
    last_answer,
)
from gateway.features.server_status.game_runs import GameRun
from gateway.game.families import FAMILIES

Action = Literal["wait", "login", "logout", "crash", "stop", "punish", "gateway_down", "gateway_up"]
POLL_SECONDS: Final = 30
LOOK_SECONDS: Final = 5
ANSWER_RECORD_SECONDS: Final = 10
CHARACTER: Final = 7
AUTOSAVE_SECONDS: Final = {"mobius": 900, "mobius_ct0": 900, "rusacis": 900, "lucera": 240}


class GameModel:
    """Saves as the family's own code does; see gateway/docs/operators/game-table-delivery.md."""

    def __init__(self, family: str, *, restart_seconds: int = 21) -> None:
        self.family, self._restart_seconds = family, restart_seconds
        self.now = 1_000_000
        self.is_up, self.is_row_there = True, True
        self.items_in_database = self.is_lost = False
        self.playtime, self.online, self.last_access = 500, 0, self.now - 5000
        self._in_memory = False
        self._login_at: int | None = None
        self._playtime_at_login = self.playtime
        self._starts_at = 0

    def step(self) -> None:
        self.now += 1
        if not self.is_up and self.now >= self._starts_at:
            self.is_up, self.online = True, 0
        if self._login_at is None:
            return
        if self.is_row_there and self.now % POLL_SECONDS == 0:
            self.is_row_there, self._in_memory = False, True
        if self.family == "rusacis" and self.now % 60 == 0:
            self._save_items()
        if (self.now - self._login_at) % AUTOSAVE_SECONDS[self.family] == 0:
            self._save()

    def act(self, action: Action) -> None:
        if action == "login" and self.is_up and self._login_at is None:
            self._login_at, self._playtime_at_login = self.now, self.playtime
            self.online, self.last_access = 1, self.now
        elif action == "logout":
            self._log_out()
        elif action == "punish" and self._login_at is not None and self.family == "mobius":
            self._write_playtime()
        elif action == "crash" and self.is_up:
            self.is_lost |= self._in_memory
            self._go_down()
        elif action == "stop" and self.is_up:
            self._log_out()
            self._go_down()

    def receiver(self) -> ReceiverRow:
        return ReceiverRow(CHARACTER, self.playtime, self.online, 0, self.last_access)

    def _go_down(self) -> None:
        self.is_up, self._login_at, self._in_memory = False, None, False
        self._starts_at = self.now + self._restart_seconds

    def _log_out(self) -> None:
        if self._login_at is None:
            return
        self._write_playtime()
        self._save_items()
        self.online = 0
        if self.family != "lucera":
            self.last_access = self.now
        self._login_at = None

    def _save(self) -> None:
        self._write_playtime()
        if self.family in {"mobius", "mobius_ct0"}:
            self._save_items()

    def _save_items(self) -> None:
        self.items_in_database |= self._in_memory
        self._in_memory = False

    def _write_playtime(self) -> None:
        assert self._login_at is not None
        self.playtime = self._playtime_at_login + self.now - self._login_at


class GatewayModel:
    """Probes the game every `probe_seconds` and looks at its tables every five, while it runs."""

    def __init__(self, game: GameModel, *, probe_seconds: int) -> None:
        self.game, self._probe_seconds = game, probe_seconds
        self.is_up = True
        self.verdict: Verdict | None = None
        self.runs: list[GameRun] = [GameRun(game.now, game.now, None)]
        self._answered_at = game.now
        self._row_seen_at = game.now
        self._delivery: GivenDelivery | None = None
        self._previous: Look | None = None
        self._watch: tuple[int | None, int] = (None, 0)

    def step(self) -> None:
        now = self.game.now
        if not self.is_up:
            self._previous = None
            return
        if now % self._probe_seconds == 0:
            self._probe(now)
        if now % LOOK_SECONDS == 0 and (self.verdict is None or self.verdict.state == "given"):
            self._look(now)

    def _probe(self, now: int) -> None:
        run = self.runs[-1]
        if self.game.is_up:
            self._answered_at = now
            if run.ended_at is not None:
                self.runs.append(GameRun(now, now, None))
            elif now - run.last_answer_at >= ANSWER_RECORD_SECONDS:
                self.runs[-1] = GameRun(run.began_at, now, None)
        elif run.ended_at is None:
            self.runs[-1] = GameRun(run.began_at, self._answered_at, now)

    def _look(self, now: int) -> None:
        self._watch = (continue_watch(*self._watch, now, self.runs), last_answer(self.runs) or 0)
        if self.game.is_row_there:
            self._row_seen_at = now
            return
        look = Look(now, self.game.receiver())
        delivery = self._delivery or GivenDelivery(
            1, CHARACTER, 4037, 5, self._row_seen_at, now, self.game.playtime, self.game.last_access, None
        )
        runs = [run for run in self.runs if run.ended_at is None or run.ended_at >= delivery.row_seen_at]
        saves = FAMILIES[self.game.family].item_saves
        self.verdict = judge(delivery, look, self._previous, saves, GameWatch(runs, self._watch[0]))
        self._previous = look
        self._delivery = GivenDelivery(
            **{name: getattr(delivery, name) for name in delivery.__struct_fields__ if name != "saved_at"},
            saved_at=self.verdict.saved_at,
        )


def play(game: GameModel, gateway: GatewayModel, action: Action, seconds: int) -> None:
    """Does the action and lets the time pass."""
    if action in {"gateway_down", "gateway_up"}:
        gateway.is_up = action == "gateway_up"
    game.act(action)
    for _ in range(seconds):
        game.step()
        gateway.step()
        if gateway.verdict and gateway.verdict.state == "saved":
            assert game.items_in_database, f"called saved {game.now - 1_000_000} s after the start, and it is not"
