"""The section `payments`: the provider, the amounts on offer, and the addresses a buyer may be sent to."""

import re
from typing import Annotated, Final, Literal
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta

from gateway.concurrency.durations import DAY
from gateway.config.currencies import DEFAULT_CURRENCY, is_chargeable
from gateway.config.kinds import HOST, Count, Milliseconds, Secret, is_origin
from gateway.config.networks import parse_ip
from gateway.texts import Text, text

Cap = Annotated[int, Meta(ge=0, le=10**9)]
Hours = Annotated[int, Meta(ge=0, le=720)]

STRIPE_API: Final = "https://api.stripe.com"
OPEN_SECONDS: Final = 7 * DAY
"""Time for which a checkout accepts payments, unless its provider ends it earlier."""
_MERCADOPAGO_TOKEN = re.compile(r"(APP_USR|TEST)-.*-([0-9]{1,18})", re.ASCII)
_STRIPE_KEY = re.compile(r"[sr]k_(live|test)_.+", re.ASCII)
_STRIPE_ACCOUNT = re.compile(r"acct_[0-9A-Za-z]+")
_STEP = re.compile(r"([0-9]{1,9}):([0-9]{1,3})")


class PaymentSettings(msgspec.Struct, frozen=True, kw_only=True):
    provider: Annotated[
        Literal["off", "mercadopago", "fake"], "Payment provider; fake is for trials and takes no money."
    ] = "off"
    api_url: Annotated[str, "Origin of the provider's API."] = "https://api.mercadopago.com"
    access_token: Annotated[str, Secret(), "Our token at the provider."] = ""
    webhook_secret: Annotated[str, Secret(), "Signs the provider's webhooks; shown in the provider's panel."] = ""
    webhook_secret_previous: Annotated[str, Secret(), "The previous secret, while webhooks may still use it."] = ""
    webhook_secret_test: Annotated[str, Secret(), "The secret of the panel's test mode, if that is in use."] = ""
    legacy_notices: Annotated[
        bool, "Take the provider's old, unsigned notices as well, for payments that may be ours."
    ] = False
    webhook_origin: Annotated[str, "Origin at which the provider reaches us; empty: server.public_url."] = ""
    collector_id: Annotated[
        int, Meta(ge=0), "Our number at the provider; payments to another are held as mismatched."
    ] = 0
    live_mode: Annotated[
        bool, "Accept real payments and hold test payments as mismatched; false: the other way round."
    ] = True
    checkout_hosts: Annotated[tuple[str, ...], "Hosts that a buyer may be sent to; comma separated."] = (
        "www.mercadopago.com.ar",
    )
    site_origins: Annotated[
        tuple[str, ...], "Origins that a buyer may return to, as https://play.example; empty: server.public_url."
    ] = ()
    currency: Annotated[
        str, "Currency of all amounts of this section and of limits, as ARS; Mercado Pago takes that of its country."
    ] = DEFAULT_CURRENCY
    packages: Annotated[
        tuple[Count, ...], "Amounts on offer, in units of the currency; the page starts with the first."
    ] = (
        5000,
        10_000,
        25_000,
        50_000,
        100_000,
    )
    bonus: Annotated[tuple[str, ...], "Bonus coins in percent from an amount on, as amount:percent."] = (
        "10000:5",
        "25000:10",
        "50000:15",
        "100000:20",
    )
    min_amount: Annotated[int, Meta(ge=100), "Least amount of a donation."] = 5000
    max_amount: Annotated[int, Meta(ge=1, le=10_000_000), "Largest amount of a donation."] = 100_000
    step: Annotated[Count, "Amounts are multiples of this."] = 1000
    timeout_ms: Annotated[Milliseconds, "Time limit of a call to the provider, retries included."] = 5000
    daily_cap: Annotated[Cap, "Amount that one account may donate in a day of the site; 0: no cap."] = 0
    new_account_daily_cap: Annotated[Cap, "The same for new accounts, if it is less; 0: no cap."] = 0
    hold_hours: Annotated[Hours, "Hours after a donation before its coins may be sent into the game; 0: none."] = 0
    new_account_hold_hours: Annotated[Hours, "The same for new accounts, if it is longer."] = 24
    over_cap_hold_hours: Annotated[Hours, "The same for a payment above the cap of its day, if it is longer."] = 720
    new_account_days: Annotated[int, Meta(ge=0, le=365), "Days from its first one here on that an account is new."] = 7

    def __post_init__(self) -> None:
        self._check_addresses()
        if not is_chargeable(self.currency):
            raise ValueError("currency: expected three capital letters of a currency that both providers count alike")
        steps = self.steps
        if list(steps) != sorted(steps):
            raise ValueError("bonus: expected rising amounts")
        invalid = [amount for amount in self.packages if not self.offers(amount)]
        if self.min_amount > self.max_amount or invalid:
            raise ValueError(f"packages: {invalid} are outside min_amount and max_amount or off the step")

    def _check_addresses(self) -> None:
        for key in ("api_url", "webhook_origin"):
            if (value := getattr(self, key)) and not is_origin(value):
                raise ValueError(f"{key}: expected an origin such as https://play.example")
        for origin in self.site_origins:
            if not is_origin(origin):
                raise ValueError(f"site_origins: {origin!r} is no origin such as https://play.example")
        _check_hosts(self.checkout_hosts)

    @property
    def default_amount(self) -> int:
        """The amount that the page starts with."""
        return self.packages[0] if self.packages else self.min_amount

    @property
    def steps(self) -> tuple[tuple[int, int], ...]:
        """Pairs of amount and percent, rising. Raises ValueError."""
        matches = [_STEP.fullmatch(step) for step in self.bonus]
        if not all(matches):
            raise ValueError("bonus: expected amount:percent, as 10000:5")
        return tuple((int(match[1]), int(match[2])) for match in matches if match)

    def offers(self, amount: int) -> bool:
        """Returns True if the amount can be donated."""
        return self.min_amount <= amount <= self.max_amount and amount % self.step == 0

    def _token_problems(self) -> list[Text]:
        """Compares what Mercado Pago writes into a token: `APP_USR-…-<account>`, or `TEST-…-<account>` for tests."""
        match = _MERCADOPAGO_TOKEN.fullmatch(self.access_token)
        if self.provider != "mercadopago" or not match:
            return []
        problems = list[Text]()
        if int(match[2]) != self.collector_id and self.collector_id:
            problems.append(text("doctor.settings.other_collector"))
        if match[1] == "TEST" and self.live_mode:
            problems.append(text("doctor.settings.test_token"))
        return problems

    def problems(self, public_url: str) -> list[Text]:
        """Reasons why the chosen provider cannot work; empty if none is chosen."""
        if self.provider == "off":
            return []
        required = ("access_token", "webhook_secret", "collector_id")
        problems = [_not_set(f"payments.{key}") for key in required if not getattr(self, key)]
        problems += self._token_problems()
        origins = {"server.public_url": public_url, "payments.webhook_origin": self.webhook_origin or public_url}
        problems += [_not_set(key) for key, origin in origins.items() if not origin]
        if self.provider == "mercadopago":
            origins["payments.api_url"] = self.api_url
            origins |= {f"payments.site_origins ({origin})": origin for origin in self.site_origins}
            problems += [
                text("doctor.settings.no_https", key=key)
                for key, origin in origins.items()
                if origin and not _reachable(origin)
            ]
        return problems


