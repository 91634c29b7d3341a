"""`gateway backup` and `gateway restore`, on an installed game: what they bring back, and when they refuse."""

import asyncio
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tarfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from gateway.database.database import Session
from gateway.features.ledger.adjust import adjust
from gateway.features.operators.backup_record import read_last
from gateway.features.operators.operator_log import Operation, running
from gateway.install import backup, backup_files
from gateway.install.migrate import schema_state
from gateway.tests.support.databases import Server, admin, open_database
from gateway.tests.support.installation import InstalledGame
from gateway.tests.support.paths import ROOT
from gateway.tests.support.wait_until import until

LINES = pytest.CaptureFixture[str]


class Site(InstalledGame):
    """An installed game with a content folder and a folder of backups."""

    def __init__(self, server: Server, folder: Path) -> None:
        super().__init__(server, folder)
        self.folder = folder
        self.backups = folder / "backups"
        self.schema = f"{self.name}_site"
        self.content = folder / f"content-{self.name}"

    async def back_up(self, *words: str) -> Path:
        previous = {*self.backups.glob("*")}
        assert await self.gateway("backup", str(self.backups), *words) == 0
        (path,) = {*self.backups.glob("*")} - previous
        return path

    async def copy_of_backup(self, folder: Path, **changes: object) -> Path:
        """Returns a copy of the newest backup, of which there may be none yet. `changes`: of its manifest."""
        paths = sorted(self.backups.glob("[!.]*/manifest.json")) or [await self.back_up() / "manifest.json"]
        path = folder / "copy"
        shutil.copytree(paths[-1].parent, path)
        manifest = json.loads((path / "manifest.json").read_text())
        (path / "manifest.json").write_text(json.dumps(manifest | changes))
        return path

    async def gateway(self, *words: str) -> int:
        """Runs a command without an administrator. The loop goes on: it has sessions to close."""
        return await asyncio.to_thread(self.command, *words)

    async def restore(self, path: Path, *words: str) -> int:
        return await asyncio.to_thread(self.run, "restore", str(path), "--keep", *words)

    async def add_coins(self, key: str, coins: int = 100) -> None:
        async with open_database(self.server, self.schema) as site:
            with running(Operation(operator="ann", command="ledger adjust", reason="a test")):
                await adjust(site, "demo", coins, key)

    async def balance(self) -> int:
        rows = await self.site("SELECT balance FROM wallets WHERE account = 'wallet:demo'")
        return int(rows[0][0]) if rows else 0

    async def drop_former(self) -> list[str]:
        """Drops the schemas that restores have kept; returns their names."""
        names = [name for name in await self.schemas() if "_before_" in name]
        await self.admin(*(f"DROP SCHEMA {name}" for name in names))
        return names


@pytest.fixture(scope="module")
def site(mariadb: Server, tmp_path_factory: pytest.TempPathFactory) -> Site:
    site = Site(mariadb, tmp_path_factory.mktemp("backup"))
    assert site.install("--apply") == 0
    return site


def process(*words: str, file_bytes: int = 0) -> subprocess.Popen[str]:
    """Starts a command. `file_bytes`: the size that a file of it may have; 0: any."""
    limit = (file_bytes, file_bytes)
    return subprocess.Popen(
        [sys.executable, "-m", "gateway", *words],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=(lambda: resource.setrlimit(resource.RLIMIT_FSIZE, limit)) if file_bytes else None,
    )


@contextmanager
def folder_of(path: Path) -> Generator[None]:
    previous = Path.cwd()
    os.chdir(path)
    try:
        yield
    finally:
        os.chdir(previous)


@pytest.mark.database
async def test_restore_brings_coins_and_content_back_twice_and_from_an_archive(
    site: Site, tmp_path: Path, capsys: LINES
) -> None:
    await site.add_coins("first")
    path, balance = await site.back_up(), await site.balance()
    news = site.content / "site.toml"
    text = news.read_bytes()
    news.write_text("changed")
    await site.add_coins("second")
    capsys.readouterr()
    assert await site.restore(path) == 1
    error = capsys.readouterr().err
    assert "1 transfers that the backup has not; nothing was changed" in error
    assert f"--replace {site.schema}" in error
    assert (await site.balance(), news.read_text()) == (balance + 100, "changed")
    assert await site.restore(path, "--replace", site.schema) == 0
    assert (await site.balance(), news.read_bytes()) == (balance, text)
    (former,) = await site.drop_former()
    assert f"former      in the schema {former}" in capsys.readouterr().out
    (former_content,) = site.folder.glob(f"{site.content.name}.before-*")
    assert (former_content / "site.toml").read_text() == "changed"
    shutil.rmtree(former_content)
    with tarfile.open(tmp_path / "backup.tar.gz", "w:gz") as archive:
        archive.add(path, arcname=path.name)
    with folder_of(tmp_path):
        assert await site.restore(Path("backup.tar.gz")) == 0
    assert await site.balance() == balance
    assert await site.gateway("ledger", "check") == 0
    assert f"content     {site.content} is as in the backup" in capsys.readouterr().out
    await site.add_coins("second")
    assert await site.balance() == balance + 100
    await site.drop_former()
    assert await site.schemas() == [f"{site.name}_site", f"{site.name}_views"]


