"""Keys of the release before: accepted, ignored or read by their new name, and named."""

from pathlib import Path

import pytest

from gateway.config import settings
from gateway.config.settings import KEYS, RENAMED, RETIRED, Settings, SettingsError

FILE = """
[database]
site_pool = 80
[cache]
response_cache_max_mb = "any"
[roulette]
time_zone = "Europe/Madrid"
"""
ENVIRONMENT = {"GATEWAY_LIMITS_FAILED_LOGINS_SECONDS": "60", "GATEWAY_SERVER_RUNTIME_FOLDER_FILE": "/absent"}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "gateway.toml"
    path.write_text(FILE, encoding="utf-8")
    return path


def test_retired_keys_are_ignored_and_named_with_the_value_that_holds(path: Path) -> None:
    values = settings.load(path, ENVIRONMENT)
    assert values.server.time_zone == "Europe/Madrid"
    defaults = Settings()
    assert (values.database, values.cache, values.limits) == (defaults.database, defaults.cache, defaults.limits)
    assert [*map(str, settings.old_keys(path, ENVIRONMENT))] == [
        "database.site_pool is no setting any more, and is ignored: remove it; 8, four thirds of database.game_pool, "
        "holds",
        "cache.response_cache_max_mb is no setting any more, and is ignored: remove it; 32 holds",
        "roulette.time_zone is read as server.time_zone for this release: rename it; Europe/Madrid holds",
        "limits.failed_logins_seconds is no setting any more, and is ignored: remove it; 300 holds",
        "server.runtime_folder is no setting any more, and is ignored: remove it; the folder in RUNTIME_DIRECTORY, "
        "else one in the temporary folder, holds",
    ]
    assert settings.old_keys(None, {"GATEWAY_SERVER_TIME_ZONE": "Europe/Madrid"}) == []


def test_every_old_key_is_accepted_and_no_key_of_today() -> None:
    assert not (RETIRED.keys() | RENAMED.keys()) & KEYS.keys()
    for path in RETIRED:
        variable = f"GATEWAY_{path.replace('.', '_').upper()}"
        assert settings.load(None, {variable: "any"}) == Settings()
        (text,) = map(str, settings.old_keys(None, {variable: "any"}))
        assert text.startswith(f"{path} is no setting")
        assert "None" not in text


def test_values_that_held_by_default_still_hold() -> None:
    values = Settings()
    database, limits, payments = values.database, values.limits, values.payments
    assert (database.game_pool, database.auth_pool, database.site_pool) == (6, 4, 8)
    assert (limits.public_per_second, limits.public_burst) == (100, 300)
    assert (limits.requests_per_second, limits.requests_burst) == (200, 600)
    assert payments.default_amount == 5000


@pytest.mark.parametrize("pool", [1, 2, 3, 12])
def test_pools_follow_from_one_number(pool: int) -> None:
    database = settings.load(None, {"GATEWAY_DATABASE_GAME_POOL": str(pool)}).database
    assert 1 <= database.auth_pool <= pool
    assert pool <= database.site_pool <= 2 * pool


def test_time_zone_by_both_names_has_one_value(path: Path) -> None:
    assert settings.load(path, {"GATEWAY_SERVER_TIME_ZONE": "Europe/Madrid"}).server.time_zone == "Europe/Madrid"
    with pytest.raises(SettingsError, match=r"roulette\.time_zone is the old name of server\.time_zone"):
        settings.load(path, {"GATEWAY_SERVER_TIME_ZONE": "Europe/Lisbon"})
    with pytest.raises(SettingsError, match=r"time_zone: 'Middle/Earth' is no time zone"):
        settings.load(None, {"GATEWAY_ROULETTE_TIME_ZONE": "Middle/Earth"})
