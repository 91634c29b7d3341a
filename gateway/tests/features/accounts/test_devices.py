"""The description of a client: browser and system in our own words, and a part of the address."""

import pytest

from gateway.features.accounts.devices import client_of, device_of

APPLE, CHROME = "AppleWebKit/605.1.15 (KHTML, like Gecko)", "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0"


@pytest.mark.parametrize(
    ("user_agent", "device"),
    [
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox, Windows"),
        (f"Mozilla/5.0 (Windows NT 10.0; Win64; x64) {CHROME} Safari/537.36 Edg/150.0.0.0", "Edge, Windows"),
        (f"Mozilla/5.0 (Linux; Android 14; K) {CHROME} Mobile Safari/537.36", "Chrome, Android"),
        (f"Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) {APPLE} Version/18.0 Safari/604.1", "Safari, iPhone"),
        (f"Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) {APPLE} CriOS/150.0 Safari/604.1", "Chrome, iPad"),
        (f"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) {APPLE} Version/18.0 Safari/605.1.15", "Safari, Mac"),
        (f"Mozilla/5.0 (X11; Linux x86_64) {CHROME} Safari/537.36 OPR/120.0", "Opera, Linux"),
        ("curl/8.5.0 (Linux)", "Linux"),
        ("<script>alert(1)</script>", ""),
    ],
)
def test_device_of(user_agent: str, device: str) -> None:
    assert device_of(user_agent) == device
    assert len(device) <= 40


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("203.0.113.77", "203.0.113.0/24"),
        ("2001:db8:1:2:3::4", "2001:db8:1::/48"),
        ("::ffff:203.0.113.77", "203.0.113.0/24"),
        ("", ""),
    ],
)
def test_client_of_shortens_the_address(address: str, network: str) -> None:
    assert client_of(address, "").network == network
