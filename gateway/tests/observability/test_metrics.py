"""Metrics: added up over the workers, on a port of their own."""

import re
import urllib.error
import urllib.request
from pathlib import Path

import httpx
import pytest

from fixtures.processes import free_port
from fixtures.servers import Redis
from gateway import jobs
from gateway.database.database import DatabaseUnavailable
from gateway.database.metrics import StatementMetrics
from gateway.features.roulette.metrics import SPINS_KNOWN, SpinMetrics
from gateway.jobs import Job
from gateway.observability import metrics
from gateway.observability.metrics import SHORT_BUCKETS, Histogram, MetricsRegistry, WorkerMetrics, series
from gateway.tests.conftest import ServiceFactory, WorldFactory
from gateway.tests.support.paths import DOCS
from gateway.tests.support.wait_until import until

METRICS_PAGE = DOCS / "metrics.md"
LINE = re.compile(r'(?P<name>\w+)(\{(?P<labels>(\w+="[\w.:/ +-]*",?)*)\})? [\d.e+-]+')
HITS = series("gateway_public_reads_total", route="/api/server/status", outcome="hit")


def value(text: str, name: str) -> float:
    return next(float(line.rsplit(" ", 1)[1]) for line in text.splitlines() if line.startswith(f"{name} "))


def test_render_counters_are_summed_and_outlive_their_worker() -> None:
    pages = [WorkerMetrics(1000.0, 1, {HITS: 3}), WorkerMetrics(10.0, 2, {HITS: 4})]
    assert value(metrics.render(pages, now=1001.0), HITS) == 7


def test_render_gauges_only_of_live_workers() -> None:
    pages = [WorkerMetrics(1000.0, 1, {"gateway_ready": 1}), WorkerMetrics(10.0, 2, {"gateway_ready": 1})]
    text = metrics.render(pages, now=1001.0)
    assert 'gateway_ready{process="1"} 1' in text
    assert 'process="2"' not in text


def test_histogram_buckets_are_cumulative() -> None:
    statements = StatementMetrics()
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


def test_histogram_separates_labels() -> None:
    taken = Histogram("gateway_provider_seconds", (1.0, 5.0))
    for seconds, outcome in ((0.5, "ok"), (3.0, "ok"), (9.0, "timeout")):
        taken.add(seconds, call="payment", outcome=outcome)
    text = metrics.render([WorkerMetrics(1.0, 1, dict(taken.samples()))], now=1.0)
    of = 'call="payment",outcome='
    assert value(text, f'gateway_provider_seconds_bucket{{{of}"ok",le="1.0"}}') == 1
    assert value(text, f'gateway_provider_seconds_bucket{{{of}"ok",le="+Inf"}}') == 2
    assert value(text, f'gateway_provider_seconds_sum{{{of}"ok"}}') == 3.5
    assert value(text, f'gateway_provider_seconds_bucket{{{of}"timeout",le="5.0"}}') == 0
    assert value(text, f'gateway_provider_seconds_count{{{of}"timeout"}}') == 1


def test_series_unknown_name_raises() -> None:
    with pytest.raises(AssertionError):
        series("gateway_unknown_total")


def test_render_writes_type_and_help() -> None:
    text = metrics.render([], now=0.0)
    for family, (kind, meaning) in metrics.CATALOGUE.items():
        assert f"# HELP {family} {meaning}" in text
        assert f"# TYPE {family} {kind}" in text


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
        with pytest.raises(urllib.error.HTTPError):
            urllib.request.urlopen(f"{address}/")
        server.shutdown()


def test_render_gauge_keeps_its_labels() -> None:
    lent: dict[str, float] = {
        series("gateway_pool_connections", pool="game", state=state): 2 for state in ("in_use", "idle")
    }
    text = metrics.render([WorkerMetrics(1.0, 7, lent)], now=1.0)
    assert value(text, 'gateway_pool_connections{process="7",pool="game",state="in_use"}') == 2
    assert value(text, 'gateway_pool_connections{process="7",pool="game",state="idle"}') == 2


async def test_job_metrics_count_outcomes() -> None:
    runs, outcomes = jobs.JobMetrics(), [None, DatabaseUnavailable("site", "away"), ValueError("wrong")]

    async def work(_tick: int) -> None:
        if wrong := outcomes.pop():
            raise wrong

    job = jobs.with_metrics(Job("prune", 60, work), runs)
    assert [await jobs.run_once(job, tick) for tick in range(3)] == [True, False, True]
    found = dict(runs.samples())
    for outcome in ("done", "deferred", "failed"):
        assert found[series("gateway_job_runs_total", job="prune", outcome=outcome)] == 1
    done = series("gateway_job_last_success_timestamp_seconds", job="prune")
    assert found[done] > 0
    assert job.on_leadership_lost
    job.on_leadership_lost()
    assert done not in dict(runs.samples())


