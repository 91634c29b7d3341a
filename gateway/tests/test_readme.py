"""Commands and settings that README.md names exist."""

import re
from pathlib import Path

from gateway import cli
from gateway.config import settings
from gateway.tests.support.paths import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


def test_its_configuration_is_understood(tmp_path: Path) -> None:
    (example,) = blocks("toml")
    path = tmp_path / "gateway.toml"
    path.write_text(example)
    assert settings.load(path, {}) != settings.Settings()


def test_its_make_targets_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"\bmake ([a-z]+(?:-[a-z]+)*)\b", "\n".join(blocks("sh")) + README))
    known = set(re.findall(r"^([a-z-]+):.*## ", makefile, re.MULTILINE))
    assert {"demo", "test"} <= targets
    assert targets <= known


def test_its_commands_exist() -> None:
    commands = set(re.findall(r"^gateway ([a-z]+)", "\n".join(blocks("sh")), re.MULTILINE))
    assert {"install", "serve"} <= commands <= set(cli.COMMANDS)


def test_its_files_exist() -> None:
    for name in re.findall(r"`((?:gateway|ui|sql|fixtures)/[\w/.-]*)`", README):
        assert (ROOT / name).exists(), name
