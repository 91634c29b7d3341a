"""CHANGELOG.md against the program: its version, its migrations, its settings; and what commands derive from it."""

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from gateway import package_data
from gateway.config.retired_keys import RENAMED, RETIRED
from gateway.config.settings import KEYS
from gateway.install import changelog
from gateway.install.migrate import migration_files
from gateway.tests.support.databases import Server
from gateway.tests.support.installation import InstalledGame
from gateway.tests.support.paths import ROOT

NEXT = """# Changelog

## 1.1.0 (unreleased)

### Settings

- `votes.sites`: more of them.
- `votes.secret`: another form.

### Migrations

- core: 062
- votes: 001

### Breaks

Nothing.

## 1.0.0 (2026-12-01)

### Settings

- All: `gateway config --help`.

### Migrations

- core: 058
"""


@pytest.fixture
def next_changelog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The changelog of a later program, version 1.1.0."""
    path = tmp_path / "CHANGELOG.md"
    path.write_text(NEXT)
    monkeypatch.setattr(package_data, "changelog", lambda: path)
    monkeypatch.setattr(package_data, "release", lambda: "1.1.0")
    changelog.releases.cache_clear()
    yield path
    changelog.releases.cache_clear()


def test_newest_section_is_that_of_the_program() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    versions = [release.version for release in changelog.releases()]
    assert versions[0] == version == package_data.release()
    assert json.loads((ROOT / "package.json").read_text())["version"] == version
    numbers = [release.number for release in changelog.releases()]
    assert numbers == sorted(set(numbers), reverse=True)
    assert all(release.date != "unreleased" for release in changelog.releases()[1:])


@pytest.mark.whole
def test_newest_section_has_every_migration() -> None:
    folders = {noun: folder / "schema" for noun, folder in package_data.noun_tables().items()}
    newest = {noun: len(migration_files(folder)) for noun, folder in {"core": None, **folders}.items()}
    assert changelog.releases()[0].migrations == newest


def test_migrations_come_with_minor_releases_and_breaking_ones_are_named() -> None:
    for newer, older in zip(changelog.releases(), changelog.releases()[1:], strict=False):
        if newer.migrations != older.migrations or newer.settings:
            assert newer.number[:2] > older.number[:2], f"{newer.version}: settings or migrations in a patch release"
    for migration in migration_files():
        if migration.breaking:
            assert f"migration {migration.number:03}" in "".join(release.text for release in changelog.releases())


def test_settings_of_the_sections_are_those_that_were_added() -> None:
    """A released section says how many settings there are, as `- 198 settings`; the next one names the new ones."""
    former_keys = {*RENAMED, *RETIRED}
    for release in changelog.releases():
        assert [name for name in release.settings if name not in KEYS and name not in former_keys] == []
    newest, *earlier_releases = changelog.releases()
    if earlier_releases:
        count = re.search(r"^- (\d+) settings", earlier_releases[0].text, re.MULTILINE)
        assert count, f"{earlier_releases[0].version}: the number of settings is missing"
        removed_count = len(re.findall(r"^- removed: `", newest.text, re.MULTILINE))
        assert len(KEYS) == int(count[1]) + len(newest.settings) - removed_count


def test_new_settings_are_those_of_the_sections_above(next_changelog: Path) -> None:
    assert changelog.new_settings("1.0.0") == ["votes.sites", "votes.secret"]
    assert changelog.new_settings("1.1.0") == []


@pytest.mark.parametrize(
    ("newer", "older", "expected"),
    [
        ("1.1.0", "1.0.0", True),
        ("1.1.2", "1.1.0", True),
        ("1.2.0", "1.0.0", False),
        ("2.0.0", "1.9.0", False),
        ("1.0.0", "1.1.0", False),
        ("a newer one", "1.0.0", False),
    ],
)
def test_going_back_is_promised_by_one_minor_release(newer: str, older: str, *, expected: bool) -> None:
    assert changelog.is_promised(newer, older) == expected


@pytest.mark.database
async def test_upgrade_and_downgrade_name_what_the_next_release_added(
    mariadb: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str], next_changelog: Path
) -> None:
    game = InstalledGame(mariadb, tmp_path)
    assert game.install("--apply") == 0
    await game.site("UPDATE installation SET value = '1.0.0' WHERE name = 'release'")
    with game.file.open("a") as file:
        file.write('[votes]\nsecret = "0123456789abcdef0123456789abcdef"\n')
    capsys.readouterr()
    assert game.run("upgrade") == 0
    output = capsys.readouterr().out
    assert "release     1.0.0, now 1.1.0\n" in output
    assert "settings    new: votes.secret (default ''): " in output
    assert "log in again" not in output
    assert "rotate" not in output
    assert game.downgrade() == 0
    output = capsys.readouterr().out
    assert "from        1.1.0\nto          1.0.0: promised\n" in output
    assert re.search(r"^migrations  059_extras, 060_\w+, .*world 001.*: they stay$", output, re.MULTILINE)
    assert "not seen    table world_events: 0 rows\n" in output
    assert "settings    ignored by it, and named in its log: votes.secret\n" in output
    await game.site("INSERT INTO installation VALUES ('breaking_migration', '59')")
    assert game.downgrade() == 1
    assert "migration 059 takes away what it needs" in capsys.readouterr().out
    assert game.downgrade("--to", "0.9.0") == 1
    assert "CHANGELOG.md has no release 0.9.0 before 1.1.0" in capsys.readouterr().err


@pytest.mark.database
async def test_downgrade_by_the_older_program_names_what_it_does_not_see(
    mariadb: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = InstalledGame(mariadb, tmp_path)
    assert game.install("--apply") == 0
    capsys.readouterr()
    assert game.downgrade() == 1
    assert "CHANGELOG.md has no release before" in capsys.readouterr().err
    user = (await game.site("SELECT value FROM installation WHERE name = 'user.site'"))[0][0]
    name, _, host = str(user).partition("@")
    await game.site(
        "CREATE TABLE future_table (id INT)",
        "INSERT INTO future_table VALUES (1), (2)",
        f"GRANT SELECT ON future_table TO '{name}'@'{host}'",
        "INSERT INTO schema_migrations VALUES (900, 'future', '', 1)",
        "UPDATE installation SET value = '1.1.0' WHERE name = 'release'",
    )
    with game.file.open("a") as file:
        file.write("[guilds]\nenabled = true\n")
    assert game.downgrade() == 0
    output = capsys.readouterr().out
    assert f"from        1.1.0\nto          {package_data.release()}: promised\n" in output
    assert "migrations  900_future: they stay\n" in output
    assert "not seen    table future_table: 2 rows\n" in output
    assert "ignored by it, and named in its log: [guilds]\n" in output
    await game.site("UPDATE installation SET value = '1.2.0' WHERE name = 'release'")
    assert game.downgrade() == 1
    assert "more than one minor release back: restore a backup" in capsys.readouterr().out
