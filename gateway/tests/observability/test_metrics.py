"""Metrics: merged over the workers, served on a port of their own."""

import re
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from gateway import jobs
from gateway.database.database import DatabaseUnavailable
from gateway.database.metrics import StatementMetrics
from gateway.features.roulette.metrics import SPINS_KNOWN, SpinMetrics
from gateway.jobs import Job
from gateway.observability import metrics
from gateway.observability.metrics import SHORT_BUCKETS, MetricsRegistry, WorkerMetrics, series
from gateway.tests.support.paths import OPERATOR_PAGES

METRICS_PAGE = OPERATOR_PAGES / "metrics.md"
HITS = series("fishi_public_reads_total", route="/api/server/status", outcome="hit")


def value(text: str, name: str) -> float:
    return next(float(line.rsplit(" ", 1)[1]) for line in text.splitlines() if line.startswith(f"{name} "))


def test_render_merges_workers_by_the_kind_of_the_metric() -> None:
    names = [HITS, series("fishi_pool_connections", pool="game", state="in_use"), "fishi_ready"]
    names += ["fishi_redis_failovers_total", "fishi_snapshot_age_seconds"]
    workers = [(1000.0, (3, 1, 1, 2, 9)), (1000.0, (4, 2, 0, 2, 5)), (10.0, (5, 4, 0, 1, 99))]  # the last has exited
    pages = [WorkerMetrics(at, dict(zip(names, values, strict=True))) for at, values in workers]
    text = metrics.render(pages, now=1001.0)
    assert [value(text, name) for name in names] == [12, 3, 0, 2, 9]


def test_histogram_buckets_are_cumulative() -> None:
    statements = StatementMetrics()
    for seconds in (0.0005, 0.004, 0.004, 9.0):
        statements("game", "rankings.range", seconds, "ok")
    result = dict(statements.samples())
    labels = {"role": "game", "query": "rankings.range"}
    name = "fishi_statement_duration_seconds"
    buckets = [result[series(f"{name}_bucket", **labels, le=edge)] for edge in SHORT_BUCKETS]
    assert buckets == sorted(buckets)
    assert buckets[0] == 1
    assert buckets[-1] == 3
    assert result[series(f"{name}_bucket", **labels, le="+Inf")] == 4
    assert result[series(f"{name}_count", **labels)] == 4
    assert result[series(f"{name}_sum", **labels)] == 9.0085
    assert result[series("fishi_statements_total", **labels, outcome="ok")] == 4


def test_series_unknown_name_raises() -> None:
    with pytest.raises(AssertionError):
        series("fishi_unknown_total")


def test_render_writes_type_and_help() -> None:
    text = metrics.render([], now=0.0)
    for family, (kind, meaning) in metrics.CATALOGUE.items():
        assert f"# HELP {family} {meaning}" in text
        assert f"# TYPE {family} {kind.partition(',')[0]}\n" in text


def test_listener_serves_worker_files(tmp_path: Path) -> None:
    worker = MetricsRegistry()
    worker.sources.append(lambda: [(HITS, 5)])
    worker.write(tmp_path)
    (tmp_path / "half.json").write_text("{")
    with metrics.serve("127.0.0.1", 0, tmp_path) as server:
        address = f"http://127.0.0.1:{server.server_address[1]}"
        with urllib.request.urlopen(f"{address}/metrics") as answer:
            assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
            assert value(answer.read().decode(), HITS) == 5
        with urllib.request.urlopen(urllib.request.Request(f"{address}/metrics", method="HEAD")) as head:
            assert (head.status, head.headers["content-length"], head.read()) == (
                200,
                answer.headers["content-length"],
                b"",
            )
        with pytest.raises(urllib.error.HTTPError):
            urllib.request.urlopen(f"{address}/")
        server.shutdown()


async def test_job_metrics_count_outcomes() -> None:
    runs, outcomes = jobs.JobMetrics(), [None, DatabaseUnavailable("site", "away"), ValueError("wrong")]

    async def work(_tick: int) -> None:
        if error := outcomes.pop():
            raise error

    job = jobs.with_metrics(Job("prune", 60, work), runs)
    assert [await jobs.run_once(job, tick) for tick in range(3)] == [True, False, True]
    result = dict(runs.samples())
    for outcome in ("done", "deferred", "failed"):
        assert result[series("fishi_job_runs_total", job="prune", outcome=outcome)] == 1
    last_success = series("fishi_job_last_success_timestamp_seconds", job="prune")
    assert result[last_success] > 0
    assert job.on_leadership_lost
    job.on_leadership_lost()
    assert last_success not in dict(runs.samples())


def test_metrics_page_matches_catalogue() -> None:
    page = METRICS_PAGE.read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| ([\w, ]+) \| (.*) \|$", page, re.MULTILINE)
    assert {name: (kind, text) for name, kind, text in rows} == metrics.CATALOGUE
    assert len(rows) == len(metrics.CATALOGUE)
    names = {re.sub(r"_(bucket|count|sum)$", "", name) for name in re.findall(r"\bfishi_\w+", page)}
    assert names <= set(metrics.CATALOGUE)


def test_spin_metrics_count_each_recent_spin_once() -> None:
    spins = SpinMetrics()
    for number in (*range(SPINS_KNOWN + 1), SPINS_KNOWN, 1):
        spins.record(f"7-{number}", 10, 0)
    spin_count = series("fishi_spins_total", won="nothing")
    assert dict(spins.samples())[spin_count] == SPINS_KNOWN + 1
    spins.record("7-0", 10, 0)
    assert dict(spins.samples())[spin_count] == SPINS_KNOWN + 2
