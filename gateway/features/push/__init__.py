"""Web Push: what players chose to be told, sent to their browsers while the site is closed."""

from gateway.features.push.handlers import routes
from gateway.features.push.noting import NoticeReader
from gateway.features.push.outbox import PushWorker
from gateway.features.push.subscriptions import Subscriptions

__all__ = ["NoticeReader", "PushWorker", "Subscriptions", "routes"]
