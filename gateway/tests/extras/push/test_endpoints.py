"""Addresses of push services: what a player may name, and where a name may lead."""

import asyncio

import pytest

from gateway.config import settings
from gateway.config.settings import SettingsError
from gateway.extras.push import endpoints
from gateway.extras.push.client import wait_seconds
from gateway.extras.push.endpoints import AddressRefused, host_of, is_public
from gateway.extras.push.settings import PushSettings

HOSTS = PushSettings().allowed_hosts


@pytest.mark.parametrize(
    ("endpoint", "host"),
    [
        ("https://fcm.googleapis.com/fcm/send/a:b-c_d", "fcm.googleapis.com"),
        ("https://fcm.googleapis.com:443/fcm/send/a", "fcm.googleapis.com"),
        ("https://updates.push.services.mozilla.com/wpush/v2/gAAA=", "updates.push.services.mozilla.com"),
        ("https://db5.notify.windows.com/?token=a%2fb", "db5.notify.windows.com"),
    ],
)
def test_endpoints_of_known_push_services_are_taken(endpoint: str, host: str) -> None:
    assert host_of(endpoint, HOSTS) == host


@pytest.mark.parametrize(
    "endpoint",
    [
        "",
        "http://fcm.googleapis.com/a",
        "https://fcm.googleapis.com",
        "https://fcm.googleapis.com:8443/a",
        "https://user@fcm.googleapis.com/a",
        "https://127.0.0.1\\.push.services.mozilla.com/a",
        "https://fcm.googleapis.com/a#b",
        "https://fcm.googleapis.com/a b",
        "https://fcm.googleapis.com/a\r\nHost: x",
        "https://fcm.googleapis.com./a",
        "https://FCM.googleapis.com/a",
        "https://evil-fcm.googleapis.com/a",
        "https://fcm.googleapis.com.evil.example/a",
        "https://push.services.mozilla.com.evil.example/a",
        "https://notify.windows.com/a",
        "https://127.0.0.1/a",
        "https://.push.services.mozilla.com/a",
        "https://a..push.services.mozilla.com/a",
        "https://fcm.googleapis.com/" + "a" * 2048,
        "https://ｆcm.googleapis.com/a",
    ],
)
def test_other_endpoints_are_refused(endpoint: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - one of several texts
        host_of(endpoint, HOSTS)


@pytest.mark.parametrize(
    ("address", "is_allowed"),
    [
        ("142.250.1.95", True),
        ("2a00:1450:4001::5f", True),
        ("127.0.0.1", False),
        ("10.1.2.3", False),
        ("100.64.0.1", False),
        ("169.254.169.254", False),
        ("224.0.0.1", False),
        ("::1", False),
        ("fe80::1", False),
        ("fd00::1", False),
        ("::ffff:142.250.1.95", False),
        ("64:ff9b::7f00:1", False),
        ("2002:7f00:1::", False),
        ("::127.0.0.1", False),
        ("::8.8.8.8", False),
        ("64:ff9b:1::1", False),
        ("5f00::1", False),
        ("192.0.0.8", False),
        ("192.88.99.1", False),
    ],
)
def test_only_public_addresses_are_connected_to(address: str, is_allowed: bool) -> None:
    assert is_public(address) is is_allowed


def test_name_with_a_private_address_is_refused() -> None:
    with pytest.raises(AddressRefused):
        asyncio.run(endpoints.resolve("localhost"))


@pytest.mark.parametrize("addresses", [[], ["142.250.1.95", "10.1.2.3"], ["10.1.2.3", "142.250.1.95"]])
def test_name_with_one_private_address_among_others_is_refused(addresses: list[str]) -> None:
    with pytest.raises(AddressRefused):
        endpoints.public_address(addresses)
    assert endpoints.public_address(["142.250.1.95"]) == "142.250.1.95:443"
    assert endpoints.public_address(["2a00:1450:4001::5f", "142.250.1.95"]) == "[2a00:1450:4001::5f]:443"


def test_setting_names_hosts_alone() -> None:
    for text in ("https://push.example.com", "*", "localhost", "10.0.0.1:80", "*.com/"):
        with pytest.raises(SettingsError, match="allowed_hosts"):
            settings.load(None, {"GATEWAY_PUSH_ALLOWED_HOSTS": text})


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("", 60), ("120", 120), ("5", 60), ("999999", 3600), ("Fri, 17 Mar 2030 17:50:20 GMT", 120), ("soon", 60)],
)
def test_retry_after_is_read_within_limits(text: str, seconds: int) -> None:
    assert wait_seconds(text, 1_900_000_000 + 100) == seconds
