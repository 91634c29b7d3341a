"""Metrics in the text format of Prometheus, on a port of their own.

Each worker counts in plain integers and writes them to a file once a second; the parent process merges the files of all
workers as the catalogue says. Counters of a worker that has exited stay, so no total decreases. prometheus_client in
multiprocess mode costs 4.35 us per cached read, 6 % of the rate of one worker; an integer and a bisect cost 0.3 us.
"""

import asyncio
import contextlib
import operator
import os
import re
import time
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import accumulate
from pathlib import Path
from threading import Thread
from typing import Any, Final

import msgspec

from gateway.observability.catalogue import CATALOGUE

FOLDER = "GATEWAY_METRICS_FOLDER"  # set by the parent for its workers
FLUSH_SECONDS = 1.0
SILENT_SECONDS = 10.0  # after which the gauges of a worker are not exported
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
SHORT_BUCKETS = (0.001, 0.005, 0.025, 0.1, 0.5, 2.5)
"""For metrics with many label values."""
LONG_BUCKETS = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 60.0, 600.0, 3600.0)
"""For calls over the network with retries, and for jobs."""

MERGE: dict[str, Callable[[float, float], float]] = {"": operator.add, "sum": operator.add, "max": max, "min": min}
"""Functions that merge the values of two workers, by the second word of the kind in the catalogue."""

_LABEL: Final = re.compile(r'(\w+)="([^"]*)"')
Samples = Iterable[tuple[str, float]]


class WorkerMetrics(msgspec.Struct):
    """Content of a worker's file: time of writing, and the value of each series."""

    at: float
    values: Mapping[str, float]


def series(name: str, **labels: object) -> str:
    """Returns `name{label="value"}`; the name must be in the catalogue."""
    assert name.rsplit("_bucket", 1)[0].rsplit("_sum", 1)[0].rsplit("_count", 1)[0] in CATALOGUE, name
    inside = ",".join(f'{label}="{value}"' for label, value in labels.items())
    return f"{name}{{{inside}}}" if inside else name


class DurationBuckets:
    """Durations with the same labels: a count per bucket, and the sum in seconds."""

    __slots__ = ("buckets", "edges", "seconds")

    def __init__(self, edges: tuple[float, ...] = BUCKETS) -> None:
        self.edges = edges
        self.buckets = [0] * (len(edges) + 1)
        self.seconds = 0.0

    def add(self, seconds: float) -> None:
        self.buckets[bisect_left(self.edges, seconds)] += 1
        self.seconds += seconds


class Histogram:
    """Durations by labels."""

    def __init__(self, name: str, edges: tuple[float, ...] = BUCKETS) -> None:
        self._name, self._edges = name, edges
        self._rows: dict[tuple[tuple[str, str], ...], DurationBuckets] = {}
        self._names: dict[tuple[tuple[str, str], ...], list[str]] = {}

    def row(self, **labels: str) -> DurationBuckets:
        """Returns the buckets of these labels, for callers that add often."""
        key = tuple(labels.items())
        if (row := self._rows.get(key)) is None:
            row = self._rows[key] = DurationBuckets(self._edges)
            ends = [series(f"{self._name}_bucket", **labels, le=edge) for edge in (*self._edges, "+Inf")]
            self._names[key] = [*ends, series(f"{self._name}_count", **labels), series(f"{self._name}_sum", **labels)]
        return row

    def put(self, row: DurationBuckets, **labels: str) -> None:
        """Uses buckets that the caller keeps."""
        self.row(**labels)
        self._rows[tuple(labels.items())] = row

    def add(self, seconds: float, **labels: str) -> None:
        self.row(**labels).add(seconds)

    def samples(self) -> Samples:
        for key, row in self._rows.items():
            totals = list(accumulate(row.buckets))
            yield from zip(self._names[key], (*totals, totals[-1], row.seconds), strict=True)


