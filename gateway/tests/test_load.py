"""The load's report, made of a recorded sample; the crowd's mix; and one short run of all of it."""

import math
import os
import re
from collections import Counter
from collections.abc import Sequence
from ipaddress import ip_address, ip_network
from pathlib import Path
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fixtures.game_write_load import GameWriteLoad, Save
from fixtures.procfs import Reading, stolen, tree
from fixtures.servers import Redis
from fixtures.tools.load import prometheus
from fixtures.tools.load import traffic_mix as mix
from fixtures.tools.load.__main__ import arguments, keep, plan_of
from fixtures.tools.load.html_report import html, summary
from fixtures.tools.load.latency_histogram import Counts, Tick
from fixtures.tools.load.process_sampler import Look
from fixtures.tools.load.report import Record, Report, Setting, Verdict, made
from fixtures.tools.load.run import Plan, Scene, press
from fixtures.tools.load.scenario import MIX, Player, address
from fixtures.world.people import PASSWORD
from gateway.tests.conftest import ServiceFactory, WorldFactory

BEGAN = 1_790_000_000.0
SETTING = Setting(
    url="http://127.0.0.1:1",
    began=BEGAN,
    seconds=10,
    asked=1000,
    users=500,
    extras={"hostile": 5},
    cores=2,
    busy_before=0.9,
    family="mobius",
    characters=300,
    workers=2,
)
STATUS, PROFILE = "/api/server/status", "/api/player/profile"


def counted(times: Sequence[float], **errors: int) -> Counts:
    counts = Counts(errors={kind.strip("_").replace("_", " ", 1): count for kind, count in errors.items()})
    for ms in times:
        counts.add(ms)
    return counts


def tick(second: int, routes: dict[str, Counts], *, settled: bool = True) -> Tick:
    return Tick(BEGAN + second, 505, 0.25, 1.5, settled, routes)


def good(second: int) -> Tick:
    routes = {STATUS: counted([2.0] * 850), PROFILE: counted([9.0] * 140), mix.LOGIN: counted([310.0] * 10)}
    return tick(second, routes | {mix.SEARCH_HOSTILE: counted([500.0])})


def looks(megabytes: Sequence[float]) -> list[Look]:
    """The gateway takes a quarter of a core."""
    return [
        Look(BEGAN + second, 0.5, {"gateway": Reading(each, 40, 8, second / 4)})
        for second, each in enumerate(megabytes)
    ]


def record(*ticks: Tick, pressed: float = 1.1) -> Record:
    return Record(
        setting=SETTING,
        ticks=ticks or [good(second) for second in range(1, 11)],
        looks=looks([100.0 + second for second in range(11)]),
        quiet=[Save(BEGAN - second / 10, 1.0) for second in range(100)],
        pressed=[Save(BEGAN + second / 10, pressed) for second in range(100)] + [Save(BEGAN + 3, -1.0)],
    )


def verdict(report: Report, words: str) -> Verdict:
    return next(each for each in report.verdicts if words in each.what)


def test_a_gateway_that_keeps_every_promise() -> None:
    report = made(record())
    assert [each.ok for each in report.verdicts] == [True] * 5
    assert verdict(report, "requests").measured == "1,000/s"
    assert report.kinds["public"].p99 == pytest.approx(2.0, rel=0.03)
    assert report.kinds["apart"].requests == 100
    assert report.kinds["extra"].requests == 10
    assert report.writer
    assert report.writer.growth == pytest.approx(0.1)
    assert report.writer.failed == 1
    assert report.processes[0].share == pytest.approx(0.25)
    assert report.crowd.share == pytest.approx(0.25)


def test_a_gateway_that_keeps_none() -> None:
    slow = {STATUS: counted([2.0] * 90 + [400.0] * 10, _503_game_unavailable=3), PROFILE: counted([200.0])}
    report = made(record(*(tick(second, slow) for second in range(1, 11)), pressed=1.5))
    assert [each.ok for each in report.verdicts] == [False] * 5
    assert verdict(report, "faults").measured == "30 of 1,010"
    assert [(each.route, each.error, each.count) for each in report.failures] == [(STATUS, "503 game_unavailable", 30)]


def test_what_the_visitor_did_wrong_is_no_fault_of_the_service() -> None:
    report = made(record(tick(1, {STATUS: counted([1.0], _429_too_many_requests=1)})))
    assert verdict(report, "faults").ok is True
    assert verdict(made(record(tick(1, {STATUS: counted([1.0], ConnectionRefusedError=1)}))), "faults").ok is False


@pytest.mark.parametrize(("seconds", "said"), [(0.5, True), (0.02, False)])
def test_a_machine_whose_host_had_other_things_to_do_is_told(seconds: float, said: bool) -> None:
    report = made(record(*(msgspec.structs.replace(good(second), stolen=seconds) for second in range(1, 11))))
    assert report.crowd.stolen == pytest.approx(seconds / 2), "of two cores"
    assert ("had 25% of it for others" in summary(report)) == said


@pytest.mark.parametrize(
    ("stat", "seconds"), [("cpu  9 8 7 6 5 4 3 250 1 0\ncpu0 1 1", 2.5), ("cpu  9 8 7 6 5 4 3", 0.0), ("", 0.0)]
)
def test_the_time_that_was_stolen(stat: str, seconds: float) -> None:
    assert stolen(stat) == seconds * 100 / os.sysconf("SC_CLK_TCK")


def test_the_arrival_is_shown_and_not_counted() -> None:
    arrival = tick(1, {STATUS: counted([5000.0])}, settled=False)
    report = made(record(arrival, *(good(second) for second in range(2, 12))))
    assert len(report.seconds) == 11
    assert report.seconds[0].p99 == pytest.approx(5000, rel=0.03)
    assert verdict(report, "public").ok is True


