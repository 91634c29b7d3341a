"""`make demo` and `python -m fixtures.demo --then` as child processes."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from fixtures import demo
from fixtures.processes import free_port, lock_folder

ROOT = Path(__file__).resolve().parents[2]
ASK = """
import os, sys, time, httpx
http = httpx.Client(base_url=os.environ["GATEWAY_URL"], timeout=30)
assert http.get("/api/rankings/pvp").json()["total"] and http.get("/api/server/status").json()["online"]
entered = http.post("/api/auth/login", json={"username": "demo", "password": "demo1234"}).json()
http.headers["Authorization"] = "Bearer " + entered["token"]
assert http.get("/api/player/coins").json()["available"] == 500
one = http.get("/api/donations/characters").json()["data"][0]
back = {word + "_url": "/player" for word in ("success", "failure", "pending")}
begun = http.post(
    "/api/donations/create", json={"amount": 5000, "character_id": one["id"], "character_name": one["name"], **back}
).json()
assert begun["init_point"].startswith(os.environ["E2E_PROVIDER_URL"])
assert httpx.post(begun["init_point"], data={"outcome": "approved"}).status_code == 303
while http.get("/api/player/coins").json()["available"] != 550:
    time.sleep(0.1)
sent = {"json": {"character_id": one["id"], "amount": 30}, "headers": {"Idempotency-Key": "one"}}
assert http.post("/api/player/deliveries", **sent).status_code == 201
while http.get("/api/player/deliveries").json()["data"][0]["status"] != "delivered":
    time.sleep(0.1)
sys.exit(7)
"""
ELSEWHERE = """
import pathlib, sys
from fixtures import demo
demo.DATA = pathlib.Path(sys.argv[1])
sys.exit(demo.main(sys.argv[2:]))
"""


def _restore_sigint() -> None:
    """Shells start background jobs with SIGINT ignored, which children inherit."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.parametrize("family", ["mobius", "lucera"])  # the other game servers: test_demo_consumer
def test_demo_then_serves_donation_and_delivery_and_returns_the_exit_code(family: str) -> None:
    command = [sys.executable, "-m", "fixtures.demo", "--family", family, "--size", "30", "--then"]
    asked = [*command, sys.executable, "-c", ASK]
    done = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False, timeout=180)
    assert done.returncode == 7, done.stdout + done.stderr


def test_demo_keeps_its_data_passes_settings_through_and_stops_on_sigint(tmp_path: Path) -> None:
    environment = os.environ | {"GATEWAY_LOG_LEVEL": "warning"}
    for first in (True, False):
        port = str(free_port())
        command = [sys.executable, "-c", ELSEWHERE, str(tmp_path), "--size", "30", "--port", port]
        with subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, preexec_fn=_restore_sigint
        ) as child:
            assert child.stdout
            lines: list[str] = []
            for line in child.stdout:
                lines.append(line.strip())
                if line.startswith("Open "):
                    break
            child.send_signal(signal.SIGINT)
            rest = child.stdout.read().split()
        assert lines[-1] == f"Open http://127.0.0.1:{port}"
        assert any("Filling" in line for line in lines) is first
        assert "Settings from the environment: GATEWAY_LOG_LEVEL" in lines
        assert '"level":"info"' not in next(tmp_path.glob("*/gateway.log")).read_text()
        assert rest == ["Ended."]
        assert child.returncode == 0


def test_overrides_skip_the_port_and_values_sourced_from_the_settings_file(tmp_path: Path) -> None:
    written = tmp_path / "gateway.env"
    written.write_text("export GATEWAY_REDIS_URL=unix:///old\n")
    environment = {
        "GATEWAY_REDIS_URL": "unix:///old",
        "GATEWAY_SERVER_PORT": "1",
        "GATEWAY_LOG_LEVEL": "debug",
        "A": "b",
    }
    assert demo.overrides(environment, written) == {"GATEWAY_LOG_LEVEL": "debug"}
    assert demo.overrides({"GATEWAY_REDIS_URL": "redis://other"}, written) == {"GATEWAY_REDIS_URL": "redis://other"}


def test_demo_on_a_locked_folder_exits_1(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(demo, "DATA", tmp_path)
    lock = lock_folder(tmp_path / "mobius-30", patience=0)
    try:
        assert demo.main(["--family", "mobius", "--size", "30", "--port", str(free_port())]) == 1
    finally:
        os.close(lock)
    assert "already runs" in capsys.readouterr().err


@pytest.mark.parametrize(("name", "value"), [("FAMILY", "frintezza"), ("SIZE", "9"), ("SIZE", "many")])
def test_demo_rejects_invalid_options(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SystemExit) as refused:
        demo.main([])
    assert refused.value.code == 2
    assert name.lower() in capsys.readouterr().err.lower()


def test_demo_names_a_taken_port(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert demo.main(["--size", "30", "--port", str(port)]) == 1
    assert f"port {port} is taken" in capsys.readouterr().err
