"""Banned logins are read in ranges, and used for an hour while they cannot be read."""

from types import SimpleNamespace

import pytest

from gateway.database.database import Databases
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.account_app import game
from gateway.world_snapshot import excluded_logins
from gateway.world_snapshot.excluded_logins import ExcludedLogins

BAN = "UPDATE accounts SET accessLevel = -1 WHERE MOD(CRC32(login), 5) = {0}"
BAN_FOR_A_TIME = "UPDATE accounts SET ban_expire = 2000000000 WHERE MOD(CRC32(login), 5) = {0}"


async def test_banned_logins_are_read_in_ranges_and_kept_for_an_hour(
    world: WorldFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    own_world = world("lucera", seed=87)
    now, statement_seconds = 0.0, 0.0

    def monotonic() -> float:
        nonlocal now
        now += statement_seconds
        return now

    async def banned() -> set[str]:
        rows = await game(
            own_world, "SELECT login FROM accounts WHERE accessLevel < 0 OR ban_expire > UNIX_TIMESTAMP()"
        )
        return {str(row[0]) for row in rows}

    monkeypatch.setattr(excluded_logins, "time", SimpleNamespace(monotonic=monotonic))
    monkeypatch.setattr(excluded_logins, "RANGE_ROWS", 7)
    databases = Databases.open(own_world.settings)
    logins = ExcludedLogins(databases.auth, own_world.settings.privacy)
    try:
        await game(own_world, BAN.format(0), BAN_FOR_A_TIME.format(1))
        first_logins = await banned()
        assert len(first_logins) > 20
        statement_seconds = 0.02
        monkeypatch.setattr(excluded_logins, "_WAIT_SECONDS", 0)
        monkeypatch.setattr(excluded_logins, "_FIRST_WAIT_SECONDS", 0)
        assert (await logins.current()).banned == set(), "the first snapshot waits without a limit"
        monkeypatch.setattr(excluded_logins, "_FIRST_WAIT_SECONDS", 60)
        assert (await logins.current()).banned == first_logins, "the first snapshot shows banned characters"
        statement_seconds = 0.0
        await game(own_world, BAN.format(2))
        monkeypatch.setattr(excluded_logins, "_WAIT_SECONDS", 60)
        assert (await logins.current()).banned == first_logins, "a long reading is repeated before its pause ends"
        now += 600
        monkeypatch.setattr(excluded_logins, "_WAIT_SECONDS", 0)
        assert (await logins.current()).banned == first_logins, "a snapshot waits for a long reading"
        monkeypatch.setattr(excluded_logins, "_WAIT_SECONDS", 60)
        second_logins = await banned()
        assert (await logins.current()).banned == second_logins > first_logins
        views = own_world.schemas.views
        await game(own_world, f"RENAME TABLE {views}.accounts TO {views}.accounts_away")
        try:
            now += 3599
            assert (await logins.current()).banned == second_logins
            now += 1
            assert (await logins.current()).banned == set()
        finally:
            await game(own_world, f"RENAME TABLE {views}.accounts_away TO {views}.accounts")
        assert (await logins.current()).banned == second_logins
    finally:
        await logins.close()
        await databases.close()
