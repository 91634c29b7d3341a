"""`gateway content preview`: the site of a folder without databases, changes taken up, and its errors."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from gateway import cli, package_data
from gateway.config.settings import CONFIG
from gateway.tests.support.wait_until import until

HOSTILE = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the packaged content with a hostile logo."""
    folder = Path(shutil.copytree(package_data.content(), tmp_path / "content"))
    (folder / "pictures").mkdir()
    (folder / "pictures" / "logo.svg").write_text(HOSTILE, encoding="utf-8")
    _replace(folder / "site.toml", "[hero]", 'accent = "#7fb2e5"\nlogo = "/pictures/logo.svg"\n[hero]')
    return folder


def _replace(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def rendered_text(page: str) -> str:
    """Returns the text of the rendered root element; empty for an empty shell."""
    root = page.partition('<div id="root">')[2].partition('<script type="application/json"')[0]
    return re.sub(r"<[^>]*>", "", root)


@contextmanager
def _preview(folder: Path) -> Generator[tuple[subprocess.Popen[str], str]]:
    """Starts the command on a free port; gives the process and the address that it printed."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GATEWAY_")}
    command = [sys.executable, "-m", "gateway", "content", "preview", str(folder), "--port", "0"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment | {CONFIG: ""}
    ) as process:
        try:
            assert process.stdout
            line = process.stdout.readline()
            yield process, line.partition(" at ")[2].partition(";")[0]
        finally:
            process.kill()


async def test_preview_serves_pages_content_and_changes_until_interrupted(folder: Path) -> None:
    with _preview(folder) as (process, address):
        async with httpx.AsyncClient(base_url=address) as http:

            async def shows(name: str) -> bool:
                try:
                    page = (await http.get("/")).text
                    return f"<title>{name}, " in page and f"{name}. Developed" in rendered_text(page)
                except httpx.ConnectError:  # not listening yet
                    return False

            await until(lambda: shows("Fishi"))
            page = (await http.get("/es/server-info")).text
            assert "clase principal x15" in rendered_text(page)
            sheet = await http.get("/assets/accent-" + page.split("/assets/accent-")[1].split('"')[0])
            assert "--gold:#7fb2e5;" in sheet.text
            assert sheet.headers["content-type"] == "text/css; charset=utf-8"
            logo = await http.get("/pictures/logo.svg")
            assert logo.text == HOSTILE
            policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
            assert logo.headers["content-security-policy"] == policy
            assert logo.headers["x-content-type-options"] == "nosniff"
            assert (await http.get("/api/server/info")).json()["rates"]["exp"] == "10x"
            for path in ("/api/server/status", "/api/server/stats", "/api/rankings/pvp"):
                assert (await http.get(path)).status_code == 503, path
            _replace(folder / "site.toml", 'name = "Fishi"', 'name = "Renamed"')
            await until(lambda: shows("Renamed"))
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 0
        assert process.stderr
        assert "Traceback" not in process.stderr.read()


def test_preview_taken_port_or_invalid_folder_is_refused_with_the_reason(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(CONFIG, "")
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = str(listener.getsockname()[1])
        assert cli.main(["content", "preview", str(folder), "--port", port]) == 1
        assert f"gateway content: cannot listen on 127.0.0.1:{port}: " in capsys.readouterr().err
        _replace(folder / "site.toml", "#7fb2e5", "#101010")
        assert cli.main(["content", "preview", str(folder), "--port", port]) == 1
        assert "site.toml:9: accent: The contrast is 1." in capsys.readouterr().err
