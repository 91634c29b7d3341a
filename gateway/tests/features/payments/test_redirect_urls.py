"""A buyer is sent to us, or to the provider's checkout, and nowhere else."""

import pytest

from gateway.features.payments.redirect_urls import is_checkout, return_address

ORIGIN = "https://play.example"
ORIGINS = (ORIGIN, "https://www.play.example:8443")
HOSTILE = [
    "",
    "https://evil.example/player",
    "https://play.example.evil.example/player",
    "https://play.example@evil.example/player",
    "https://play.example:pass@evil.example/",
    "https://play.example:443/player",
    "https://play.exampleevil/player",
    "https://PLAY.example/player",
    "HTTPS://play.example/player",
    "https://play.example./player",
    "https://play.example%2eevil.example/player",
    "https://play.example%2f@evil.example/player",
    "https://play.example;evil.example/player",
    "https:\\\\play.example/player",
    "java\tscript:alert(1)",
    "http://play.example/player",
    "https://www.play.example/player",
    "https://www.play.example:84433/player",
    "https:/play.example/player",
    "https:play.example/player",
    "//evil.example/player",
    "///evil.example/player",
    "/\\evil.example/player",
    "\\\\evil.example/player",
    "https://play.example\\@evil.example/",
    "https://play.example#@evil.example/",
    "javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "/player?tab=donations\r\nSet-Cookie: a=b",
    "/player\n",
    "/player\t?tab=donations",
    " /player",
    "/pl ayer",
    "/player?x=<script>",
    "/player\x00",
    "https://play。example/player",
    "https://pläy.example/player",
    "/player/‮",
    "player?tab=donations",
    "?tab=donations",
    "/" + "x" * 200,
]


@pytest.mark.parametrize("url", HOSTILE)
def test_return_address_of_a_hostile_url_is_none(url: str) -> None:
    assert return_address(url, ORIGINS, https_only=True) is None
    assert return_address(url, ORIGINS, https_only=False) is None


def test_hostile_urls_are_many() -> None:
    assert len(set(HOSTILE)) >= 30


def test_return_address_of_a_path_has_the_first_origin() -> None:
    path = "/player?tab=donations&status=success"
    assert return_address(path, ORIGINS, https_only=True) == ORIGIN + path
    assert return_address("/", ORIGINS, https_only=True) == ORIGIN + "/"
    assert return_address("/" + "x" * 199, ORIGINS, https_only=True) is not None
    assert return_address(path, (), https_only=False) is None


@pytest.mark.parametrize("origin", ORIGINS)
@pytest.mark.parametrize("rest", ["", "/", "/player?tab=donations&status=success", "?status=success"])
def test_return_address_of_an_own_url_is_unchanged(origin: str, rest: str) -> None:
    assert return_address(origin + rest, ORIGINS, https_only=True) == origin + rest


def test_http_is_refused_with_https_only() -> None:
    local = ("http://127.0.0.1:8000", "http://localhost:8000")
    for url in ("/player", "http://localhost:8000/player"):
        assert return_address(url, local, https_only=False)
        assert return_address(url, local, https_only=True) is None
    assert return_address("http://127.0.0.1:80/player", local, https_only=False) is None


HOSTS = ("www.mercadopago.com.ar", "127.0.0.1:9001")


@pytest.mark.parametrize(
    "url",
    [
        *(url for url in HOSTILE if not url.startswith("http://127")),
        None,
        7,
        "https://www.mercadopago.com.ar.evil.example/checkout",
        "https://www.mercadopago.com.ar@evil.example/",
        "https://www.mercadopago.com.ar:444/checkout",
        "ftp://www.mercadopago.com.ar/checkout",
        "https://[www.mercadopago.com.ar/",
        "https://www.mercadopago.com.ar/" + "x" * 500,
    ],
)
def test_is_checkout_of_a_foreign_url_is_false(url: object) -> None:
    assert not is_checkout(url, HOSTS, https_only=False)


def test_is_checkout_of_the_provider_is_true() -> None:
    real = "https://www.mercadopago.com.ar/checkout/v1/redirect?pref_id=100200300-5f3c"
    assert is_checkout(real, HOSTS, https_only=True)
    trial = "http://127.0.0.1:9001/checkout/v1/redirect?pref_id=1"
    assert is_checkout(trial, HOSTS, https_only=False)
    assert not is_checkout(trial, HOSTS, https_only=True)
