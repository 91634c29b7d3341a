"""The sections of extras: accepted and checked whether the extra is on or off."""

from pathlib import Path
from typing import Final

import pytest

from gateway.config import settings
from gateway.config.settings import KEYS, Settings, SettingsError
from gateway.extras.history.settings import HistorySettings
from gateway.registration.extra import enabled_extras, installed_extras
from gateway.tests.support.setting_keys import assert_loaded, config_file

FITTING: Final = {
    "alerts.discord_webhooks": f"https://discord.com/api/webhooks/1/{'s' * 32}",
    "alerts.emails": "ops@play.example",
    "alerts.critical_only": "email,webhook",
    "alerts.thresholds": "snapshot_age:600:60:300:30",
    "alerts.webhook_secret": f"whsec_{'B' * 43}=",
    "alerts.webhooks": "https://ops.example/alerts",
    "notifications.discord_webhooks": f"https://discord.com/api/webhooks/2/{'s' * 32}",
    "push.allowed_hosts": "push.example.com",
    "votes.keys": f"gtop100:{'s' * 32}",
    "votes.send_address": "topg",
    "votes.sites": "topg:1:2",
    "votes.trial_origin": "http://127.0.0.1:1",
    "world.boss_times": "off",
    "world.respawn_hours": "29001:5:8",
}
"""Values other than the defaults, of keys whose values have a form."""
NEEDED: Final = {"GATEWAY_ALERTS_WEBHOOK_SECRET": f"whsec_{'A' * 43}=", "GATEWAY_VOTES_SECRET": "t" * 32}
"""Settings without which another one is refused."""


@pytest.mark.parametrize("path", [key.path for key in KEYS.values() if key.section in installed_extras()])
def test_load_takes_every_key_from_environment_and_file(tmp_path: Path, path: str) -> None:
    assert_loaded(tmp_path, path, FITTING.get(path, ""), NEEDED)


@pytest.mark.parametrize(
    ("env", "name"),
    [
        ({"GATEWAY_VOTES_SITES": "topg:1:2"}, "votes.secret"),
        ({"GATEWAY_VOTES_SITES": "topg:1"}, "votes.sites: expected name:id:coins"),
        ({"GATEWAY_VOTES_SITES": "hopzone:1:2"}, "votes.sites: unknown site 'hopzone'"),
        ({"GATEWAY_VOTES_SITES": "topg:1:2,topg:2:2", "GATEWAY_VOTES_SECRET": "s" * 32}, "votes.sites"),
        ({"GATEWAY_VOTES_KEYS": "verysecret"}, "votes.keys"),
        ({"GATEWAY_VOTES_SEND_ADDRESS": "hopzone"}, "votes.send_address"),
        ({"GATEWAY_VOTES_TRIAL_ORIGIN": "https://play.example"}, "votes.trial_origin"),
    ],
)
def test_load_invalid_environment_names_the_key(env: dict[str, str], name: str) -> None:
    with pytest.raises(SettingsError, match=name):
        settings.load(None, env)


def test_section_of_an_extra_that_is_off_is_accepted_and_checked(tmp_path: Path) -> None:
    off = "[extras]\nenabled = []\n[history]\ndays = "
    current_settings = settings.load(config_file(tmp_path, f"{off}31\n"), {})
    assert (enabled_extras(current_settings), current_settings.of(HistorySettings).days) == ([], 31)
    with pytest.raises(SettingsError, match=r"history\.days"):
        settings.load(config_file(tmp_path, f"{off}30\n"), {})
    with pytest.raises(SettingsError, match=r"unknown key history\.day; did you mean history\.days\?"):
        settings.load(config_file(tmp_path, "[history]\nday = 31\n"), {})


def test_core_has_no_section_of_an_extra() -> None:
    assert not installed_extras().keys() & set(Settings.__struct_fields__)
