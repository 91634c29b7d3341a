"""Findings of space, memory and the public certificate have the levels of their signals."""

from datetime import UTC, datetime, timedelta

import pytest

from gateway.doctor.topics import address, machine
from gateway.http.certificate import CertificateTimes
from gateway.observability.signals import DISK, Level
from gateway.texts import text

NOW = datetime(2026, 11, 29, tzinfo=UTC)


@pytest.mark.parametrize(("share", "level"), [(89, "ok"), (90, "advice"), (95, "bad")])
def test_level_is_that_of_the_signal(share: float, level: Level) -> None:
    [finding] = machine.evaluate(DISK, share, "doctor.machine.disk", text("doctor.machine.disk_do"))
    disk = "the fullest file system of the service and its databases"
    assert (finding.level, finding.text) == (level, f"{disk} is {share}% used")


def test_share_that_is_not_known_is_no_finding() -> None:
    assert machine.evaluate(DISK, None, "doctor.machine.disk", text("doctor.machine.disk_do")) == []
    assert address.evaluate_certificate(None, NOW.timestamp()) == []


@pytest.mark.parametrize(("days", "level"), [(23, "ok"), (22, "advice"), (9, "bad"), (-1, "bad")])
def test_certificate_of_ninety_days_is_bad_nine_days_before_its_end(days: int, level: Level) -> None:
    ends_at = NOW + timedelta(days=days)
    certificate = CertificateTimes(ends_at - timedelta(days=90), ends_at)
    [finding] = address.evaluate_certificate(certificate, NOW.timestamp())
    assert finding.level == level
    assert f"{ends_at:%Y-%m-%d}" in finding.text