def test_no_promise_is_kept_by_what_was_not_asked() -> None:
    report = made(Record(setting=SETTING, ticks=[tick(1, {STATUS: counted([1.0])})]))
    assert verdict(report, "player").ok is None
    assert report.writer is None


def test_a_page_that_loads_nothing() -> None:
    hostile = tick(1, {STATUS: counted([1.0], **{"<script>": 1})})
    page = html(made(record(hostile, *(good(second) for second in range(2, 12)))))
    assert page.count("<svg") == 4
    assert not re.findall(r"(?:src|href)=|url\(|@import|<script", page)
    assert "&lt;script&gt;" in page
    assert "The machine was busy" in page


def test_a_summary_names_what_was_missed() -> None:
    text = summary(made(record(pressed=2.0)))
    (line,) = (line for line in text.splitlines() if line.startswith("p99 of the game's"))
    assert line.split("  ")[-1].strip() == "missed"


@settings(max_examples=30)
@given(st.lists(st.floats(0.05, 60_000), min_size=1, max_size=200), st.sampled_from((0.5, 0.95, 0.99)))
def test_a_quantile_is_never_too_short_and_hardly_too_long(times: list[float], part: float) -> None:
    exact = sorted(times)[math.ceil(len(times) * part - 1e-9) - 1]
    assert exact * 0.9999 <= counted(times).quantile(part) <= exact * 1.0301


def test_statements_are_told_by_name_where_the_gateway_names_them() -> None:
    text = """
        # TYPE gateway_statement_seconds histogram
        gateway_statement_seconds_bucket{role="game",query="items.owned",le="0.1"} 9
        gateway_statement_seconds_count{role="game",query="items.owned"} 9
        gateway_statement_seconds_sum{role="game",query="items.owned"} 0.5
        gateway_statement_seconds_count{role="site",query="wallet.one"} 4
        gateway_statement_seconds_sum{role="site",query="wallet.one"} 0.75
        gateway_process_tasks{process="1"} 7
        gateway_process_tasks{process="2"} 8
    """
    after = prometheus.parse(re.sub(r"^\s+", "", text, flags=re.MULTILINE))
    before = {key: 4.0 for key, value in after.items() if value == 4}
    found = prometheus.statements(before, after)
    assert [(each.role, each.name, each.count, each.seconds) for each in found] == [("game", "items.owned", 9, 0.5)]
    assert prometheus.gauge(after, "gateway_process_tasks") == 15
    assert prometheus.gauge(after, "gateway_nothing") is None


def test_a_hundred_people_are_the_mix() -> None:
    assert MIX == {"visitor": 85, "player": 13, "donor": 2}
    for steps in (mix.VISITOR, mix.PLAYER):
        random, total = Random(7), sum(step.weight for step in steps)
        drawn = Counter(mix.chosen(random, steps).route for _ in range(4000))
        for step in steps:
            assert drawn[step.route] / 4000 == pytest.approx(step.weight / total, abs=0.03)


def test_every_route_is_of_a_kind() -> None:
    assert {mix.KINDS[step.route] for step in mix.VISITOR} == {"public"}
    assert {mix.KINDS[step.route] for step in mix.PLAYER} == {"player"}
    assert {mix.KINDS[route] for route in (mix.LOGIN, mix.CREATE, mix.SPIN)} == {"apart"}


def test_hostile_searches_hardly_ever_repeat() -> None:
    random = Random(7)
    assert len({mix.never_asked(random, 0) for _ in range(1000)}) > 995


def test_everybody_has_an_address_that_is_nobody_s() -> None:
    addresses = {address(number) for number in range(0, 2 * 65536, 97)}
    assert len(addresses) == len(range(0, 2 * 65536, 97))
    assert all(ip_address(each) in ip_network("198.18.0.0/15") for each in addresses)


def test_an_extra_without_a_number_is_a_quarter_of_the_mix() -> None:
    assert plan_of(arguments(["--users", "80", "--hostile", "--slow", "3"])).extras == {"hostile": 20, "slow": 3}
    assert plan_of(arguments([])).extras == {}


def test_a_short_run(world: WorldFactory, service: ServiceFactory, redis_server: Redis, tmp_path: Path) -> None:
    """Everything but the ground: a crowd with logins, a hostile one and the game's own saves, down to the report."""
    own = world("mobius", seed=61)
    environment = {"GATEWAY_REDIS_URL": redis_server.url, "GATEWAY_REDIS_PREFIX": "load"}
    with service(own, environment) as gateway, GameWriteLoad(own.game_admin_dsn, tmp_path / "writer.log") as writer:
        players = [Player(login, PASSWORD) for login in ("demo", "demo2")]
        groups = {"gateway": lambda: tree(gateway.pid)}
        where = Scene(url=gateway.url, players=players, groups=groups, writer=writer, family="mobius", characters=300)
        plan = Plan(seconds=2, users=20, rate=60, ramp=0.5, quiet=0.5, extras={"hostile": 2})
        report = made(press(where, plan, tmp_path, busy_before=0.0))
    assert report.failures == []
    assert report.kinds["public"].requests > report.kinds["player"].requests > 0
    assert report.kinds["extra"].requests > 0
    assert report.writer
    assert report.writer.saves > 0
    assert {process.name for process in report.processes} == {"gateway", "crowd"}
    page = keep(report, tmp_path)
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert msgspec.json.decode(page.with_suffix(".json").read_bytes(), type=Report) == report
    assert not (tmp_path / "order.json").exists(), "it holds passwords"