async def test_restore_of_an_older_release_ends_sessions_and_records_itself(site: Site, capsys: LINES) -> None:
    await site.site(
        "DELETE FROM sessions",
        "DELETE FROM schema_migrations WHERE number = 62",
        "ALTER TABLE donations DROP COLUMN price_package",
        "INSERT INTO sessions (id, login, created_at, seen_at, confirmed_at, device, network) "
        "VALUES ('one', 'demo', 1, 1, 1, '', '')",
    )
    path = await site.back_up()
    created_at = backup_files.read_manifest(path).created_at
    async with open_database(site.server, site.schema) as database:
        assert await read_last(database) == created_at
    await site.site("DELETE FROM job_positions")
    assert await site.restore(path) == 0
    assert "migrations  062_" in capsys.readouterr().out
    async with open_database(site.server, site.schema) as database:
        assert await read_last(database) == created_at
    assert await site.site("SELECT COUNT(*) FROM sessions WHERE ended_at IS NULL") == [(0,)]
    log_rows = await site.site("SELECT command, subject FROM operator_log ORDER BY id DESC LIMIT 2")
    assert log_rows == [("restore", "backup"), ("restore", "sessions")]
    await site.drop_former()


async def test_restore_beside_a_process_is_refused(site: Site, tmp_path: Path, capsys: LINES) -> None:
    path = await site.copy_of_backup(tmp_path)
    async with admin(site.server, site.schema):
        assert await site.restore(path) == 1
    assert "the service is running, or somebody works in" in capsys.readouterr().err
    async with admin(site.server) as root:
        await root.execute(f"SELECT GET_LOCK('{site.schema}.jobs', 0)")
        assert await site.restore(path) == 1
    assert "the lock of the jobs" in capsys.readouterr().err
    assert await site.schemas() == [f"{site.name}_site", f"{site.name}_views"]


async def test_backup_with_a_changed_file_is_refused(site: Site, tmp_path: Path, capsys: LINES) -> None:
    path = await site.copy_of_backup(tmp_path)
    for name in ("wallets.jsonl.gz", "content.tar.gz", "gateway.toml"):
        data = (path / name).read_bytes()
        for wrong_data in (data[:-9] + bytes([data[-9] ^ 1]) + data[-8:], data[:-1], b""):
            (path / name).write_bytes(wrong_data)
            assert await site.restore(path) == 1
            assert f"{name}: its SHA-256 is not that of the manifest" in capsys.readouterr().err
        (path / name).unlink()
        assert await site.restore(path) == 1
        assert name in capsys.readouterr().err
        (path / name).write_bytes(data)
    manifest = (path / "manifest.json").read_text()
    (path / "manifest.json").write_text(re.sub(r'"rows": 1\b', '"rows": 2', manifest, count=1))
    assert await site.restore(path) == 1
    assert "it has not the 2 rows of" in capsys.readouterr().err
    (path / "manifest.json").write_text(manifest[:99])
    assert await site.restore(path) == 1
    assert "this is no manifest of a backup" in capsys.readouterr().err


async def test_backup_of_another_installation_needs_force(site: Site, tmp_path: Path, capsys: LINES) -> None:
    path = await site.copy_of_backup(tmp_path, installation="f" * 32)
    await site.add_coins("other")
    assert await site.restore(path) == 1
    assert "this is a backup of another installation" in capsys.readouterr().err
    assert await site.restore(path, "--force") == 1  # any row of this ledger is newer
    assert "transfers that the backup has not" in capsys.readouterr().err
    mark = await site.site("SELECT value FROM installation WHERE name = 'server'")
    assert await site.restore(path, "--force", "--replace", site.schema) == 0
    assert await site.site("SELECT value FROM installation WHERE name = 'server'") == mark
    await site.drop_former()


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("data_keys", ["k9"], "secrets of the backup need the keys k9"),
        ("migration", 999, "restore it with a newer one"),
        ("format", 2, "a newer release wrote this backup"),
    ],
)
async def test_backup_that_this_place_cannot_use_is_refused(
    site: Site, tmp_path: Path, capsys: LINES, name: str, value: object, message: str
) -> None:
    assert await site.restore(await site.copy_of_backup(tmp_path, **{name: value})) == 1
    assert message in capsys.readouterr().err


