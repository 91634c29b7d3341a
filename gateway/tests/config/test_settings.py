"""Settings: sources, conversion, masks, and errors that name the key."""

import re
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from gateway.config import settings
from gateway.config.payments import PaymentSettings, StripeSettings
from gateway.config.settings import KEYS, Settings, SettingsError
from gateway.tests.support.setting_keys import assert_loaded, config_file


def test_load_without_sources_returns_defaults() -> None:
    values = settings.load(None, {})
    for key in KEYS.values():
        assert key.value(values) == key.default


@pytest.mark.parametrize(
    ("keys", "header"),
    [
        ({}, ""),
        ({"public_url": "http://play.example"}, ""),
        ({"public_url": "https://play.example"}, "max-age=31536000"),
        ({"public_url": "https://play.example", "hsts": ""}, ""),
        (
            {"public_url": "https://play.example", "hsts": "max-age=63072000; includeSubDomains; preload"},
            "max-age=63072000; includeSubDomains; preload",
        ),
    ],
)
def test_transport_security_includes_no_subdomain_by_default(keys: dict[str, str], header: str) -> None:
    environment = {f"GATEWAY_SERVER_{name.upper()}": value for name, value in keys.items()}
    assert settings.load(None, environment).server.transport_security == header


def test_keys_have_one_line_of_help() -> None:
    for key in KEYS.values():
        assert key.help.endswith("."), key.path
        assert "\n" not in key.help


def test_load_environment_overrides_file(tmp_path: Path) -> None:
    path = config_file(tmp_path, '[server]\nport = 9000\nhost = "::1"\n')
    values = settings.load(path, {"GATEWAY_SERVER_PORT": "9001", "PATH": "/bin"})
    assert (values.server.port, values.server.host) == (9001, "::1")


@pytest.mark.parametrize(
    ("variable", "text", "value"),
    [
        ("GATEWAY_LIMITS_APPLY_TO_LOOPBACK", "true", True),
        ("GATEWAY_LIMITS_APPLY_TO_LOOPBACK", "0", False),
        ("GATEWAY_SERVER_TRUSTED_PROXIES", "10.0.0.0/8, ::1", ("10.0.0.0/8", "::1")),
        ("GATEWAY_SERVER_TRUSTED_PROXIES", "", ()),
        ("GATEWAY_SERVER_HOST", "7", "7"),
    ],
)
def test_load_environment_text_is_converted(variable: str, text: str, value: object) -> None:
    key = next(key for key in KEYS.values() if key.variable == variable)
    values = settings.load(None, {variable: text})
    assert key.value(values) == value


FITTING = {
    **dict.fromkeys(("database.game_dsn", "database.auth_dsn"), "mysql://user@host/views"),
    **dict.fromkeys(("database.site_dsn", "database.replica_dsn"), "mysql://user@host/site"),
    **dict.fromkeys(("accounts.staff_networks", "admin.networks", "server.trusted_proxies"), "192.0.2.0/24,::1"),
    "accounts.password_hash": "bcrypt",
    "game_table_delivery.dsn": "mysql://user@host/game",
    "log.format": "json",
    "log.level": "debug",
    "mail.host": "mail.play.example",
    "mail.sender": "Fishi <no-reply@play.example>",
    "mail.tls": "implicit",
    "payments.bonus": "20000:7",
    "payments.checkout_hosts": "pay.example",
    "payments.max_amount": "200000",
    "payments.min_amount": "4000",
    "payments.packages": "6000,7000",
    "payments.provider": "fake",
    "payments.currency": "USD",
    "payments.site_origins": "https://play.example",
    "payments.step": "500",
    "privacy.default_level": "hidden",
    "privacy.not_player_accounts": "ai_*",
    "privacy.not_player_levels": "127,-1",
    "redis.prefix": "mine",
    "redis.sentinels": "s1:26379,s2:26379",
    "redis.url": "rediss://localhost/0",
    "security.data_keys": f"k1:{'A' * 43}=",
    "server.hsts": "max-age=300",
    "server.language": "es",
    "server.time_zone": "Europe/Madrid",
    "status.source_address": "192.0.2.7",
    "stripe.account_id": "acct_1A2b3C",
    "stripe.checkout_hosts": "pay.example",
    "prices.packages": "USD 4.99:100,USD 9.99:200:5",
    "prices.rates": "USD 1450.5:2026-11-28",
}
"""Values other than the defaults, of keys whose values have a form."""


@pytest.mark.parametrize("path", [key.path for key in KEYS.values() if key.section in Settings.__struct_fields__])
def test_load_takes_every_key_from_environment_and_file(tmp_path: Path, path: str) -> None:
    assert_loaded(tmp_path, path, FITTING.get(path, ""), {"GATEWAY_MAIL_SENDER": "no-reply@play.example"})


