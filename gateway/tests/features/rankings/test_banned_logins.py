"""Banned logins while they can be read, and while they cannot."""

from gateway.database.errors import DatabaseUnavailable
from gateway.features.rankings.banned_logins import BannedLogins


async def test_logins_of_the_last_reading_are_used_for_an_hour() -> None:
    now, failing = 0.0, True

    async def read() -> set[str]:
        if failing:
            raise DatabaseUnavailable("auth", "no connection")
        return {"cheater"}

    logins = BannedLogins(read, lambda: now)
    assert set(await logins.current()) == set()
    failing = False
    assert set(await logins.current()) == {"cheater"}
    failing, now = True, 3599.0
    assert set(await logins.current()) == {"cheater"}
    now = 3600.0
    assert set(await logins.current()) == set()
    failing = False
    assert set(await logins.current()) == {"cheater"}