async def test_backup_without_a_right_leaves_the_earlier_one(site: Site, capsys: LINES) -> None:
    path = await site.back_up()
    user = site.account("site")
    for table in ("wallets", "mails"):
        await site.admin(f"REVOKE SELECT, INSERT, UPDATE, DELETE ON {site.schema}.{table} FROM {user}")
    assert await site.gateway("backup", str(site.backups)) == 1
    assert f"{site.name}_site may not read mails, wallets of `{site.schema}`" in capsys.readouterr().err
    assert path in site.backups.iterdir()
    assert await site.gateway("backup", str(site.backups), f"--admin-dsn={site.server.dsn()}") == 0
    assert site.install("--apply") == 0
    assert await site.gateway("backup", str(site.backups)) == 0


async def test_backup_on_a_full_disk_leaves_the_earlier_one(site: Site) -> None:
    await site.back_up()
    before = {*site.backups.iterdir()}
    content = site.content / "large.bin"
    content.write_bytes(os.urandom(400_000))
    command = process("backup", str(site.backups), f"--config={site.file}", file_bytes=200_000)
    output = await asyncio.to_thread(command.communicate)
    content.unlink()
    assert command.returncode == 1, output
    (line,) = output[1].splitlines()
    assert line.endswith("File too large. Nothing is left of it; earlier backups stay")
    assert {*site.backups.iterdir()} == before


async def test_killed_backup_is_none_and_the_next_one_removes_it(site: Site) -> None:
    before = {*site.backups.glob("[!.]*")}
    async with admin(site.server) as root:
        await root.execute(f"LOCK TABLES {site.schema}.webhook_inbox WRITE")
        command = process("backup", str(site.backups), f"--config={site.file}")
        await until(lambda: asyncio.sleep(0, any(site.backups.glob(".*/wallets.jsonl.gz"))))
        command.send_signal(signal.SIGKILL)
        await asyncio.to_thread(command.communicate)
    assert {*site.backups.glob("[!.]*")} == before
    assert [*site.backups.glob(".*")]
    await site.back_up()
    assert [*site.backups.glob(".*")] == []


async def test_killed_restore_changes_nothing_and_is_repeated(site: Site) -> None:
    path, balance = await site.back_up(), await site.balance()
    await site.add_coins("killed")
    words = [f"--admin-dsn={site.server.dsn(site.name)}", f"--config={site.file}", "--replace", site.schema, "--keep"]
    async with admin(site.server) as root:
        await root.execute(f"LOCK TABLES {site.schema}.webhook_inbox READ")
        command = process("restore", str(path), *words)

        async def waits() -> bool:
            return bool(await swaps(site))

        await until(waits)
        command.send_signal(signal.SIGKILL)
        await asyncio.to_thread(command.communicate)
        # The server goes on with the statement of a client that was killed while it waits for a lock.
        await site.admin(*(f"KILL {number}" for number in await swaps(site)))

        async def is_killed() -> bool:
            return not await swaps(site)

        await until(is_killed)
    assert await site.balance() == balance + 100
    assert await site.restore(path, "--replace", site.schema) == 0
    assert await site.balance() == balance
    await site.drop_former()


async def swaps(site: Site) -> list[int]:
    """Returns the sessions that change the places of the tables."""
    rows = await site.admin("SELECT id FROM information_schema.processlist WHERE info LIKE 'RENAME TABLE%'")
    return [int(row[0]) for row in rows]


async def test_keep_removes_older_backups_of_this_site_alone(site: Site) -> None:
    path = await site.back_up()
    foreign_path = site.backups / "foreign"
    shutil.copytree(path, foreign_path)
    manifest = json.loads((path / "manifest.json").read_text())
    (foreign_path / "manifest.json").write_text(json.dumps(manifest | {"installation": "f" * 32, "created_at": 1}))
    (site.backups / "notes").mkdir()
    second_path, third_path = await site.back_up(), await site.back_up("--keep", "2")
    assert {*site.backups.iterdir()} == {foreign_path, site.backups / "notes", second_path, third_path}
    shutil.rmtree(foreign_path)


async def test_expected_tables_are_those_of_the_installation(site: Site) -> None:
    rows = await site.admin(
        "SELECT table_name FROM information_schema.tables "
        f"WHERE table_schema = '{site.schema}' AND table_type = 'BASE TABLE'"
    )
    async with admin(site.server, site.schema) as root:
        state = await schema_state(Session("admin", root, max_rows=1000, on_query=None), site.schema)
    assert backup.expected_tables(state) == {str(row[0]) for row in rows}


async def test_backup_without_an_installation_is_refused(site: Site, tmp_path: Path, capsys: LINES) -> None:
    dsn = site.server.dsn(site.name)
    file = tmp_path / "gateway.toml"
    file.write_text(f'[database]\nsite_dsn = "{dsn}"\n')
    assert await site.gateway("backup", str(tmp_path / "backups"), f"--config={file}") == 1
    assert "no backup was made" in capsys.readouterr().err
    assert not (tmp_path / "backups").exists()
