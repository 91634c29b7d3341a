"""What proves that the game saved: the rule from times, runs and looks at the receiver."""

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from gateway.features.deliveries.game_table.saves import (
    MARGIN_SECONDS,
    RESTART_SECONDS,
    GameWatch,
    GivenDelivery,
    Look,
    ReceiverRow,
    Verdict,
    continue_watch,
    first_stop,
    is_saved_at_once,
    judge,
)
from gateway.features.server_status.game_runs import GameRun
from gateway.game.families import FAMILIES
from gateway.tests.support.game_saves import AUTOSAVE_SECONDS, Action, GameModel, GatewayModel, play

SAVING = ("mobius", "mobius_ct0", "rusacis", "lucera")
CT0, RUSACIS, LUCERA = (FAMILIES[key].item_saves for key in ("mobius_ct0", "rusacis", "lucera"))
GIVEN = GivenDelivery(1, 7, 4037, 500, 1000, 1005, 60, 900, None)
HERE = ReceiverRow(7, 60, 1, 0, 900)
SAVED = ReceiverRow(7, 700, 1, 0, 900)
LEFT = ReceiverRow(7, 700, 0, 0, 1700)
RUNNING = GameWatch([GameRun(100, 5000, None)], 100)
UNWATCHED = GameWatch([GameRun(100, 5000, None)], None)


def stopped(last_answer_at: int, ended_at: int) -> GameWatch:
    return GameWatch([GameRun(100, last_answer_at, ended_at), GameRun(ended_at + 20, 5000, None)], 100)


@pytest.mark.parametrize(
    ("look", "watch", "verdict"),
    [
        (Look(1010, HERE), RUNNING, Verdict("given")),
        (Look(1700, SAVED), RUNNING, Verdict("saved", 1700, "save")),
        # A session that began before the row was taken cannot have outlived a restart.
        (Look(1700, SAVED), UNWATCHED, Verdict("saved", 1700, "save")),
        (Look(1700, replace(SAVED, last_access=1600)), UNWATCHED, Verdict("given")),
        # The game has not answered since.
        (Look(5000, SAVED), RUNNING, Verdict("given", 5000)),
        (Look(1700, LEFT), RUNNING, Verdict("saved", 1700, "save")),
        (Look(1700, LEFT), UNWATCHED, Verdict("given")),
        # A crash and the next start clear the flag, and write no last access.
        (Look(1700, replace(LEFT, playtime=60, last_access=900)), RUNNING, Verdict("given")),
        (Look(1700, SAVED), stopped(1500, 1505), Verdict("unconfirmed", 1700)),
        (Look(1700, replace(SAVED, last_access=1600)), stopped(1500, 1505), Verdict("unconfirmed")),
        (Look(1700, HERE), stopped(990, 1001), Verdict("unconfirmed")),
        # The game was down before the row was seen last: it took the row after its start.
        (Look(1700, SAVED), stopped(900, 1000), Verdict("saved", 1700, "save")),
        (Look(1700, SAVED), GameWatch([], None), Verdict("given", 1700)),
        (Look(1700, None), RUNNING, Verdict("unconfirmed")),
    ],
)
def test_judge_of_a_game_that_saves_the_items_with_playtime(look: Look, watch: GameWatch, verdict: Verdict) -> None:
    assert judge(GIVEN, look, None, CT0, watch) == verdict


@pytest.mark.parametrize(
    ("last_answer_at", "state"), [(1700 + MARGIN_SECONDS, "saved"), (1699 + MARGIN_SECONDS, "unconfirmed")]
)
def test_save_seen_before_a_stop_counts_after_the_margin(last_answer_at: int, state: str) -> None:
    delivery = replace(GIVEN, saved_at=1700)
    look = Look(3000, replace(SAVED, online=0))
    assert judge(delivery, look, None, CT0, stopped(last_answer_at, last_answer_at + 5)).state == state


def test_logout_between_two_looks_is_a_save_even_if_the_game_stopped_then() -> None:
    """As a clean restart of the game does to all players."""
    previous = Look(1695, HERE)
    assert judge(GIVEN, Look(1700, LEFT), previous, CT0, stopped(1690, 1700)) == Verdict("saved", 1700, "save")
    late = Look(1670, HERE)
    assert judge(GIVEN, Look(1700, LEFT), late, CT0, stopped(1690, 1700)).state == "unconfirmed"


def test_playtime_of_mobius_c6_proves_after_the_autosave_alone() -> None:
    """It also changes when a game master punishes the player, without the items."""
    mobius = FAMILIES["mobius"].item_saves
    early = GameWatch([GameRun(100, 1900, None)], 100)
    assert judge(GIVEN, Look(1700, SAVED), None, mobius, early) == Verdict("given", 1700)
    late = GameWatch([GameRun(100, 1005 + 960, None)], 100)
    assert judge(replace(GIVEN, saved_at=1700), Look(1970, SAVED), None, mobius, late) == Verdict("saved", 1700, "save")


