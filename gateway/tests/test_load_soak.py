"""What the soak counts at rest, and what it calls a leak."""

import pytest
from msgspec.structs import replace

from fixtures.tools.load.report import Record, Report, made
from fixtures.tools.soak.service import Rest, findings
from gateway.tests.test_load import SETTING, good, looks

POOLS = {"gateway_game": 13, "gateway_site": 16}
BEFORE = Rest({"gateway_game": 5, "gateway_site": 9}, redis=8, files=120, tasks=30, processes=4)


def report(megabytes: list[float]) -> Report:
    ticks = [good(second) for second in range(1, len(megabytes))]
    return made(Record(setting=SETTING, ticks=ticks, looks=looks(megabytes)))


def missed(after: Rest, megabytes: list[float]) -> list[str]:
    return [each.what for each in findings(report(megabytes), BEFORE, after, POOLS) if not each.ok]


def test_a_pool_may_fill_up_and_nothing_more() -> None:
    full = replace(BEFORE, connections={"gateway_game": 13, "gateway_site": 12}, files=131)
    assert missed(full, [100.0, 103.0] * 30) == []


@pytest.mark.parametrize(
    ("after", "what"),
    [
        (replace(BEFORE, connections={"gateway_game": 14, "gateway_site": 9}), "connections of gateway_game"),
        (replace(BEFORE, connections={**BEFORE.connections, "gateway_auth": 1}), "connections of gateway_auth"),
        (replace(BEFORE, redis=12), "connections to Redis"),
        (replace(BEFORE, files=130), "open files"),
        (replace(BEFORE, tasks=60), "tasks"),
        (replace(BEFORE, processes=3), "processes"),
    ],
)
def test_a_leak_is_named(after: Rest, what: str) -> None:
    assert missed(after, [100.0] * 60) == [what]


def test_memory_that_grows_is_a_leak() -> None:
    assert missed(BEFORE, [100.0 + second / 2 for second in range(60)]) == ["memory"]
