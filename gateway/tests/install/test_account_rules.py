"""The settings of new accounts that install reads off the game: the longest name, and the hash of passwords."""

import re
from pathlib import Path

import pytest

from gateway.game import passwords
from gateway.game.families import PasswordScheme
from gateway.tests.support.databases import Server
from gateway.tests.support.installation import InstalledGame

pytestmark = pytest.mark.database

NARROW = "ALTER TABLE accounts MODIFY password VARCHAR(45) NOT NULL DEFAULT ''"
MD5 = "5f4dcc3b5aa765d61d8327deb882cf99"


@pytest.fixture
def acis(mariadb: Server, tmp_path: Path) -> InstalledGame:
    return InstalledGame(mariadb, tmp_path)


async def store(game: InstalledGame, *hashes: str) -> None:
    """Leaves accounts with these hashes alone."""
    rows = ", ".join(f"('stored{number}', '{text}')" for number, text in enumerate(hashes))
    statements = [f"INSERT INTO accounts (login, password) VALUES {rows}"] if hashes else []
    await game.admin("DELETE FROM accounts", *statements)


def hashes(scheme: PasswordScheme, count: int) -> list[str]:
    return [passwords.hash_password(f"secret-{number}", scheme) for number in range(count)]


async def test_install_of_a_pack_with_sha1_rows_writes_sha1_and_the_typed_length(
    acis: InstalledGame, capsys: pytest.CaptureFixture[str]
) -> None:
    stored_hashes = hashes("sha1", 3)
    await store(acis, *stored_hashes)
    await acis.admin(NARROW)
    assert acis.install() == 0
    script = capsys.readouterr().out
    assert "hashed as sha1: as the accounts that were read (3 sha1)" in script
    assert re.search(r'^-- username_max = 14\n-- password_hash = "sha1"$', script, re.MULTILINE)
    assert not acis.file.exists()
    assert acis.install("--apply") == 0
    output = capsys.readouterr()
    assert "names up to 14 letters, passwords as sha1" in output.out
    accounts = acis.settings.accounts
    assert (accounts.username_max, accounts.password_hash) == (14, "sha1")
    assert not any(text in script + output.out + output.err for text in stored_hashes)


async def test_install_of_mixed_or_no_rows_writes_the_hash_of_the_family(
    acis: InstalledGame, capsys: pytest.CaptureFixture[str]
) -> None:
    await store(acis, *hashes("sha1", 2), *hashes("bcrypt", 1))
    assert acis.install() == 0
    assert "bcrypt: that of aCis 380–390; the accounts that were read do" in capsys.readouterr().out
    await store(acis)
    assert acis.install("--apply") == 0
    assert acis.settings.accounts.password_hash == "bcrypt"


async def test_install_of_an_unknown_format_is_refused_before_the_first_statement(
    acis: InstalledGame, capsys: pytest.CaptureFixture[str]
) -> None:
    await store(acis, MD5, MD5)
    assert acis.install("--apply") == 1
    error = capsys.readouterr().err
    assert "in a format that the gateway does not know (2 of an unknown format). Nothing was touched." in error
    assert MD5 not in error
    assert (await acis.schemas(), acis.file.exists()) == ([], False)


async def test_install_into_a_column_too_narrow_is_refused_until_the_operator_chooses(
    acis: InstalledGame, capsys: pytest.CaptureFixture[str]
) -> None:
    await store(acis)
    await acis.admin(NARROW)
    assert acis.install("--apply") == 1
    assert "`accounts.password` holds 45 characters, and a password as bcrypt has 60" in capsys.readouterr().err
    assert await acis.schemas() == []
    acis.file.write_text('[accounts]\npassword_hash = "sha1"\nusername_max = 12\n')
    assert acis.install("--apply") == 0
    accounts = acis.settings.accounts
    assert (accounts.username_max, accounts.password_hash) == (12, "sha1")


async def test_upgrade_adds_no_key_that_the_previous_release_refuses(acis: InstalledGame) -> None:
    assert acis.install("--apply") == 0
    text = acis.file.read_text()
    previous_text = re.sub(r"^(username_max|password_hash) = .*\n", "", text, flags=re.MULTILINE)
    assert previous_text != text
    acis.file.write_text(previous_text)
    await store(acis)
    await acis.admin(NARROW)  # the site runs already: an upgrade does not refuse it
    assert acis.run("upgrade") == 0
    assert acis.file.read_text() == previous_text
