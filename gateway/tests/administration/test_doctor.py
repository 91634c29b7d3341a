"""The doctor of the administration runs the real command, and shows what it prints."""

import httpx
import msgspec
import pytest
from structlog.testing import capture_logs

from fixtures.installed import World
from gateway.administration import doctor
from gateway.administration.doctor import DoctorReport
from gateway.doctor.runner import topics_of
from gateway.tests.administration.operator_app import operator_headers


async def test_doctor_answers_with_the_findings_of_the_command(
    server: World, http: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in server.environment.items():
        monkeypatch.setenv(name, value)
    response = await http.post("/api/admin/doctor", headers=await operator_headers(server, "support"), timeout=120)
    assert response.status_code == 200, response.text
    report = msgspec.json.decode(response.content, type=DoctorReport)
    topics = {finding.topic for finding in report.findings}
    assert {"connections", "rights", "views", "skipped"} <= topics <= {*topics_of(server.settings), "skipped"}
    assert {bool(finding.do) for finding in report.findings} == {True, False}


async def test_command_without_findings_is_refused_and_its_error_logged(
    server: World, http: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "COMMAND", (*doctor.COMMAND, "--only=nothing"))
    headers = await operator_headers(server)
    with capture_logs() as logs:
        response = await http.post("/api/admin/doctor", headers=headers, timeout=120)
    assert response.status_code == 503
    (entry,) = (entry for entry in logs if entry["event"] == "doctor_gave_no_findings")
    assert "unknown topic nothing" in entry["printed"]