class MetricsRegistry:
    """Metrics of one worker, collected from its sources."""

    def __init__(self) -> None:
        self.sources: list[Callable[[], Samples]] = []
        self._delay = 0.0

    def page(self) -> WorkerMetrics:
        values = {name: value for source in self.sources for name, value in source()}
        return WorkerMetrics(time.time(), values)

    def responses(self) -> tuple[float, float]:
        """Returns the responses of all workers of the instance since its start, and those with a status from 500 on."""
        rows = self._rows("fishi_http_requests_total{")
        return sum(count for _, count in rows), sum(count for name, count in rows if 'status="5' in name)

    def visitor_addresses(self) -> tuple[float, float]:
        """Returns the requests of all workers since their start, and those whose visitor's address is unknown."""
        rows = self._rows("fishi_client_addresses_total{")
        return sum(count for _, count in rows), sum(count for name, count in rows if 'state="known"' not in name)

    def counts(self, name: str) -> list[tuple[dict[str, str], float]]:
        """Returns a counter of all workers since their start: the labels of each series, and its value."""
        return [(dict(_LABEL.findall(row)), count) for row, count in self._rows(f"{name}{{")]

    def _rows(self, prefix: str) -> list[tuple[str, float]]:
        folder = os.environ.get(FOLDER)
        pages = read(Path(folder)) if folder else [self.page()]
        return [row for page in pages for row in page.values.items() if row[0].startswith(prefix)]

    async def run(self, folder: Path) -> None:
        """Writes the file once a second; never returns."""
        self.sources.append(lambda: [(series("fishi_event_loop_delay_seconds"), self._delay)])
        self.sources.append(lambda: [(series("fishi_event_loop_tasks"), len(asyncio.all_tasks()))])
        while True:
            self.write(folder)
            slept = time.monotonic()
            await asyncio.sleep(FLUSH_SECONDS)
            self._delay = max(0.0, time.monotonic() - slept - FLUSH_SECONDS)

    def write(self, folder: Path) -> None:
        target = folder / f"{os.getpid()}.json"
        half = target.with_suffix(".new")
        half.write_bytes(msgspec.json.encode(self.page()))
        half.rename(target)


def read(folder: Path) -> list[WorkerMetrics]:
    pages: list[WorkerMetrics] = []
    for path in sorted(folder.glob("*.json")):
        with contextlib.suppress(OSError, msgspec.DecodeError):
            pages.append(msgspec.json.decode(path.read_bytes(), type=WorkerMetrics))
    return pages


def render(pages: Iterable[WorkerMetrics], now: float) -> str:
    """Prometheus text with one value per series. The gauges of a silent worker are left out."""
    totals: dict[str, dict[str, float]] = {name: {} for name in CATALOGUE}
    for page in pages:
        for name, value in page.values.items():
            family = _family(name)
            kind, _, merge = CATALOGUE[family][0].partition(", ")
            if kind == "gauge" and now - page.at > SILENT_SECONDS:
                continue
            values = totals[family]
            values[name] = MERGE[merge](values[name], value) if name in values else value
    lines: list[str] = []
    for family, values in totals.items():
        kind, text = CATALOGUE[family]
        lines += [f"# HELP {family} {text}", f"# TYPE {family} {kind.split(',')[0]}"]
        lines += [f"{name} {value:.12g}" for name, value in values.items()]
    return "\n".join(lines) + "\n"


def _family(name: str) -> str:
    bare = name.split("{", 1)[0]
    return bare if bare in CATALOGUE else bare.rsplit("_", 1)[0]


def serve(host: str, port: int, folder: Path) -> ThreadingHTTPServer:
    """Answers `/metrics` from a thread of the parent process. Raises OSError when the port is taken."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            is_metrics = self.path.split("?", 1)[0] == "/metrics"
            body = render(read(folder), time.time()).encode() if is_metrics else b"GET /metrics\n"
            self.send_response(200 if is_metrics else 404)
            self.send_header("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(body)

        do_HEAD = do_GET  # noqa: N815 - the name that http.server looks for

        def log_message(self, format: str, *args: Any) -> None:
            """Scrapes are not logged."""

    server = ThreadingHTTPServer((host, port), Handler)
    server.daemon_threads = True
    Thread(target=server.serve_forever, name="metrics", daemon=True).start()
    return server
