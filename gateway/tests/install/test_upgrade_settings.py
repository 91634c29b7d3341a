"""`gateway upgrade` names the settings that went, with the values that hold."""

import re
from pathlib import Path

import pytest

from gateway.tests.support.databases import Server
from gateway.tests.support.installation import InstalledGame

pytestmark = pytest.mark.database


async def test_upgrade_names_settings_that_went(
    mariadb: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = InstalledGame(mariadb, tmp_path)
    assert game.install("--apply") == 0
    assert game.run("upgrade", "--check") == 0
    assert "settings " not in capsys.readouterr().out
    text = re.sub(r"^time_zone = .*\n", "", game.file.read_text(encoding="utf-8"), flags=re.MULTILINE)
    game.file.write_text(f'{text}[roulette]\ntime_zone = "Europe/Madrid"\n', encoding="utf-8")
    monkeypatch.setenv("GATEWAY_LIMITS_DONATIONS_SECONDS", "60")
    assert game.run("upgrade", "--check") == 0
    output = capsys.readouterr().out
    assert "settings    roulette.time_zone is read as server.time_zone for this release: rename it" in output
    assert "settings    limits.donations_seconds is no setting any more, and is ignored: remove it; 600 holds" in output
