"""Web Push: messages about events that players chose, sent to their browsers while the site is closed."""

from litestar.handlers import HTTPRouteHandler

from gateway.config.settings import Settings
from gateway.database.database import Database
from gateway.features.privacy.public_snapshot import PublicSnapshots
from gateway.features.push import handlers
from gateway.features.push.noting import NoticeReader
from gateway.features.push.outbox import PushWorker
from gateway.features.push.payloads import PayloadWriter
from gateway.features.push.subscriptions import Subscriptions
from gateway.features.world.handlers import World
from gateway.observability.metrics import Samples

__all__ = ["NoticeReader", "PushFeature", "PushWorker", "Subscriptions"]


class PushFeature:
    """Creates and connects the parts of this feature."""

    def __init__(self, settings: Settings, site: Database, world: World, snapshots: PublicSnapshots) -> None:
        self.subscriptions = Subscriptions(site, settings)
        payloads = PayloadWriter(world, snapshots, settings.server.language)
        self.reader = NoticeReader(site, self.subscriptions, world, snapshots)
        self.worker = PushWorker(site, self.subscriptions, payloads.write)

    def routes(self) -> list[HTTPRouteHandler]:
        return handlers.routes(self.subscriptions)

    async def close(self) -> None:
        await self.worker.close()

    def samples(self) -> Samples:
        yield from self.reader.samples()
        yield from self.worker.table.samples()
