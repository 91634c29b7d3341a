"""The topic `accounts`: names that the game cannot send, and the hash of new passwords."""

import pytest

from fixtures.installed import World
from gateway.doctor.findings import Finding
from gateway.game import passwords
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.account_app import game
from gateway.tests.support.databases import Server
from gateway.tests.support.doctor_schemas import changed_schema, examine

pytestmark = pytest.mark.database

NARROW = "ALTER TABLE accounts MODIFY password VARCHAR(45) NOT NULL DEFAULT ''"
WIDE = "ALTER TABLE accounts MODIFY password VARCHAR(60) NOT NULL DEFAULT ''"
SHA1 = passwords.hash_password("secret-77", "sha1")
FINDINGS = 4
BCRYPT = passwords.hash_password("secret-77", "bcrypt")


@pytest.fixture(scope="module")
def acis(world: WorldFactory) -> World:
    """A world of which the tests replace the accounts."""
    return world("acis", 60, 97)


async def check(world: World, **settings: str) -> list[Finding]:
    """Returns the findings of this topic; the topics that it depends on have no problem."""
    env = {f"GATEWAY_ACCOUNTS_{key}": text for key, text in settings.items()}
    findings = await examine(world, "connections", "rights", "views", "accounts", env=env)
    assert not any(text in f"{finding}" for finding in findings for text in (SHA1, BCRYPT, "averylongname12345"))
    preconditions = [finding for finding in findings if finding.topic not in {"accounts", "skipped"}]
    assert all(finding.level == "ok" for finding in preconditions), preconditions
    topic_findings = [finding for finding in findings if finding.topic == "accounts"]
    assert len(topic_findings) == FINDINGS, topic_findings
    return topic_findings


async def store(world: World, *hashes: str) -> None:
    rows = ", ".join(f"('stored{number}', '{text}')" for number, text in enumerate(hashes))
    await game(world, "DELETE FROM accounts", f"INSERT INTO accounts (login, password) VALUES {rows}")


async def test_accounts_names_the_line_that_limits_new_names(acis: World) -> None:
    await store(acis, BCRYPT)
    names, long_names, hashes, staff = await check(acis)
    assert (names.level, long_names.level, hashes.level, staff.level) == ("advice", "ok", "ok", "ok")
    assert "`username_max = 14` under [accounts]" in names.do
    assert "new passwords are hashed as bcrypt; of the accounts that were read: 1 bcrypt" in hashes.text
    assert [finding.level for finding in await check(acis, USERNAME_MAX="14")] == ["ok"] * 4


async def test_accounts_counts_longer_names_without_naming_them(acis: World) -> None:
    await store(acis, BCRYPT)
    await game(
        acis,
        "INSERT INTO accounts (login, password) VALUES ('averylongname12345', 'x'), ('fourteenletter', 'x'),"
        " ('fifteenletters1', 'x')",
    )
    long_names = (await check(acis, USERNAME_MAX="14"))[1]
    assert long_names.level == "advice"
    assert long_names.text.startswith("accounts: 2 have a name longer than the 14 letters")


async def test_accounts_compares_rows_setting_and_column(acis: World, mariadb: Server) -> None:
    await store(acis, SHA1, SHA1)
    hashes = (await check(acis))[2]
    assert (hashes.level, hashes.text.count("2 sha1")) == ("bad", 1)
    assert 'write `password_hash = "sha1"` under [accounts]' in hashes.do
    assert (await check(acis, PASSWORD_HASH="sha1"))[2].level == "ok"
    assert (await check(acis, PASSWORD_HASH="bcrypt"))[2].level == "advice"
    async with changed_schema(mariadb, acis.schema, NARROW, WIDE):
        hashes = (await check(acis))[2]
        assert hashes.level == "bad"
        assert "registrations and changes of passwords fail: `accounts.password` holds 45 characters" in hashes.text
        assert 'password_hash = "sha1"' in hashes.do
        assert (await check(acis, PASSWORD_HASH="sha1"))[2].level == "ok"


async def test_accounts_tells_mixed_and_unknown_formats(acis: World) -> None:
    await store(acis, SHA1, BCRYPT)
    hashes = (await check(acis))[2]
    assert (hashes.level, "1 bcrypt, 1 sha1" in hashes.text) == ("advice", True)
    assert (await check(acis, PASSWORD_HASH="bcrypt"))[2].level == "ok"
    await store(acis, "5f4dcc3b5aa765d61d8327deb882cf99")
    hashes = (await check(acis))[2]
    assert (hashes.level, "unknown format" in hashes.text) == ("bad", True)


async def test_accounts_tells_a_login_column_narrower_than_the_limit(acis: World, mariadb: Server) -> None:
    await store(acis, BCRYPT)
    narrow = "ALTER TABLE accounts MODIFY login VARCHAR(12) NOT NULL DEFAULT ''"
    async with changed_schema(mariadb, acis.schema, narrow, narrow.replace("12", "45")):
        names = (await check(acis))[0]
    assert (names.level, "accounts.login holds 12" in names.text) == ("bad", True)
    assert "`username_max = 12`" in names.do


async def test_accounts_finds_staff_by_the_character_alone(acis: World) -> None:
    await store(acis, BCRYPT)
    await game(acis, "INSERT INTO accounts (login, password, access_level) VALUES ('realgm', 'x', 8)")
    ((first,), (second,)) = await game(acis, "SELECT obj_Id FROM characters ORDER BY obj_Id LIMIT 2")
    await game(
        acis,
        f"UPDATE characters SET account_name = 'stored0', accesslevel = 7 WHERE obj_Id = {first}",
        f"UPDATE characters SET account_name = 'realgm', accesslevel = 8 WHERE obj_Id = {second}",
    )
    staff = (await check(acis))[3]
    assert (staff.level, staff.text.startswith("accounts: 1 have access level 0 and a character")) == ("advice", True)
