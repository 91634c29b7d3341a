"""What push messages register."""

from gateway.concurrency.durations import MINUTE
from gateway.config.settings import Settings
from gateway.database.database import Database
from gateway.extras.push import handlers
from gateway.extras.push.noting import NoticeReader
from gateway.extras.push.outbox import PushSender
from gateway.extras.push.payloads import PayloadWriter
from gateway.extras.push.subscriptions import Subscriptions
from gateway.extras.world.handlers import World
from gateway.features.privacy.public_snapshot import PublicSnapshots
from gateway.jobs import QUEUE_SECONDS, Job
from gateway.registration.announcements import Announcements
from gateway.registration.feature import Feature


class PushFeature:
    """Creates and connects the parts of this feature."""

    def __init__(
        self,
        settings: Settings,
        site: Database,
        world: World,
        snapshots: PublicSnapshots,
        announcements: Announcements,
    ) -> None:
        self.subscriptions = Subscriptions(site, settings)
        payloads = PayloadWriter(world, snapshots, announcements, settings.server.language)
        self.reader = NoticeReader(site, self.subscriptions, world, snapshots, announcements)
        self.sender = PushSender(site, self.subscriptions, payloads.write)

    def feature(self) -> Feature:
        reader, sender = self.reader, self.sender
        jobs = [
            Job("note_push", MINUTE, lambda _tick: reader.note(), reader.forget),
            Job("send_push", QUEUE_SECONDS, lambda _tick: sender.channel.work()),
        ]
        return Feature(
            name="push",
            routes=handlers.routes(self.subscriptions),
            jobs=jobs if self.subscriptions.is_on else [],
            close=[sender.close],
            samples=[reader.samples, sender.channel.samples],
        )
