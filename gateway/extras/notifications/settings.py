"""The section `notifications`: channels of Discord."""

from typing import Annotated

import msgspec

from gateway.config.kinds import Secret
from gateway.extras.notifications.webhook_address import check_discord_webhooks


class NotificationSettings(msgspec.Struct, frozen=True, kw_only=True):
    discord_webhooks: Annotated[
        tuple[str, ...],
        Secret(),
        "Webhooks of Discord channels for kills, sieges and what comes next; comma separated, empty: none.",
    ] = ()

    def __post_init__(self) -> None:
        check_discord_webhooks(self.discord_webhooks)


SECTION = NotificationSettings