class StripeSettings(msgspec.Struct, frozen=True, kw_only=True):
    """A second provider; amounts, addresses of the site and the time limit are those of `payments`."""

    enabled: Annotated[bool, "Offer Stripe Checkout, after payments.provider if that is on."] = False
    api_url: Annotated[str, "Origin of Stripe's API; another one is for trials."] = STRIPE_API
    secret_key: Annotated[str, Secret(), "Our secret or restricted key at Stripe."] = ""
    account_id: Annotated[
        str, "Our account at Stripe (acct_…); a key of another one opens no checkout. Empty: not compared."
    ] = ""
    webhook_secret: Annotated[str, Secret(), "Signs Stripe's webhooks; shown with the endpoint in the dashboard."] = ""
    webhook_secret_previous: Annotated[str, Secret(), "The previous secret, while it is being replaced."] = ""
    live_mode: Annotated[
        bool, "Accept real payments and hold test payments as mismatched; false: the other way round."
    ] = True
    checkout_hosts: Annotated[tuple[str, ...], "Hosts that a buyer may be sent to; comma separated."] = (
        "checkout.stripe.com",
    )

    def __post_init__(self) -> None:
        if not is_origin(self.api_url):
            raise ValueError("api_url: expected an origin such as https://api.stripe.com")
        if self.account_id and not _STRIPE_ACCOUNT.fullmatch(self.account_id):
            raise ValueError("account_id: expected the id of an account at Stripe, as acct_1A2b3C")
        _check_hosts(self.checkout_hosts)

    def _key_problems(self) -> list[Text]:
        """Compares the kind and mode that Stripe writes into a key; keys of another API have none."""
        match = _STRIPE_KEY.fullmatch(self.secret_key)
        if not match:
            is_wrong = self.secret_key and self.api_url == STRIPE_API
            return [text("doctor.settings.stripe_key")] if is_wrong else []
        if (match[1] == "live") != self.live_mode:
            return [text("doctor.settings.stripe_mode", mode=match[1], live_mode=str(self.live_mode).lower())]
        return []

    def problems(self, payments: PaymentSettings, public_url: str) -> list[Text]:
        """Reasons why Stripe cannot work; empty if it is off."""
        if not self.enabled:
            return []
        problems = [_not_set(f"stripe.{key}") for key in ("secret_key", "webhook_secret") if not getattr(self, key)]
        problems += self._key_problems()
        if not public_url:
            problems.append(_not_set("server.public_url"))
        elif payments.provider != "fake":
            origins = {"server.public_url": public_url, "stripe.api_url": self.api_url}
            problems += [
                text("doctor.settings.stripe_https", key=key) for key in origins if not _reachable(origins[key])
            ]
        return problems


def _not_set(key: str) -> Text:
    return text("doctor.settings.unset", key=key)


def _check_hosts(checkout_hosts: tuple[str, ...]) -> None:
    for host in checkout_hosts:
        if not HOST.fullmatch(host):
            raise ValueError(f"checkout_hosts: {host!r} is no host")


def _reachable(origin: str) -> bool:
    url = urlsplit(origin)
    host = url.hostname or ""
    is_name = "." in host and not host.endswith((".localhost", ".local")) and not parse_ip(host)
    return url.scheme == "https" and is_name
