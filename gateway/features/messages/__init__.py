"""The outbox of messages to servers outside, and its channel for mails to players."""

from gateway.database.database import Database
from gateway.feature import Feature, Retention
from gateway.features.messages import former_outboxes, outbox
from gateway.features.messages.mail import DueMail, MailOutbox, WriteLetter, mail_channel
from gateway.features.messages.mail_client import Letter
from gateway.features.messages.outbox import Attempt, ChannelRules, Message, MessageChannel, NewMessage, PreparedMessage
from gateway.jobs import QUEUE_SECONDS, Job

__all__ = [
    "Attempt",
    "ChannelRules",
    "DueMail",
    "Letter",
    "MailOutbox",
    "Message",
    "MessageChannel",
    "NewMessage",
    "PreparedMessage",
    "WriteLetter",
    "mail_channel",
]


def feature(site: Database) -> Feature:
    """Each channel's job is of the feature that writes its messages."""
    return Feature(
        name="messages",
        jobs=[Job("move_former_messages", QUEUE_SECONDS, lambda _tick: former_outboxes.move(site))],
        retention=[Retention("messages", lambda now: outbox.prune(site, now))],
    )