def test_metrics_page_matches_catalogue() -> None:
    page = METRICS_PAGE.read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(gateway_\w+)` \| (\w+) \| (.*) \|$", page, re.MULTILINE)
    assert {name: (kind, text) for name, kind, text in rows} == metrics.CATALOGUE
    assert len(rows) == len(metrics.CATALOGUE)
    named = {re.sub(r"_(bucket|count|sum)$", "", name) for name in re.findall(r"\bgateway_\w+", page)}
    assert named <= set(metrics.CATALOGUE)


EXPECTED = (
    'gateway_requests_total{route="getPvPRankings",status="200"} 3',
    'gateway_requests_total{route="getPvPRankings",status="304"} 1',
    'gateway_requests_total{route="getPvPRankings",status="400"} 1',
    'gateway_http_request_duration_seconds_count{route="getPvPRankings"} 5',
    'gateway_requests_total{route="login",status="401"} 1',
    'gateway_requests_total{route="page",status="200"} 1',
    'gateway_requests_total{route="none",status="404"} 2',
    'gateway_statements_total{role="auth",query="stats.accounts",outcome="ok"} 1',
    'gateway_connection_wait_seconds_count{pool="auth"}',
    'gateway_connections_refused_total{pool="game",reason="queue_full"} 0',
    'gateway_snapshots_total{outcome="taken"}',
    'gateway_job_runs_total{job="count_deliveries",outcome="done"} 1',
)
GAUGES = (
    "gateway_snapshot_age_seconds",
    "gateway_snapshot_characters",
    "gateway_snapshot_bytes",
    "gateway_snapshot_build_seconds",
    "gateway_ledger_violations",
    "gateway_deliveries",
    "gateway_job_last_success_timestamp_seconds",
    "gateway_pool_size",
    "gateway_redis_up",
    "gateway_ready",
    "gateway_build_info",
    "gateway_process_resident_bytes",
    "gateway_process_open_files",
    "gateway_process_loop_delay_seconds",
)


async def test_service_exports_metrics_without_visitor_input(
    world: WorldFactory, service: ServiceFactory, redis_server: Redis
) -> None:
    port = free_port()
    env = {
        "GATEWAY_SERVER_METRICS_PORT": str(port),
        "GATEWAY_REDIS_URL": redis_server.url,
        "GATEWAY_REDIS_PREFIX": "test-metrics",
    }
    with service(world(), env) as running:
        async with httpx.AsyncClient(base_url=running.url) as http:
            first = await http.get("/api/rankings/pvp")
            await http.get("/api/rankings/pvp")
            await http.get("/api/rankings/pvp", headers={"If-None-Match": first.headers["etag"]})
            await http.get("/api/rankings/pvp", params={"search_name": "visitor"})
            await http.get("/api/rankings/pvp", params={"visitor": "1"})
            await http.post("/api/auth/login", json={"username": "visitor", "password": "visitor"})
            for path in ("/api/visitor", "/api/server/stats", "/", "/visitor.png"):
                await http.get(path)

            async def page() -> str:
                return (await http.get(f"http://127.0.0.1:{port}/metrics")).text

            async def complete() -> bool:
                told = await page()
                return all(each in told for each in EXPECTED) and all(f"{each}{{" in told for each in GAUGES)

            try:
                await until(complete)
            except TimeoutError:
                told = await page()
                missing = [each for each in (*EXPECTED, *GAUGES) if each not in told]
                raise AssertionError(f"{missing} in\n{told}") from None
            text = await page()
    assert "visitor" not in text
    for line in text.splitlines():
        assert line.startswith("#") or LINE.fullmatch(line), line


def test_spin_metrics_count_each_recent_spin_once() -> None:
    spins = SpinMetrics()
    for number in (*range(SPINS_KNOWN + 1), SPINS_KNOWN, 1):
        spins.record(f"7-{number}", 10, 0)
    counted = series("gateway_spins_total", won="nothing")
    assert dict(spins.samples())[counted] == SPINS_KNOWN + 1
    spins.record("7-0", 10, 0)
    assert dict(spins.samples())[counted] == SPINS_KNOWN + 2