@pytest.mark.parametrize(
    ("env", "name"),
    [
        ({"GATEWAY_SERVER_PROT": "1"}, "GATEWAY_SERVER_PROT"),
        ({"GATEWAY_SEVRER_PORT": "1"}, "GATEWAY_SEVRER_PORT"),
        ({"GATEWAY_SERVER_NAME": "Aden"}, "remove it: it is `name` in site.toml of the content folder"),
        ({"GATEWAY_SERVER_PORT": "eighty"}, "GATEWAY_SERVER_PORT"),
        ({"GATEWAY_SERVER_PORT": "65536"}, "GATEWAY_SERVER_PORT"),
        ({"GATEWAY_SERVER_TRUSTED_PROXIES": "nginx"}, "server.trusted_proxies"),
        *(
            ({"GATEWAY_SERVER_PUBLIC_URL": url}, "server.public_url")
            for url in ("play.example", "https://play.example/", "https://play.example?a", "https://Play.example")
        ),
        ({"GATEWAY_SERVER_HSTS": "max-age=1\n"}, "GATEWAY_SERVER_HSTS"),
        ({"GATEWAY_DATABASE_GAME_DSN": "postgres://x"}, "database.game_dsn"),
        ({"GATEWAY_REDIS_URL": "localhost:6379"}, "redis.url"),
        ({"GATEWAY_REDIS_URL": "redis://h", "GATEWAY_REDIS_SENTINELS": "s:26379"}, "redis.sentinels"),
        ({"GATEWAY_REDIS_SENTINELS": "s1:26379, s2"}, "redis.sentinels"),
        (
            {"GATEWAY_REDIS_SENTINELS": "s:26379", "GATEWAY_REDIS_SENTINEL_SERVICE_NAME": ""},
            "redis.sentinel_service_name",
        ),
        ({"GATEWAY_DATABASE_REPLICA_DSN": "replica"}, "database.replica_dsn"),
        ({"GATEWAY_LOG_LEVEL": "chatty"}, "GATEWAY_LOG_LEVEL"),
        ({"GATEWAY_ACCOUNTS_TOKEN_SECRET": "s" * 31}, "accounts.token_secret"),
        ({"GATEWAY_ACCOUNTS_TOKEN_SECRET_PREVIOUS": "short"}, "accounts.token_secret_previous"),
        ({"GATEWAY_PAYMENTS_PROVIDER": "paypal"}, "GATEWAY_PAYMENTS_PROVIDER"),
        ({"GATEWAY_PAYMENTS_API_URL": "https://api.example/v1"}, "payments.api_url"),
        ({"GATEWAY_PAYMENTS_SITE_ORIGINS": "https://play.example/"}, "payments.site_origins"),
        ({"GATEWAY_PAYMENTS_CHECKOUT_HOSTS": "https://pay.example"}, "payments.checkout_hosts"),
        ({"GATEWAY_STRIPE_API_URL": "https://api.example/v1"}, "stripe.api_url"),
        ({"GATEWAY_STRIPE_ACCOUNT_ID": "1A2b3C"}, "stripe.account_id"),
        ({"GATEWAY_PAYMENTS_CURRENCY": "usd"}, "payments.currency"),
        ({"GATEWAY_STRIPE_CURRENCY": "ISK"}, "payments.currency"),
        *(
            ({"GATEWAY_PRICES_PACKAGES": packages}, "prices.packages")
            for packages in (
                "USD 4.999:100",
                "JPY 5.00:100",
                "KWD 1.255:100",
                "USD 4.99:0",
                "USD 0:100",
                "UGX 500:100",
                "usd 5:100",
                "USD 9.99:100, USD 4.99:50",
                ", ".join(f"USD {price}:{price}" for price in range(1, 14)),
            )
        ),
        *(
            ({"GATEWAY_PRICES_RATES": rates}, "prices.rates")
            for rates in (
                "USD 0:2026-11-28",
                "USD 1e3:2026-11-28",
                "USD 1000",
                "USD 1:2026-11-31",
                "USD 1:2026-11-28, USD 2:2026-11-28",
            )
        ),
        ({"GATEWAY_STRIPE_CHECKOUT_HOSTS": "https://pay.example"}, "stripe.checkout_hosts"),
        ({"GATEWAY_PAYMENTS_BONUS": "10000"}, "payments.bonus"),
        ({"GATEWAY_PAYMENTS_BONUS": "25000:10, 10000:5"}, "payments.bonus"),
        ({"GATEWAY_PAYMENTS_PACKAGES": "5000, 5500"}, "payments.packages"),
        ({"GATEWAY_PAYMENTS_PACKAGES": "0"}, "GATEWAY_PAYMENTS_PACKAGES"),
        *(
            ({"GATEWAY_SERVER_TIME_ZONE": zone}, r"server\.time_zone: .* is no time zone")
            for zone in ("Middle/Earth", "../../etc/passwd", "")
        ),
    ],
)
def test_load_invalid_environment_names_the_key(env: dict[str, str], name: str) -> None:
    with pytest.raises(SettingsError, match=name):
        settings.load(None, env)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("[server]\nprot = 1\n", "server.prot"),
        ('[coins]\nname = "Adena"\n', r"coins\.name; remove it: it is `coins\.plural` in site\.toml"),
        ("[sevrer]\nport = 1\n", "sevrer"),
        ("port = 1\n", "port"),
        ('[server]\nport = "8000"\n', "server.port"),
        ("[server\n", "gateway.toml"),
    ],
)
def test_load_invalid_file_names_the_key(tmp_path: Path, text: str, name: str) -> None:
    with pytest.raises(SettingsError, match=name):
        settings.load(config_file(tmp_path, text), {})
    with pytest.raises(SettingsError, match=r"absent\.toml"):
        settings.load(tmp_path / "absent.toml", {})


