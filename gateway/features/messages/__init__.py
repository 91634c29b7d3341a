"""The outbox of messages to servers outside, and its channel for mails to players."""

from typing import Final

from gateway.database.database import Database
from gateway.database.queries import query
from gateway.features.messages import former_outboxes, outbox
from gateway.features.messages.mail import DueMail, MailOutbox, WriteLetter, letter_channel, mail_channel
from gateway.features.messages.mail_client import Letter
from gateway.features.messages.outbox import Attempt, ChannelRules, Message, MessageChannel, NewMessage, PreparedMessage
from gateway.jobs import QUEUE_SECONDS, Job
from gateway.observability.signals import MAIL_WAITING
from gateway.registration.feature import Feature, Retention, SignalCount, count_rows

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
    "letter_channel",
    "mail_channel",
]

MAILS_WAITING = query("messages.mails_waiting", SignalCount)
WAIT_SECONDS: Final = 900
"""Longer than the pause after which a server takes the mail of an unknown sender."""


def feature(site: Database) -> Feature:
    """Each channel's job is of the feature that writes its messages."""
    return Feature(
        name="messages",
        jobs=[Job("move_former_messages", QUEUE_SECONDS, lambda _tick: former_outboxes.move(site))],
        signals={MAIL_WAITING: count_rows(site, MAILS_WAITING, WAIT_SECONDS)},
        retention=[Retention("messages", lambda now: outbox.prune(site, now))],
    )
