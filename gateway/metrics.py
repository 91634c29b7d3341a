"""Figures for operators, as Prometheus reads them, on a port of their own.

A worker counts in plain integers and writes them to a file of its own each second; the parent process adds the files of
all its workers up and answers. Counters of a worker that is gone stay in the sum, so that no total ever falls.
"""

import asyncio
import contextlib
import os
import time
from bisect import bisect_left
from collections.abc import Callable, Iterable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import msgspec

FOLDER = "GATEWAY_METRICS_FOLDER"  # set by the parent for its workers
FLUSH_SECONDS = 1.0
SILENT_SECONDS = 10.0  # after which a worker's gauges are not shown any more
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
LONG_BUCKETS = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 60.0, 600.0, 3600.0)
"""For what waits for somebody else's network, or for a next attempt."""

CATALOGUE = {
    "gateway_public_reads_total": ("counter", "Public reads by route and what the response cache did."),
    "gateway_pages_total": ("counter", "Pages and files answered from memory."),
    "gateway_log_lines_unwritten_total": ("counter", "Lines of the access log above the limit a second."),
    "gateway_statements_total": ("counter", "Statements by role and outcome."),
    "gateway_statement_seconds": ("histogram", "Time that statements took, by role."),
    "gateway_provider_seconds": (
        "histogram",
        "Time that calls to the payment provider took, repeats included, by call and outcome.",
    ),
    "gateway_notices_total": ("counter", "Notices of the payment provider: stored, passed over, or why refused."),
    "gateway_notice_seconds": ("histogram", "Time from a notice to its payment being settled."),
    "gateway_payments_settled_total": ("counter", "Looks at payments by what came of them; `waits`: not done."),
    "gateway_payments_parked": ("gauge", "Payments that do not fit their donation and hold a buyer's money."),
    "gateway_notices_waiting": ("gauge", "Notices that nobody got done so far."),
    "gateway_ledger_broken_rules": ("gauge", "Rules of the ledger that the daily check found broken."),
    "gateway_response_cache_entries": ("gauge", "Answers kept in the response cache."),
    "gateway_response_cache_bytes": ("gauge", "Memory of the response cache."),
    "gateway_redis_up": ("gauge", "1 while Redis answers."),
    "gateway_ready": ("gauge", "1 while the process is ready."),
    "gateway_leads": ("gauge", "1 on the process that leads probe and snapshot."),
}

Samples = Iterable[tuple[str, float]]


class Page(msgspec.Struct):
    """What one worker writes: when, and each series with its value."""

    at: float
    process: int
    values: dict[str, float]


def series(name: str, **labels: object) -> str:
    """`name{label="value"}`; the name must be in the catalogue."""
    assert name.rsplit("_bucket", 1)[0].rsplit("_sum", 1)[0].rsplit("_count", 1)[0] in CATALOGUE, name
    inside = ",".join(f'{label}="{value}"' for label, value in labels.items())
    return f"{name}{{{inside}}}" if inside else name


class Histogram:
    """How long things took, by their labels."""

    def __init__(self, name: str, edges: tuple[float, ...] = BUCKETS) -> None:
        self._name, self._edges = name, edges
        self._buckets: dict[tuple[tuple[str, str], ...], list[int]] = {}
        self._seconds: dict[tuple[tuple[str, str], ...], float] = {}

    def add(self, seconds: float, **labels: str) -> None:
        key = tuple(labels.items())
        buckets = self._buckets.setdefault(key, [0] * (len(self._edges) + 1))
        buckets[bisect_left(self._edges, seconds)] += 1
        self._seconds[key] = self._seconds.get(key, 0.0) + seconds

    def samples(self) -> Samples:
        for key, buckets in self._buckets.items():
            labels, total = dict(key), 0
            for edge, count in zip((*self._edges, "+Inf"), buckets, strict=True):
                total += count
                yield series(f"{self._name}_bucket", **labels, le=edge), total
            yield series(f"{self._name}_count", **labels), total
            yield series(f"{self._name}_sum", **labels), self._seconds[key]


class Statements:
    """Counts what the doors to the databases report."""

    def __init__(self) -> None:
        self._outcomes: dict[tuple[str, str], int] = {}
        self._seconds = Histogram("gateway_statement_seconds")

    def __call__(self, role: str, _query: str, seconds: float, outcome: str) -> None:
        key = (role, outcome)
        self._outcomes[key] = self._outcomes.get(key, 0) + 1
        self._seconds.add(seconds, role=role)

    def samples(self) -> Samples:
        for (role, outcome), count in self._outcomes.items():
            yield series("gateway_statements_total", role=role, outcome=outcome), count
        yield from self._seconds.samples()


class Metrics:
    """A worker's figures: whatever the sources say when asked."""

    def __init__(self) -> None:
        self.sources: list[Callable[[], Samples]] = []

    def page(self) -> Page:
        values = {name: value for source in self.sources for name, value in source()}
        return Page(time.time(), os.getpid(), values)

    async def run(self, folder: Path) -> None:
        """Writes a page each second; never returns."""
        while True:
            self.write(folder)
            await asyncio.sleep(FLUSH_SECONDS)

    def write(self, folder: Path) -> None:
        target = folder / f"{os.getpid()}.json"
        half = target.with_suffix(".new")
        half.write_bytes(msgspec.json.encode(self.page()))
        half.rename(target)


def read(folder: Path) -> list[Page]:
    pages: list[Page] = []
    for path in sorted(folder.glob("*.json")):
        with contextlib.suppress(OSError, msgspec.DecodeError):
            pages.append(msgspec.json.decode(path.read_bytes(), type=Page))
    return pages


def render(pages: Iterable[Page], now: float) -> str:
    """Prometheus text: counters are added up, gauges are shown for each living process."""
    totals: dict[str, dict[str, float]] = {name: {} for name in CATALOGUE}
    for page in pages:
        for name, value in page.values.items():
            family = _family(name)
            if CATALOGUE[family][0] == "gauge":
                if now - page.at > SILENT_SECONDS:
                    continue
                name = series(family, process=page.process)
            totals[family][name] = totals[family].get(name, 0) + value
    lines: list[str] = []
    for family, values in totals.items():
        kind, text = CATALOGUE[family]
        lines += [f"# HELP {family} {text}", f"# TYPE {family} {kind}"]
        lines += [f"{name} {value:.12g}" for name, value in values.items()]
    return "\n".join(lines) + "\n"


def _family(name: str) -> str:
    bare = name.split("{", 1)[0]
    return bare if bare in CATALOGUE else bare.rsplit("_", 1)[0]


def serve(host: str, port: int, folder: Path) -> ThreadingHTTPServer:
    """Answers `GET /metrics` from a thread of the parent process. Raises OSError when the port is taken."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            known = self.path.split("?", 1)[0] == "/metrics"
            body = render(read(folder), time.time()).encode() if known else b"GET /metrics\n"
            self.send_response(200 if known else 404)
            self.send_header("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:
            """Scrapes are not worth a line each."""

    server = ThreadingHTTPServer((host, port), Handler)
    server.daemon_threads = True
    Thread(target=server.serve_forever, name="metrics", daemon=True).start()
    return server
