"""The section `alerts`: channels of alerts to operators, and thresholds of rules."""

import base64
import binascii
import re
from email.utils import parseaddr
from ipaddress import ip_address
from typing import Annotated, ClassVar, Final, Literal
from urllib.parse import urlsplit

import msgspec

from gateway.config.kinds import Secret
from gateway.extras.notifications.webhook_address import check_discord_webhooks
from gateway.observability.signals import Signal, Thresholds

ChannelKind = Literal["email", "discord", "webhook"]

_THRESHOLDS: Final = re.compile(r"([a-z_]+):(\d{1,9}(?:\.\d{1,3})?):(\d{1,6}):(\d{1,9}(?:\.\d{1,3})?):(\d{1,6})")
_SECRET: Final = re.compile(r"whsec_([A-Za-z0-9+/=]+)")
_SECRET_BYTES: Final = range(24, 65)


class AlertSettings(msgspec.Struct, frozen=True, kw_only=True):
    enabled: Annotated[bool, "Evaluate the rules once a minute and send alerts to the channels below."] = False
    emails: Annotated[tuple[str, ...], "Addresses that get alerts by [mail]; comma separated."] = ()
    discord_webhooks: Annotated[
        tuple[str, ...], Secret(), "Webhooks of Discord channels that get alerts; comma separated."
    ] = ()
    webhooks: Annotated[
        tuple[str, ...],
        Secret(),
        "Addresses that get alerts as signed JSON; https, or http on this machine; comma separated.",
    ] = ()
    webhook_secret: Annotated[
        str, Secret(), "Signs these requests: whsec_ and 24 to 64 random bytes in base64; required with webhooks."
    ] = ""
    critical_only: Annotated[
        tuple[ChannelKind, ...],
        "Kinds of channels (email, discord, webhook) that get critical alerts alone; comma separated.",
    ] = ()
    thresholds: Annotated[
        tuple[str, ...],
        "Other thresholds, as rule:raise_at:raise_seconds:clear_below:clear_seconds; comma separated.",
    ] = ()
    quiet_minutes: ClassVar[int] = 30
    """Least time between two messages that the same rule is raised."""

    def __post_init__(self) -> None:
        if not all("@" in parseaddr(address)[1] for address in self.emails):
            raise ValueError("emails: expected addresses such as ops@play.example")
        check_discord_webhooks(self.discord_webhooks)
        if not all(map(_is_allowed, self.webhooks)):
            raise ValueError("webhooks: expected https://host/path, or http:// with a loopback address")
        for key, channels in (("emails", self.emails), ("webhooks", self.webhooks)):
            if len(set(channels)) < len(channels):
                raise ValueError(f"{key}: an entry is given twice")
        if self.webhooks or self.webhook_secret:
            self.signing_key()
        self.limits()

    def signing_key(self) -> bytes:
        """Raises ValueError, without the secret in its text."""
        match = _SECRET.fullmatch(self.webhook_secret)
        try:
            key = base64.b64decode(match[1], validate=True) if match else b""
        except binascii.Error:
            key = b""
        if len(key) not in _SECRET_BYTES:
            raise ValueError("webhook_secret: expected whsec_ and 24 to 64 bytes in base64")
        return key

    def limits(self) -> dict[str, Thresholds]:
        """Returns the thresholds of this section by the name of the signal. Raises ValueError."""
        thresholds: dict[str, Thresholds] = {}
        for text in self.thresholds:
            match = _THRESHOLDS.fullmatch(text)
            if match is None:
                raise ValueError("thresholds: expected rule:raise_at:raise_seconds:clear_below:clear_seconds")
            limits = Thresholds(float(match[2]), int(match[3]), float(match[4]), int(match[5]))
            if not 0 < limits.clear_below <= limits.raise_at:
                raise ValueError(f"thresholds: {match[1]}: clear_below has to be above 0 and at most raise_at")
            thresholds[match[1]] = limits
        return thresholds

    def sends(self, signal: Signal, kind: ChannelKind) -> bool:
        """Returns whether a kind of channel gets the alerts of a signal."""
        return signal.severity == "critical" or kind not in self.critical_only


def _is_allowed(address: str) -> bool:
    try:
        url = urlsplit(address)
        host = url.hostname or ""
        plain = bool(host) and url.username is None and not url.fragment and address.isascii() and " " not in address
        return plain and url.port != 0 and (url.scheme == "https" or (url.scheme == "http" and _is_loopback(host)))
    except ValueError:
        return False


def _is_loopback(host: str) -> bool:
    return host == "localhost" or ip_address(host).is_loopback


SECTION = AlertSettings
RENAMED = {"alerts.page_only": "alerts.critical_only"}
RETIRED = ("alerts.quiet_minutes",)
