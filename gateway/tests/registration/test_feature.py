"""The jobs that count, and that delete rows that go by age, try each entry alone; a failure has its name."""

import pytest
from structlog.testing import capture_logs

from gateway.database.database import DatabaseUnavailable
from gateway.jobs import JobMetrics, run_once, with_metrics
from gateway.registration.feature import PRUNE_SECONDS, Gauge, Retention, count_job, prune_job

UNAVAILABLE = DatabaseUnavailable("site", "gone")


class Table:
    """Has rows that are too old."""

    def __init__(self, error: Exception | None = None) -> None:
        self.error, self.pruned_at = error, list[int]()

    async def prune(self, now: int) -> int:
        self.pruned_at.append(now)
        if self.error:
            raise self.error
        return 3


@pytest.mark.parametrize(
    ("error", "is_finished", "outcome"), [(ValueError("broken"), True, "failed"), (UNAVAILABLE, False, "deferred")]
)
async def test_prune_with_a_failing_entry_runs_the_others(error: Exception, is_finished: bool, outcome: str) -> None:
    first, failing, last = Table(), Table(error), Table()
    entries = [Retention("mails", first.prune), Retention("alerts", failing.prune), Retention("sessions", last.prune)]
    metrics = JobMetrics()
    with capture_logs() as logs:
        assert await run_once(with_metrics(prune_job(entries), metrics), PRUNE_SECONDS) is is_finished
    assert [table.pruned_at for table in (first, failing, last)] == [[PRUNE_SECONDS]] * 3
    assert [entry["table"] for entry in logs if entry["event"] == "rows_not_pruned"] == ["alerts"]
    assert (f'fishi_job_runs_total{{job="prune",outcome="{outcome}"}}', 1) in metrics.samples()
    assert metrics.failing == 1


async def test_prune_with_two_errors_names_each_table() -> None:
    entries = [Retention("mails", Table(ValueError()).prune), Retention("alerts", Table(UNAVAILABLE).prune)]
    with pytest.raises(ExceptionGroup, match="mails, alerts"):
        await prune_job(entries).work(0)


async def test_prune_without_errors_succeeds() -> None:
    await prune_job([Retention("mails", Table().prune)]).work(0)


async def test_count_with_a_failing_gauge_counts_the_others() -> None:
    counts: list[str] = []

    async def count() -> None:
        counts.append("payments")

    async def fail() -> None:
        raise UNAVAILABLE

    gauges = [Gauge("deliveries", fail, counts.clear), Gauge("payments", count, counts.clear)]
    with capture_logs() as logs, pytest.raises(DatabaseUnavailable):
        await count_job(gauges).work(0)
    assert counts == ["payments"]
    assert [entry["gauge"] for entry in logs if entry["event"] == "gauge_not_counted"] == ["deliveries"]