def test_load_ignores_foreign_variables() -> None:
    names = ("GATEWAY_CONFIG", "GATEWAY_ADMIN_DSN", "GATEWAY_SERVICE_HOST", "GATEWAY_PORT_8000_TCP")
    assert settings.load(None, dict.fromkeys(names, "x")) == settings.Settings()


@pytest.mark.parametrize(
    ("value", "masked_value"),
    [
        ("mysql://u:pa@ss:w@h:3/x?unix_socket=/s", "mysql://u:***@h:3/x?unix_socket=/s"),
        ("mysql://u@h/x", "mysql://u@h/x"),
        ("redis://:secret@h/0", "redis://:***@h/0"),
        ("unix:///run/redis.sock?db=0", "unix:///run/redis.sock?db=0"),
        (7, 7),
    ],
)
def test_mask_hides_password_in_url(value: object, masked_value: object) -> None:
    assert settings.mask(value) == masked_value


def test_mask_hides_secrets() -> None:
    words = re.compile(r"(secret|password|token|keys?|webhooks)(_previous|_next|_test)?$")
    assert [path for path, key in KEYS.items() if key.secret] == [path for path in KEYS if words.search(path)]
    key = KEYS["accounts.token_secret"]
    assert settings.mask("mysql://not:an@address", key) == "***"
    assert settings.mask("", key) == ""


def test_load_invalid_secret_is_not_shown(tmp_path: Path) -> None:
    for load in (
        lambda: settings.load(None, {"GATEWAY_ACCOUNTS_TOKEN_SECRET": "verysecret"}),
        lambda: settings.load(config_file(tmp_path, '[accounts]\ntoken_secret = "verysecret"\n'), {}),
    ):
        with pytest.raises(SettingsError) as error:
            load()
        assert "verysecret" not in str(error.value)


READY: dict[str, Any] = {"access_token": "t", "webhook_secret": "s", "collector_id": 7}


def test_payment_problems_complete_settings_returns_none() -> None:
    assert PaymentSettings().problems("") == []
    assert PaymentSettings(provider="mercadopago", **READY).problems("https://play.example") == []
    assert PaymentSettings(provider="fake", **READY).problems("http://127.0.0.1:8000") == []


@pytest.mark.parametrize(
    ("change", "public_url", "name"),
    [
        ({"access_token": ""}, "https://play.example", "payments.access_token"),
        ({"webhook_secret": ""}, "https://play.example", "payments.webhook_secret"),
        ({"collector_id": 0}, "https://play.example", "payments.collector_id"),
        ({}, "", "server.public_url"),
        ({}, "http://play.example", "server.public_url"),
        ({}, "https://localhost", "server.public_url"),
        ({}, "https://localhost:8000", "server.public_url"),
        ({}, "https://203.0.113.9", "server.public_url"),
        ({"webhook_origin": "http://play.example"}, "https://play.example", "payments.webhook_origin"),
        ({"site_origins": ("http://play.example",)}, "https://play.example", "payments.site_origins"),
    ],
)
def test_payment_problems_incomplete_settings_names_the_key(change: dict[str, Any], public_url: str, name: str) -> None:
    problems = PaymentSettings(provider="mercadopago", **READY | change).problems(public_url)
    assert any(name in str(text) for text in problems)


