"""The live board: one Discord message with the coming events, edited in place."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from msgspec import Struct

from gateway.config.settings import Settings
from gateway.database.database import Database
from gateway.database.queries import query
from gateway.extras.notifications.calendar import BOSS_KINDS, CalendarEntry
from gateway.extras.notifications.discord import CHANNEL, DiscordWebhooks, MessageGone, escape
from gateway.extras.notifications.outbox import Dispatcher
from gateway.extras.notifications.settings import NotificationSettings
from gateway.extras.world.handlers import World
from gateway.texts import read

_ROWS: Final = 9
_FIELD: Final = 1024


class BoardTarget(Struct, frozen=True):
    """`message_id`: empty while the message is being posted, and if the outcome is unknown."""

    target: str
    is_gone: int
    message_id: str | None


Draw = Callable[[Sequence[CalendarEntry], int], dict[str, Any]]

TARGETS = query("notifications.targets", BoardTarget)
CLAIM_MESSAGE = query("notifications.claim_message", None)
SET_MESSAGE = query("notifications.set_message", None)


def board(entries: Iterable[CalendarEntry], site_name: str, public_url: str, language: str, now: int) -> dict[str, Any]:
    """Returns the message's embed. Discord shows times in each reader's zone. Without a window of a boss, which some
    servers never have, it has sieges alone."""
    current = [entry for entry in entries if entry.ends_at > now and not entry.is_cancelled]
    sieges = [_line(entry, entry.starts_at) for entry in current if entry.kind == "siege" and entry.starts_at > now]
    windows = [entry for entry in current if entry.kind in BOSS_KINDS]
    open_windows = sorted((entry for entry in windows if entry.starts_at <= now), key=lambda entry: entry.ends_at)
    no_entries, closes = read(language, "notifications.none"), read(language, "notifications.closes")
    fields = {
        "serverInfo.nextSieges": sieges,
        "notifications.open": [_line(entry, entry.ends_at, closes) for entry in open_windows],
        "notifications.next": [_line(entry, entry.starts_at) for entry in windows if entry.starts_at > now],
    }
    shown_fields = fields if windows else {"serverInfo.nextSieges": sieges}
    embed: dict[str, Any] = {
        "title": escape(read(language, "notifications.board", site=site_name))[:256],
        "fields": [
            {"name": read(language, code), "value": "\n".join(lines[:_ROWS])[:_FIELD] or no_entries}
            for code, lines in shown_fields.items()
        ],
    }
    return embed | ({"url": f"{public_url}/world"} if public_url else {})


def _line(entry: CalendarEntry, at: int, word: str = "") -> str:
    return f"**{escape(entry.name)}** {word} <t:{at}:R> (<t:{at}:f>)".replace("  ", " ")


class LiveBoard:
    """Keeps one message per webhook. Its first post happens at most once; an edit may be repeated.

    `draw` returns the message for the present and coming entries.
    """

    def __init__(self, site: Database, webhooks: DiscordWebhooks, dispatcher: Dispatcher, draw: Draw) -> None:
        self._site = site
        self._webhooks = webhooks
        self._draw = draw
        self.dispatcher = dispatcher
        self._embeds: dict[str, object] = {}

    async def update(self, entries: Sequence[CalendarEntry], now: int) -> None:
        """Raises DatabaseError."""
        embed = self._draw(entries, now)
        for row in await self._site.read(TARGETS, channel=CHANNEL):
            if row.target not in self._webhooks.targets or row.is_gone or self._embeds.get(row.target) == embed:
                continue
            if row.message_id:
                await self._edit(row.target, row.message_id, embed)
            elif row.message_id is None:
                await self._post(row.target, embed)

    async def close(self) -> None:
        await self._webhooks.close()

    async def _edit(self, target: str, message: str, embed: dict[str, Any]) -> None:
        try:
            attempt = await self.dispatcher.request(target, lambda: self._webhooks.edit_board(target, message, embed))
        except MessageGone:
            await self._set_message(target, None)
            return
        if attempt.outcome == "sent":
            self._embeds[target] = embed

    async def _post(self, target: str, embed: dict[str, Any]) -> None:
        if not await self._site.write(CLAIM_MESSAGE, channel=CHANNEL, target=target):
            return
        attempt = await self.dispatcher.request(target, lambda: self._webhooks.post(target, embed))
        if attempt.outcome == "sent" and attempt.message_id:
            await self._set_message(target, attempt.message_id)
            self._embeds[target] = embed
        elif attempt.outcome in {"postponed", "refused"}:
            await self._set_message(target, None)

    async def _set_message(self, target: str, message: str | None) -> None:
        await self._site.write(SET_MESSAGE, channel=CHANNEL, target=target, message=message)


def open_live_board(settings: Settings, site: Database, world: World, site_name: Callable[[], str]) -> LiveBoard | None:
    """Returns None if no webhook is configured. Opens no connection yet."""
    addresses, server = settings.of(NotificationSettings).discord_webhooks, settings.server
    if not addresses:
        return None
    webhooks = DiscordWebhooks(addresses, server.public_url, server.language)

    def draw(entries: Sequence[CalendarEntry], now: int) -> dict[str, Any]:
        return board(entries, site_name(), server.public_url, server.language, now)

    return LiveBoard(site, webhooks, Dispatcher(site, webhooks, world.kinds(), world.public_events), draw)