@pytest.mark.parametrize("family", ["mobius", "mobius_ct0"])
def test_logout_seen_with_the_missing_row_counts_after_the_margin(family: str) -> None:
    """The player left between the game's look into its table and the gateway's."""
    saves = FAMILIES[family].item_saves
    look = Look(GIVEN.gone_at, replace(HERE, online=0, last_access=1003))
    delivery = replace(GIVEN, gone_access=1003)
    at_once = GameWatch([GameRun(100, GIVEN.gone_at, None)], 100)
    assert judge(delivery, look, None, saves, at_once) == Verdict("given", GIVEN.gone_at)
    for answered_at, state in (
        (GIVEN.gone_at + MARGIN_SECONDS - 1, "given"),
        (GIVEN.gone_at + MARGIN_SECONDS, "saved"),
    ):
        watch = GameWatch([GameRun(100, answered_at, None)], 100)
        new_look = replace(look, at=answered_at + 1)
        assert judge(replace(delivery, saved_at=GIVEN.gone_at), new_look, look, saves, watch).state == state


def test_family_without_a_fact_is_delivered_by_time() -> None:
    due = GIVEN.gone_at + 60
    for answered_at, verdict in ((due + 59, Verdict("given")), (due + 60, Verdict("saved", due, "time"))):
        watch = GameWatch([GameRun(100, answered_at, None)], 100)
        assert judge(GIVEN, Look(answered_at, HERE), None, RUSACIS, watch) == verdict
        assert judge(GIVEN, Look(answered_at, HERE), None, RUSACIS, replace(watch, watched_since=None)) == verdict
    entered_anew = Look(due + 90, replace(HERE, last_access=1100))
    assert judge(GIVEN, entered_anew, None, RUSACIS, UNWATCHED) == Verdict("given")
    assert judge(GIVEN, entered_anew, None, RUSACIS, stopped(1050, 1055)) == Verdict("unconfirmed")


def test_lucera_saves_at_logout_alone() -> None:
    absent = replace(SAVED, online=0)
    assert judge(GIVEN, Look(1700, SAVED), None, LUCERA, RUNNING) == Verdict("given")
    assert judge(GIVEN, Look(1700, absent), None, LUCERA, RUNNING) == Verdict("saved", 1700, "save")
    assert judge(GIVEN, Look(1700, absent), Look(1695, HERE), LUCERA, UNWATCHED) == Verdict("saved", 1700, "save")
    # The receiver came back after a restart that may lie between the looks at the row.
    slow = replace(GIVEN, gone_at=GIVEN.row_seen_at + RESTART_SECONDS + 1)
    assert judge(slow, Look(1700, absent), Look(1695, HERE), LUCERA, UNWATCHED) == Verdict("given")
    # An autosave wrote the playtime, and a start of the game cleared the flag.
    assert judge(GIVEN, Look(1700, absent), Look(1695, SAVED), LUCERA, UNWATCHED) == Verdict("given")


def test_trader_who_left_the_client_is_still_in_the_game() -> None:
    trader = replace(LEFT, trader=1)
    assert judge(GIVEN, Look(1700, replace(trader, playtime=60)), None, CT0, RUNNING) == Verdict("given")


def test_orion_saves_before_it_deletes_the_row_but_for_adena() -> None:
    saves = {key: family.item_saves for key, family in FAMILIES.items()}
    assert [key for key, value in saves.items() if is_saved_at_once(value, 4037)] == ["orion"]
    assert not is_saved_at_once(saves["orion"], 57)


def test_session_after_a_crash_is_not_the_one_that_took_the_row() -> None:
    """The crash left the flag, and between two looks the receiver came back and left."""
    before = Look(1695, HERE)
    for playtime, state in ((60 + 6, "given"), (60 + 7, "saved")):
        left = replace(HERE, playtime=playtime, online=0, last_access=1699)
        assert judge(GIVEN, Look(1700, left), before, CT0, UNWATCHED).state == state, "no session of 7 s fits between"
    came_back = replace(HERE, playtime=66, online=0, last_access=1697)
    assert judge(GIVEN, Look(1700, came_back), before, LUCERA, UNWATCHED).state == "given"


def test_first_stop_ignores_stops_before_the_row_was_seen() -> None:
    runs = [GameRun(1, 5, 9), GameRun(20, 25, 29), GameRun(30, 50, None)]
    assert [first_stop(runs, since) for since in (8, 9, 28, 29)] == [runs[0], runs[1], runs[1], None]


def test_continue_watch_begins_anew_after_a_gap() -> None:
    run = [GameRun(1, 1000, None)]
    assert continue_watch(None, 0, 1005, run) == 1005
    assert continue_watch(700, 995, 1005, run) == 700
    assert continue_watch(700, 1000 - RESTART_SECONDS, 1005, run) == 700
    assert continue_watch(700, 1000 - RESTART_SECONDS - 1, 1005, run) == 1005
    assert continue_watch(700, 1000, 1000 + RESTART_SECONDS, run) == 700
    assert continue_watch(700, 1000, 1000 + RESTART_SECONDS + 1, run) is None
    assert continue_watch(700, 1000, 1005, [GameRun(1, 1000, 1003)]) is None


