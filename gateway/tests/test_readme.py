"""Commands and settings that README.md names exist, and the commands of all pages are understood."""

import argparse
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from gateway import cli
from gateway.config import settings
from gateway.tests.support.paths import ROOT

pytestmark = pytest.mark.whole

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
    makefile_targets = set(re.findall(r"^([a-z-]+):.*## ", makefile, re.MULTILINE))
    assert {"demo", "test"} <= targets
    assert targets <= makefile_targets


def test_its_commands_exist() -> None:
    commands = set(re.findall(r"^gateway ([a-z]+)", "\n".join(blocks("sh")), re.MULTILINE))
    assert {"install", "serve"} <= commands <= set(cli.COMMANDS)


def test_its_files_exist() -> None:
    for name in re.findall(r"`((?:gateway|ui|sql|fixtures)/[\w/.-]*)`", README):
        assert (ROOT / name).exists(), name


def documented_commands() -> list[str]:
    """Returns the lines of code blocks that call the gateway, without their explanations and optional words."""
    pages = [ROOT / "README.md", *(ROOT / "gateway" / "docs").glob("*.md")]
    code = "\n".join(
        block for page in pages for block in re.findall(r"^```\w*\n(.*?)^```", page.read_text(), re.M | re.S)
    )
    lines = [re.split(r"  |#| > | \| ", line)[0] for line in code.replace("\\\n", " ").splitlines()]
    calls = {re.sub(r"\[.*?\]", "", line).strip() for line in lines if line.startswith("gateway ")}
    return sorted(call for call in calls if "…" not in call and "COMMAND" not in call)


PLACEHOLDERS = {"ID": "7", "DATE": "2026-11-20"}


class UnderstoodError(Exception):
    """Ends a command once its arguments were parsed."""


@pytest.mark.parametrize("command", documented_commands())
def test_documented_command_is_understood(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    parse = argparse.ArgumentParser.parse_args

    def parse_alone(parser: argparse.ArgumentParser, arguments: Any = None) -> None:
        parse(parser, arguments)
        raise UnderstoodError

    monkeypatch.setattr(argparse.ArgumentParser, "parse_args", parse_alone)
    with pytest.raises(UnderstoodError):
        cli.main([PLACEHOLDERS.get(word, word) for word in shlex.split(command)[1:]])
