"""`gateway upgrade` lists operators without a signature, as of an earlier release, and signs them after a yes."""

import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

import pytest

from gateway.tests.support.databases import Server
from gateway.tests.support.installation import InstalledGame

pytestmark = pytest.mark.database

QUESTION = "Do you know each of them?"


@contextmanager
def terminal(text: str) -> Generator[None]:
    """A terminal on which somebody has typed the text."""
    outer, inner = os.openpty()
    os.write(outer, text.encode())
    try:
        with os.fdopen(inner) as stdin, patch("sys.stdin", stdin):
            yield
    finally:
        os.close(outer)


async def signed_names(game: InstalledGame) -> list[str]:
    return [str(row[0]) for row in await game.site("SELECT operator FROM operator_signatures ORDER BY id")]


async def test_upgrade_signs_operators_of_an_earlier_release_after_a_yes(
    mariadb: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GATEWAY_ADMIN_ENABLED", "true")
    game = InstalledGame(mariadb, tmp_path)
    assert game.install("--apply") == 0
    await game.site("INSERT INTO operators (name, role, password, created_at) VALUES ('ann', 'owner', 'x', 1)")
    assert game.run("upgrade") == 0
    assert "not signed: they cannot sign in" in capsys.readouterr().out
    with terminal("n\n"):
        assert game.run("upgrade") == 0
    output = capsys.readouterr().out
    assert QUESTION in output
    assert "operators   ann" in output
    assert await signed_names(game) == []
    with terminal("y\n"):
        assert game.run("upgrade") == 0
    assert await signed_names(game) == ["ann"]
    await game.site("INSERT INTO operators (name, role, password, created_at) VALUES ('ben', 'content', 'x', 1)")
    capsys.readouterr()
    assert game.run("upgrade", "--sign-operators") == 0
    assert "operators   ann" not in capsys.readouterr().out
    assert await signed_names(game) == ["ann", "ben"]
    assert game.run("upgrade") == 0
    assert "\noperators " not in capsys.readouterr().out
    ((entries,),) = await game.site("SELECT COUNT(*) FROM operator_log WHERE command = 'upgrade'")
    assert entries == 2