ACTIONS: tuple[Action, ...] = (
    "wait", "login", "login", "logout", "crash", "stop", "punish", "gateway_down", "gateway_up", "gateway_up"
)  # fmt: skip


@given(
    family=st.sampled_from(SAVING),
    probe_seconds=st.sampled_from((5, 30, 310)),
    restart_seconds=st.integers(21, 120),
    events=st.lists(st.tuples(st.sampled_from(ACTIONS), st.integers(1, 500)), max_size=14),
)
@example("mobius_ct0", 5, 21, [("login", 70), ("crash", 40), ("login", 1000)])
@example("mobius_ct0", 310, 21, [("login", 70), ("crash", 40), ("login", 1000), ("logout", 900)])
@example("lucera", 5, 21, [("login", 70), ("crash", 40), ("login", 300), ("logout", 300)])
@example("mobius", 5, 21, [("login", 70), ("punish", 200), ("crash", 40), ("login", 1000)])
@example(
    "mobius", 30, 25, [("wait", 27), ("login", 5), ("crash", 65), ("login", 10), ("logout", 10)]
)  # between two answers
@example(
    "lucera",
    310,
    21,
    [("gateway_down", 5), ("login", 60), ("crash", 35), ("gateway_up", 3), ("login", 4), ("logout", 20)],
)  # the session that ends is a later one
@example("lucera", 310, 25, [("login", 77), ("crash", 25), ("login", 2), ("stop", 15)])  # after a flag that was left
@example("mobius_ct0", 310, 25, [("login", 77), ("crash", 25), ("login", 2), ("logout", 15)])
@example("rusacis", 5, 21, [("login", 31), ("gateway_down", 1), ("crash", 60), ("gateway_up", 300)])
def test_saved_is_never_said_of_coins_that_a_crash_has_taken(
    family: str, probe_seconds: int, restart_seconds: int, events: list[tuple[Action, int]]
) -> None:
    game = GameModel(family, restart_seconds=restart_seconds)
    gateway = GatewayModel(game, probe_seconds=probe_seconds)
    play(game, gateway, "wait", 20)
    for action, seconds in events:
        play(game, gateway, action, seconds)


@given(
    family=st.sampled_from(SAVING),
    probe_seconds=st.sampled_from((5, 30, 310)),
    before=st.integers(1, 400),
    played=st.integers(40, 1300),
)
def test_delivery_of_a_player_who_logs_out_is_confirmed(
    family: str, probe_seconds: int, before: int, played: int
) -> None:
    assume(family != "lucera" or played % AUTOSAVE_SECONDS["lucera"])
    game = GameModel(family)
    gateway = GatewayModel(game, probe_seconds=probe_seconds)
    play(game, gateway, "wait", before)
    play(game, gateway, "login", played)
    play(game, gateway, "logout", 1000)
    assert gateway.verdict
    assert (gateway.verdict.state, game.is_lost) == ("saved", False)


def test_logout_that_changes_the_flag_alone_proves_nothing() -> None:
    """Lucera: a logout in the second of an autosave writes the playtime of that save. A crash can look the same."""
    game = GameModel("lucera")
    gateway = GatewayModel(game, probe_seconds=310)
    play(game, gateway, "wait", 5)
    play(game, gateway, "login", AUTOSAVE_SECONDS["lucera"])
    play(game, gateway, "logout", 1000)
    assert gateway.verdict == Verdict("given")


@given(family=st.sampled_from(("mobius", "mobius_ct0", "rusacis")), probe_seconds=st.sampled_from((5, 30, 310)))
def test_delivery_of_a_player_who_stays_is_confirmed_by_the_games_own_saves(family: str, probe_seconds: int) -> None:
    game = GameModel(family)
    gateway = GatewayModel(game, probe_seconds=probe_seconds)
    play(game, gateway, "login", 2000)
    assert gateway.verdict
    assert gateway.verdict.state == "saved"
    assert gateway.verdict.saved_by == ("time" if family == "rusacis" else "save")


@given(
    family=st.sampled_from(SAVING),
    probe_seconds=st.sampled_from((5, 30)),
    played=st.integers(40, 70),
    absent_seconds=st.integers(60, 400),
)
def test_crash_right_after_the_row_was_taken_is_unconfirmed(
    family: str, probe_seconds: int, played: int, absent_seconds: int
) -> None:
    game = GameModel(family, restart_seconds=60)
    gateway = GatewayModel(game, probe_seconds=probe_seconds)
    play(game, gateway, "login", played)
    play(game, gateway, "crash", absent_seconds)
    play(game, gateway, "login", 30)
    assert gateway.verdict
    assert gateway.verdict.state == ("unconfirmed" if not game.is_row_there else "given")
