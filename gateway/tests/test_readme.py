"""Commands, settings and files that the documents name exist, and each of their links leads somewhere."""

import argparse
import contextlib
import io
import re
import shlex
import subprocess
from pathlib import Path
from typing import Any

import pytest

from fixtures import settings_page
from gateway import cli
from gateway.config import settings
from gateway.config.settings import RENAMED, RETIRED
from gateway.tests.support.paths import DOCS, ROOT

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
    pages = [ROOT / "README.md", *DOCS.glob("*/*.md")]
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
    words = [PLACEHOLDERS.get(word, word) for word in shlex.split(command)[1:]]
    for line in (words, ["--config", "gateway.toml", *words], [*words, "--config=gateway.toml"]):
        with pytest.raises(UnderstoodError):
            cli.main(line)


PAGES = [*ROOT.glob("*.md"), *DOCS.glob("*/*.md")]
_LINK = re.compile(r"\]\((?!https?:|mailto:)([^()\s#]*)(?:#([^()\s]+))?\)")


def anchors(page: Path) -> set[str]:
    """Returns the anchors of the page's headings, as GitHub makes them."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_of_page_lead_to_existing_files_and_headings(page: Path) -> None:
    for target, anchor in _LINK.findall(page.read_text(encoding="utf-8")):
        file = page.parent / target if target else page
        assert file.exists(), f"{target} does not exist"
        assert not anchor or file.suffix != ".md" or anchor in anchors(file), f"{target} has no heading #{anchor}"


def test_mentioned_pages_exist() -> None:
    command = ["git", "grep", "--untracked", "-hIoE", r"\bdocs/[a-z/-]+\.(md|png|webp)\b", "--", ":!sql/schema"]
    lines = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    assert len(set(lines)) > 10
    assert [line for line in sorted(set(lines)) if not (ROOT / "gateway" / line).is_file()] == []


def leaf_commands(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Returns each command, with its words if it has some: `gateway ledger check`."""
    names: set[str] = set()
    initialize = cli.Parser.__init__

    def record(parser: cli.Parser, *args: Any, **options: Any) -> None:
        initialize(parser, *args, **options)
        names.add(parser.prog)

    monkeypatch.setattr(cli.Parser, "__init__", record)
    for name in cli.COMMANDS:
        with pytest.raises(SystemExit), contextlib.redirect_stdout(io.StringIO()):
            cli.main([name, "--help"])
    return {name for name in names if not any(other_name.startswith(f"{name} ") for other_name in names)}


def test_every_command_is_documented(monkeypatch: pytest.MonkeyPatch) -> None:
    documents = " ".join(" ".join(page.read_text(encoding="utf-8").split()) for page in PAGES)
    commands = leaf_commands(monkeypatch)
    assert {"gateway ledger check", "gateway serve"} <= commands
    assert [command for command in sorted(commands) if command not in documents] == []


NOT_SETTINGS = {"accounts.login", "accounts.password", "admin.pages"}
"""Columns of the game, and a key of the catalogues."""


def test_every_setting_is_documented_and_documents_name_no_other() -> None:
    sections = {key.section for key in settings.KEYS.values()}
    old_keys = {*RENAMED, *RETIRED}
    for page in PAGES:
        keys = set(re.findall(r"`([a-z_]+\.[a-z_]+)`", page.read_text(encoding="utf-8")))
        keys = {key for key in keys if key.split(".")[0] in sections and not key.endswith((".md", ".py"))}
        assert keys - NOT_SETTINGS - old_keys <= set(settings.KEYS), page.name
    assert settings_page.PAGE.read_text(encoding="utf-8") == settings_page.page()
