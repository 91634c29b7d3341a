"""Checks of the settings before `gateway serve` listens."""

import pytest
from msgspec.structs import replace

from gateway.config.access import AccountSettings, SecuritySettings
from gateway.config.extras import ExtraSettings
from gateway.config.sections import DatabaseSettings, ServerSettings
from gateway.config.settings import Settings, SettingsError
from gateway.process import serve

DSN = "mysql://none@localhost/none"


def settings(server: ServerSettings, data_keys: tuple[str, ...] = (f"k1:{'A' * 43}=",)) -> Settings:
    database = DatabaseSettings(game_dsn=DSN, auth_dsn=DSN, site_dsn=DSN)
    accounts, security = AccountSettings(token_secret="x" * 32), SecuritySettings(data_keys=data_keys)
    return Settings(server=server, database=database, accounts=accounts, security=security)


def test_no_data_key_is_refused() -> None:
    with pytest.raises(SettingsError, match=r"security\.data_keys is not set.*`gateway upgrade`"):
        serve.check(settings(ServerSettings(), data_keys=()))


def test_https_without_trusted_proxies_is_refused() -> None:
    with pytest.raises(SettingsError, match=r"server\.trusted_proxies is not set.*server\.direct = true"):
        serve.check(settings(ServerSettings(public_url="https://play.example")))


@pytest.mark.parametrize(
    "server",
    [
        ServerSettings(public_url="https://play.example", trusted_proxies=("127.0.0.1",)),
        ServerSettings(public_url="https://play.example", direct=True),
        ServerSettings(public_url="http://play.example"),
        ServerSettings(),
    ],
)
def test_other_addresses_are_accepted(server: ServerSettings) -> None:
    serve.check(settings(server))


def test_unknown_extra_is_refused() -> None:
    with pytest.raises(SettingsError, match=r"there is no extra 'wrold'"):
        serve.check(replace(settings(ServerSettings()), extras=ExtraSettings(enabled=("wrold",))))
