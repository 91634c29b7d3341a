"""What a blow is held against: each kind of breach is named, and what is allowed is not."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from fixtures.tools.faults.__main__ import arguments, table
from fixtures.tools.faults.evaluation import Moments, Outcome, Seen, judged, judged_crowd, recovered, recovery, seen
from fixtures.tools.faults.expectations import BLOWS, KINDS, Blow, Kind
from fixtures.tools.faults.fault_injection import Arena
from fixtures.tools.faults.money import Books, Spin, unexplained, wrong_spins
from fixtures.tools.faults.prober import Probe

MOMENTS = Moments(began=100, struck=110, mended=120, ended=130)
NOTHING = Blow(name="nothing", what="nothing happens")
NO_SPINS = Blow(name="no-spins", what="spins are refused", refused={"spin": frozenset({503})}, felt=frozenset({"spin"}))


def probe(kind: Kind = "public", at: float = 112, status: int = 200, ms: float = 20, **more: Any) -> Probe:
    return Probe(at=at, kind=kind, path=f"/{kind}", status=status, ms=ms, **more)


def refused(kind: Kind = "spin", at: float = 112, ms: float = 20, **more: Any) -> Probe:
    return probe(kind, at, 503, ms, error="site_unavailable", **more)


def usual(*more: Probe) -> list[Probe]:
    quiet = [probe(kind, at) for kind in KINDS for at in (101, 105)]
    return [*quiet, *(probe(kind, at) for kind in KINDS for at in (111, 113, 121, 125, 129)), *more]


def test_a_blow_that_nobody_feels_is_borne() -> None:
    assert judged(NOTHING, usual(), MOMENTS) == []


@pytest.mark.parametrize(
    ("blow", "more", "words"),
    [
        (NOTHING, refused("public", at=103), "in quiet: 1 × 503 site_unavailable of /public"),
        (NOTHING, refused("public"), "public: 1 × 503"),
        (NO_SPINS, refused("spin", ms=1200), "spin: 1 errors took over 1 s, at most 1200 ms"),
        (NO_SPINS, refused("spin", shaped=False), "spin: 1 errors without Retry-After"),
        (NO_SPINS, probe("spin", status=500, error="internal_error"), "spin: 1 × 500 internal_error"),
        (NO_SPINS, probe("spin", status=0, error="ReadError"), "spin: 1 × lost ReadError"),
        (NO_SPINS, refused("spin", at=131), "not well again within 10 s (11.0 s)"),
    ],
)
def test_what_should_not_be_is_named(blow: Blow, more: Probe, words: str) -> None:
    felt = [refused("spin")] if blow.felt else []
    assert any(found.startswith(words) for found in judged(blow, usual(more, *felt), MOMENTS))


def test_what_is_allowed_is_not_held_against_it() -> None:
    assert judged(NO_SPINS, usual(refused("spin"), refused("spin", ms=1900, late=1000)), MOMENTS) == []
    lost = msgspec.structs.replace(NOTHING, lost=True)
    assert judged(lost, usual(probe("spin", status=0, error="ReadError")), MOMENTS) == []
    assert judged(lost, usual(probe("public", status=0, error="ReadError")), MOMENTS) != []


def test_a_blow_that_missed_or_a_prober_that_slept_proves_nothing() -> None:
    assert judged(NO_SPINS, usual(), MOMENTS) == ["spin: nothing was refused: the blow has missed"]
    silent = [each for each in usual() if each.kind != "login"]
    assert judged(NOTHING, silent, MOMENTS) == ["login: only 0 were asked"]


def test_recovery_ends_with_the_last_bad_answer() -> None:
    assert recovery(usual(), MOMENTS.mended) == 0
    assert recovery(usual(refused(at=122, ms=500)), MOMENTS.mended) == pytest.approx(2.5)
    well = [probe(kind, at) for kind in KINDS for at in (121.0, 122.5)]
    assert recovered(well, 120, 123)
    assert not recovered(well, 120, 121), "too soon to tell"
    assert not recovered([*well, refused(at=122.5)], 120, 123)
    assert not recovered([each for each in well if each.kind != "spin"], 120, 123)


def test_a_crowd_may_lose_connections_and_meet_no_fault() -> None:
    assert judged_crowd({"ConnectionResetError": 3, "404 not_found": 1}) == []
    assert judged_crowd({"503 game_unavailable": 2}) == ["the crowd met 2 × 503 game_unavailable in public reads"]


def spun(key: str, prize: int = 5, balance: int = 95) -> Probe:
    body = {"success": True, "prize_amount": prize, "balance": balance}
    return probe("spin", key=key, body=body)


@pytest.mark.parametrize(
    ("probes", "written", "words"),
    [
        ([spun("a"), refused(key="b")], [("a", Spin(5, 95))], []),
        ([spun("a"), refused(key="b")], [("a", Spin(5, 95)), ("b", Spin(0, 90))], []),
        ([spun("a")], [], ["the spin a was answered and is not there"]),
        ([spun("a")], [("a", Spin(6, 95))], ["the spin a was answered otherwise than it is written"]),
        ([], [("a", Spin(5, 95))], ["the spin a was not asked for"]),
        ([spun("a")], [("a", Spin(5, 95)), ("a", Spin(5, 95))], ["1 spins share a key with another"]),
    ],
)
def test_spins_are_written_as_they_were_answered(
    probes: Sequence[Probe], written: Sequence[tuple[str, Spin]], words: list[str]
) -> None:
    assert wrong_spins(probes, written) == words


def test_a_wallet_moves_by_spins_and_donations_alone() -> None:
    before = Books(1.0, {"a": 100, "b": 0}, {}, 0)
    assert unexplained(before, Books(2.0, {"a": 100, "b": 0, "new": 0}, {}, 0)) == []
    assert unexplained(before, Books(2.0, {"a": 99, "b": 0}, {}, 0)) == [
        "the wallet of a moved by -1 that nothing explains"
    ]


def test_every_blow_can_be_dealt_and_is_named_on_the_command_line() -> None:
    names = [blow.name for blow in BLOWS]
    assert arguments(names).blows == names
    assert all(hasattr(Arena, f"_{name.replace('-', '_')}") for name in names)
    with pytest.raises(SystemExit):
        arguments(["flood"])


def test_the_table_has_a_row_for_each_blow_and_a_line_for_each_breach() -> None:
    told: dict[Kind, Seen] = {kind: seen(usual(refused("spin")), kind, MOMENTS.struck) for kind in KINDS}
    kept = Outcome("kept", "", MOMENTS, told, 0.0, {}, [])
    broken = Outcome("gone", "", MOMENTS, told, 11.0, {}, ["spin: it was bad"])
    head, first, second, *rest = table([kept, broken]).splitlines()
    assert head.split()[:2] == ["blow", "public"]
    assert first.split()[0] == "kept"
    assert first.endswith("kept")
    assert "5/6 503" in first
    assert second.endswith("broken")
    assert rest == ["gone: spin: it was bad"]
