"""Addresses of Discord webhooks."""

import re

import msgspec

_WEBHOOK = re.compile(
    r"https://(?:canary\.|ptb\.)?discord(?:app)?\.com/api/(?:v[0-9]{1,2}/)?webhooks/"
    r"(?P<id>[0-9]{1,20})/(?P<token>[\w-]{1,128})/?(?:\?thread_id=(?P<thread>[0-9]{1,20}))?",
    re.ASCII,
)


def check_discord_webhooks(addresses: tuple[str, ...]) -> None:
    """Raises ValueError."""
    try:
        ids = {read_webhook(address).id for address in addresses}
    except ValueError as error:
        raise ValueError(f"discord_webhooks: {error}") from None
    if len(ids) < len(addresses):
        raise ValueError("discord_webhooks: two addresses have the same id")


class DiscordAddress(msgspec.Struct, frozen=True):
    """Parts of a webhook's address. `thread`: id of the thread or forum post that gets the messages; empty: none."""

    id: str
    token: str
    thread: str


def read_webhook(address: str) -> DiscordAddress:
    """Reads an address as any client of Discord copies it. Raises ValueError, without the address in its text."""
    match = _WEBHOOK.fullmatch(address)
    if match is None:
        raise ValueError("expected https://discord.com/api/webhooks/ID/TOKEN, with ?thread_id=ID for a post of a forum")
    return DiscordAddress(match["id"], match["token"], match["thread"] or "")