@pytest.mark.parametrize(
    ("key", "live_mode", "problem"),
    [
        ("sk_live_51Abc", True, ""),
        ("rk_live_51Abc", True, ""),
        ("sk_test_51Abc", False, ""),
        ("sk_live_51Abc", False, "live key, and stripe.live_mode is false"),
        ("rk_live_51Abc", False, "live key, and stripe.live_mode is false"),
        ("sk_test_51Abc", True, "test key, and stripe.live_mode is true"),
        ("rk_test_51Abc", True, "test key, and stripe.live_mode is true"),
        ("pk_live_51Abc", True, "no secret or restricted key"),
        ("whsec_51Abc", True, "no secret or restricted key"),
    ],
)
def test_stripe_key_of_the_other_mode_or_kind_is_a_problem(key: str, live_mode: bool, problem: str) -> None:
    stripe = StripeSettings(enabled=True, secret_key=key, webhook_secret="s", live_mode=live_mode)
    problems = [*map(str, stripe.problems(PaymentSettings(), "https://play.example"))]
    assert [text for text in problems if problem in text] == problems
    assert len(problems) == bool(problem)
    assert key not in "".join(problems)


@pytest.mark.parametrize(
    ("token", "live_mode", "problem"),
    [
        ("APP_USR-1234-112026-abc-7", True, ""),
        ("APP_USR-1234-112026-abc-7", False, ""),  # a test seller has such a token, too
        ("TEST-1234-112026-abc-7", False, ""),
        ("TEST-1234-112026-abc-7", True, "a test token"),
        ("APP_USR-1234-112026-abc-8", True, "another account than payments.collector_id"),
    ],
)
def test_token_of_another_account_or_of_tests_is_a_problem(token: str, live_mode: bool, problem: str) -> None:
    change: dict[str, Any] = {"access_token": token, "live_mode": live_mode}
    payments = PaymentSettings(provider="mercadopago", **READY | change)
    problems = [*map(str, payments.problems("https://play.example"))]
    assert [text for text in problems if problem in text] == problems
    assert len(problems) == bool(problem)


def test_load_secret_from_file(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("s" * 32 + "\n")
    variable = "GATEWAY_ACCOUNTS_TOKEN_SECRET"
    assert settings.load(None, {f"{variable}_FILE": str(secret)}).accounts.token_secret == "s" * 32
    with pytest.raises(SettingsError, match="both set"):
        settings.load(None, {f"{variable}_FILE": str(secret), variable: "t" * 32})
    with pytest.raises(SettingsError, match=f"{variable}_FILE: .*absent: No such file"):
        settings.load(None, {f"{variable}_FILE": str(tmp_path / "absent")})
    secret.write_bytes(b"\xff" * 32)
    with pytest.raises(SettingsError, match="line 1 is not in UTF-8"):
        settings.load(None, {f"{variable}_FILE": str(secret)})
    with pytest.raises(SettingsError, match="unknown setting GATEWAY_ACCOUNTS_TOKEN_FILE"):
        settings.load(None, {"GATEWAY_ACCOUNTS_TOKEN_FILE": str(secret)})


def test_load_paths_of_the_file_are_relative_to_it(tmp_path: Path) -> None:
    path = tmp_path / "gateway.toml"
    path.write_text('[items]\ncatalogue = "items.catalogue"\n[game]\nviews = "/etc/views.sql"\n')
    values = settings.load(path, {"GATEWAY_REDIS_TLS_CA": "ca.pem"})
    assert values.items.catalogue == str(tmp_path / "items.catalogue")
    assert (values.game.views, values.redis.tls_ca) == ("/etc/views.sql", "ca.pem")


def test_find_config_looks_in_the_standard_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = tmp_path / "first.toml", tmp_path / "second.toml"
    monkeypatch.setattr(settings, "CONFIG_FILES", (first, second))
    assert settings.find_config({}) == ""
    second.touch()
    assert settings.find_config({}) == str(second)
    first.touch()
    assert settings.find_config({}) == str(first)
    assert settings.find_config({settings.CONFIG: "own.toml"}) == "own.toml"


def test_stripe_problems_name_each_missing_setting() -> None:
    stripe, site = StripeSettings(enabled=True, secret_key="sk_live_k", webhook_secret="s"), "https://play.example"
    assert StripeSettings().problems(PaymentSettings(), "") == []
    assert stripe.problems(PaymentSettings(), site) == []
    assert stripe.problems(PaymentSettings(provider="fake"), "http://127.0.0.1") == []
    for settings_change, url, name in (
        (replace(stripe, secret_key=""), site, "stripe.secret_key"),
        (replace(stripe, webhook_secret=""), site, "stripe.webhook_secret"),
        (replace(stripe, api_url="http://127.0.0.1:1"), site, "stripe.api_url"),
        (stripe, "http://play.example", "server.public_url"),
        (stripe, "", "server.public_url"),
    ):
        (problem,) = settings_change.problems(PaymentSettings(), url)
        assert str(problem).startswith(name)
