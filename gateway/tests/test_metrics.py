"""Metrics: added up over the workers, on a port of their own."""

import urllib.error
import urllib.request
from pathlib import Path

import pytest

from gateway import metrics
from gateway.figures import Statements
from gateway.metrics import SHORT_BUCKETS, Histogram, Metrics, Page, series

HITS = series("gateway_public_reads_total", route="/api/server/status", outcome="hit")


def value(text: str, name: str) -> float:
    return next(float(line.rsplit(" ", 1)[1]) for line in text.splitlines() if line.startswith(f"{name} "))


def test_counters_are_added_up_and_outlive_their_worker() -> None:
    pages = [Page(1000.0, 1, {HITS: 3}), Page(10.0, 2, {HITS: 4})]
    assert value(metrics.render(pages, now=1001.0), HITS) == 7


def test_gauges_are_those_of_living_workers() -> None:
    pages = [Page(1000.0, 1, {"gateway_ready": 1}), Page(10.0, 2, {"gateway_ready": 1})]
    text = metrics.render(pages, now=1001.0)
    assert 'gateway_ready{process="1"} 1' in text
    assert 'process="2"' not in text


def test_a_histogram_is_cumulative() -> None:
    statements = Statements()
    for seconds in (0.0005, 0.004, 0.004, 9.0):
        statements("game", "rankings.range", seconds, "ok")
    found = dict(statements.samples())
    labels = {"role": "game", "query": "rankings.range"}
    name = "gateway_statement_seconds"
    buckets = [found[series(f"{name}_bucket", **labels, le=edge)] for edge in SHORT_BUCKETS]
    assert buckets == sorted(buckets)
    assert buckets[0] == 1
    assert buckets[-1] == 3
    assert found[series(f"{name}_bucket", **labels, le="+Inf")] == 4
    assert found[series(f"{name}_count", **labels)] == 4
    assert found[series(f"{name}_sum", **labels)] == 9.0085
    assert found[series("gateway_statements_total", **labels, outcome="ok")] == 4


def test_each_set_of_labels_has_a_histogram_of_its_own() -> None:
    taken = Histogram("gateway_provider_seconds", (1.0, 5.0))
    for seconds, outcome in ((0.5, "ok"), (3.0, "ok"), (9.0, "timeout")):
        taken.add(seconds, call="payment", outcome=outcome)
    text = metrics.render([Page(1.0, 1, dict(taken.samples()))], now=1.0)
    of = 'call="payment",outcome='
    assert value(text, f'gateway_provider_seconds_bucket{{{of}"ok",le="1.0"}}') == 1
    assert value(text, f'gateway_provider_seconds_bucket{{{of}"ok",le="+Inf"}}') == 2
    assert value(text, f'gateway_provider_seconds_sum{{{of}"ok"}}') == 3.5
    assert value(text, f'gateway_provider_seconds_bucket{{{of}"timeout",le="5.0"}}') == 0
    assert value(text, f'gateway_provider_seconds_count{{{of}"timeout"}}') == 1


def test_a_series_must_be_in_the_catalogue() -> None:
    with pytest.raises(AssertionError):
        series("gateway_unknown_total")


def test_every_family_has_its_type_and_help() -> None:
    text = metrics.render([], now=0.0)
    for family, (kind, meaning) in metrics.CATALOGUE.items():
        assert f"# HELP {family} {meaning}" in text
        assert f"# TYPE {family} {kind}" in text


def test_the_listener_reads_what_workers_wrote(tmp_path: Path) -> None:
    worker = Metrics()
    worker.sources.append(lambda: [(HITS, 5)])
    worker.write(tmp_path)
    (tmp_path / "half.json").write_text("{")
    with metrics.serve("127.0.0.1", 0, tmp_path) as server:
        address = f"http://127.0.0.1:{server.server_address[1]}"
        with urllib.request.urlopen(f"{address}/metrics") as answer:
            assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
            assert value(answer.read().decode(), HITS) == 5
        with pytest.raises(urllib.error.HTTPError):
            urllib.request.urlopen(f"{address}/")
        server.shutdown()
