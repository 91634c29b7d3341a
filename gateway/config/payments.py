"""The section `payments`: who takes the money, what it buys, and where a buyer may be sent."""

import re
from ipaddress import ip_address
from typing import Annotated, Literal
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta

from gateway.config.types import Count, Milliseconds, Secret

_HOST = re.compile(r"[a-z0-9.-]+(:[0-9]{1,5})?")
_STEP = re.compile(r"([0-9]{1,9}):([0-9]{1,3})")


class Payments(msgspec.Struct, frozen=True, kw_only=True):
    provider: Annotated[
        Literal["off", "mercadopago", "fake"], "Payment provider; fake is for trials and takes no money."
    ] = "off"
    api_url: Annotated[str, "Origin of the provider's API."] = "https://api.mercadopago.com"
    access_token: Annotated[str, Secret(), "Our token at the provider."] = ""
    webhook_secret: Annotated[str, Secret(), "Signs the provider's notices; the provider's panel shows it."] = ""
    webhook_secret_previous: Annotated[str, Secret(), "The secret before it, while notices may still be under it."] = ""
    webhook_secret_test: Annotated[str, Secret(), "The secret of the panel's test mode, where that is in use."] = ""
    webhook_origin: Annotated[str, "Origin at which the provider reaches us; empty: server.public_url."] = ""
    collector_id: Annotated[int, Meta(ge=0), "Our own number at the provider: payments to another are parked."] = 0
    live_mode: Annotated[bool, "Take real payments, and park those of a test; false: the other way round."] = True
    checkout_hosts: Annotated[tuple[str, ...], "Hosts that a buyer may be sent to; comma separated."] = (
        "www.mercadopago.com.ar",
    )
    site_origins: Annotated[
        tuple[str, ...], "Origins that a buyer may return to, as https://play.example; empty: server.public_url."
    ] = ()
    packages: Annotated[tuple[Count, ...], "Amounts on offer, in pesos."] = (5000, 10_000, 25_000, 50_000, 100_000)
    bonus: Annotated[tuple[str, ...], "From which amount on how many percent of coins are added, amount:percent."] = (
        "10000:5",
        "25000:10",
        "50000:15",
        "100000:20",
    )
    min_amount: Annotated[int, Meta(ge=100), "Least amount of a donation, in pesos."] = 5000
    max_amount: Annotated[int, Meta(ge=1, le=10_000_000), "Largest amount of a donation, in pesos."] = 100_000
    step: Annotated[Count, "Amounts are multiples of it, in pesos."] = 1000
    default_amount: Annotated[Count, "The amount that the page begins with, in pesos."] = 5000
    timeout_ms: Annotated[Milliseconds, "Time that the provider may take for one answer, repeats included."] = 5000

    def __post_init__(self) -> None:
        self._check_addresses()
        steps = self.steps
        if list(steps) != sorted(steps):
            raise ValueError("bonus: expected rising amounts")
        wrong = [each for each in (*self.packages, self.default_amount) if not self.offers(each)]
        if self.min_amount > self.max_amount or wrong:
            raise ValueError(f"packages: {wrong} are outside min_amount and max_amount or off the step")

    def _check_addresses(self) -> None:
        for key in ("api_url", "webhook_origin"):
            if (value := getattr(self, key)) and not is_origin(value):
                raise ValueError(f"{key}: expected an origin such as https://play.example")
        for origin in self.site_origins:
            if not is_origin(origin):
                raise ValueError(f"site_origins: {origin!r} is no origin such as https://play.example")
        for host in self.checkout_hosts:
            if not _HOST.fullmatch(host):
                raise ValueError(f"checkout_hosts: {host!r} is no host")

    @property
    def steps(self) -> tuple[tuple[int, int], ...]:
        """(amount in pesos, percent), rising. Raises ValueError for a text that is none."""
        found = [_STEP.fullmatch(text) for text in self.bonus]
        if not all(found):
            raise ValueError("bonus: expected amount:percent, as 10000:5")
        return tuple((int(step[1]), int(step[2])) for step in found if step)

    def offers(self, amount: int) -> bool:
        """Whether it can be donated."""
        return self.min_amount <= amount <= self.max_amount and amount % self.step == 0


def is_origin(text: str) -> bool:
    """Scheme, host and port alone, written as a browser writes them."""
    try:
        url = urlsplit(text)
        named = url.scheme in {"http", "https"} and bool(_HOST.fullmatch(url.netloc)) and url.port != 0
    except ValueError:
        return False
    return named and text == f"{url.scheme}://{url.netloc}"


def missing(payments: Payments, public_url: str) -> list[str]:
    """What keeps the chosen provider from working: each a key and a reason. Nothing for none."""
    if payments.provider == "off":
        return []
    found = [f"payments.{key} is not set" for key in ("access_token", "webhook_secret") if not getattr(payments, key)]
    if not payments.collector_id:
        found.append("payments.collector_id is not set")
    origins = {"server.public_url": public_url, "payments.webhook_origin": payments.webhook_origin or public_url}
    found += [f"{key} is not set" for key, origin in origins.items() if not origin]
    if payments.provider == "mercadopago":
        origins["payments.api_url"] = payments.api_url
        origins |= {f"payments.site_origins ({origin})": origin for origin in payments.site_origins}
        found += [
            f"{key} has to be https and no address of this machine, since the provider takes no other"
            for key, origin in origins.items()
            if origin and not _reachable(origin)
        ]
    return found


def _reachable(origin: str) -> bool:
    url = urlsplit(origin)
    host = url.hostname or ""
    try:
        ip_address(host)
    except ValueError:
        return url.scheme == "https" and "." in host and not host.endswith((".localhost", ".local"))
    return False
