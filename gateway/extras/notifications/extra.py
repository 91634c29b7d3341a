"""The calendar, the feed of events and Discord: what is registered of them."""

from gateway.config.settings import Settings
from gateway.database.database import Databases
from gateway.extras.notifications.handlers import feature
from gateway.extras.notifications.repository import PAST_SECONDS, PRUNE_ENTRIES
from gateway.extras.world.handlers import World
from gateway.features.site_content.content_store import ContentStore
from gateway.registration.announcements import Announcements
from gateway.registration.extra import Extra, Parts
from gateway.registration.feature import Feature, Retention


def _open(parts: Parts) -> Feature:
    site, content = parts.get(Databases).site, parts.get(ContentStore)
    return feature(parts.get(Settings), site, parts.get(World), parts.get(Announcements), content.site_name)


def _retention(parts: Parts) -> list[Retention]:
    site = parts.get(Databases).site
    return [Retention("calendar_entries", lambda now: site.prune(PRUNE_ENTRIES, before=now - PAST_SECONDS))]


EXTRA = Extra(
    name="notifications",
    summary="a calendar and a feed of the game's events, messages and a live board in Discord",
    needs=("history", "world"),
    is_default=True,
    retention=_retention,
    open=_open,
)
