"""URLs to which a buyer is sent: only pages of this site and the provider's checkout."""

import pytest

from gateway.features.payments.redirect_urls import is_checkout, return_address

ORIGIN = "https://play.example"
ORIGINS = (ORIGIN, "https://www.play.example:8443")
HOSTILE = [
    "",
    "https://evil.example/player",
    "https://play.example.evil.example/player",
    "https://play.example@evil.example/player",
    "https://play.example:443/player",
    "https://play.exampleevil/player",
    "https://PLAY.example/player",
    "HTTPS://play.example/player",
    "https://play.example./player",
    "https://play.example%2eevil.example/player",
    "https:\\\\play.example/player",
    "http://play.example/player",
    "https://www.play.example:84433/player",
    "https:/play.example/player",
    "//evil.example/player",
    "/\\evil.example/player",
    "https://play.example\\@evil.example/",
    "https://play.example#@evil.example/",
    "javascript:alert(1)",
    "/player?tab=donations\r\nSet-Cookie: a=b",
    "/player\n",
    " /player",
    "/player?x=<script>",
    "https://play。example/player",
    "/player/‮",
    "player?tab=donations",
    "/" + "x" * 200,
]


@pytest.mark.parametrize("url", HOSTILE)
def test_return_address_of_a_hostile_url_is_none(url: str) -> None:
    assert return_address(url, ORIGINS, https_only=True) is None
    assert return_address(url, ORIGINS, https_only=False) is None


@pytest.mark.parametrize("path", ["/", "/player?tab=donations&status=success", "/" + "x" * 199])
def test_return_address_of_a_path_has_the_first_origin(path: str) -> None:
    assert return_address(path, ORIGINS, https_only=True) == ORIGIN + path
    assert return_address(path, (), https_only=False) is None


@pytest.mark.parametrize("origin", ORIGINS)
@pytest.mark.parametrize("path", ["", "/", "/player?tab=donations&status=success", "?status=success"])
def test_return_address_of_an_own_url_is_unchanged(origin: str, path: str) -> None:
    assert return_address(origin + path, ORIGINS, https_only=True) == origin + path


def test_return_address_with_http_needs_https_only_off() -> None:
    origins = ("http://127.0.0.1:8000", "http://localhost:8000")
    for url in ("/player", "http://localhost:8000/player"):
        assert return_address(url, origins, https_only=False)
        assert return_address(url, origins, https_only=True) is None
    assert return_address("http://127.0.0.1:80/player", origins, https_only=False) is None


CHECKOUT_HOSTS = ("pay.example", "127.0.0.1:9001")


@pytest.mark.parametrize(
    "url",
    [
        None,
        7,
        "https://pay.example.evil.example/checkout",
        "https://pay.example@evil.example/",
        "https://user:password@pay.example/checkout",
        "https://pay.example:444/checkout",
        "https://pay.example./checkout",
        "https://PAY.example/checkout",
        "ftp://pay.example/checkout",
        "javascript://pay.example/%0aalert(1)",
        "https://pay.example/checkout\r\nx: y",
        "//pay.example/checkout",
        "https:\\\\pay.example/checkout",
        "https://[pay.example/",
        "https://pay.example/" + "x" * 2048,
    ],
)
def test_is_checkout_of_a_foreign_url_is_false(url: object) -> None:
    assert not is_checkout(url, CHECKOUT_HOSTS, https_only=False)


@pytest.mark.parametrize("origin", ["https://pay.example", "http://127.0.0.1:9001"])
def test_is_checkout_of_an_allowed_host_is_true(origin: str) -> None:
    url = f"{origin}/checkout/v1/redirect?pref_id=100200300-5f3c"
    assert is_checkout(url, CHECKOUT_HOSTS, https_only=False)
    assert is_checkout(url, CHECKOUT_HOSTS, https_only=True) == url.startswith("https:")
