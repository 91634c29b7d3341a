"""Messages to browsers: what is registered of them."""

from gateway.config.settings import Settings
from gateway.database.database import Databases
from gateway.database.queries import query
from gateway.database.sealing import KeyUse, SealedTable, StoredSecret
from gateway.extras.push.feature import PushFeature
from gateway.extras.push.subscriptions import Subscriptions
from gateway.extras.world.handlers import World
from gateway.features.privacy.public_snapshot import PublicSnapshots
from gateway.registration.announcements import Announcements
from gateway.registration.extra import Extra, Parts
from gateway.registration.feature import Feature, Retention
from gateway.registration.personal_data import PersonalRow, PersonalTables


def _open(parts: Parts) -> Feature:
    settings, site = parts.get(Settings), parts.get(Databases).site
    world, snapshots = parts.get(World), parts.get(PublicSnapshots)
    return parts.add(PushFeature(settings, site, world, snapshots, parts.get(Announcements))).feature()


def _retention(parts: Parts) -> list[Retention]:
    subscriptions = Subscriptions(parts.get(Databases).site, parts.get(Settings))
    return [Retention("push_subscriptions", subscriptions.remove_ended)]


EXTRA = Extra(
    name="push",
    summary="messages about chosen events to players' browsers",
    needs=("history", "notifications", "world"),
    reads=("competitions", "watch"),
    sealed_tables=(
        SealedTable(
            name="push_keys",
            rows=query("push.sealed_keys", StoredSecret),
            reseal=query("push.reseal_key", None),
            keys=query("push.keys_of_keys", KeyUse),
        ),
        SealedTable(
            name="push_subscriptions",
            rows=query("push.sealed_subscriptions", StoredSecret),
            reseal=query("push.reseal_subscription", None),
            keys=query("push.keys_of_subscriptions", KeyUse),
        ),
    ),
    retention=_retention,
    open=_open,
    personal_data=PersonalTables(
        statements={
            "push_choices": query("push.personal_choices", PersonalRow),
            "push_subscriptions": query("push.personal_subscriptions", PersonalRow),
        }
    ),
)
