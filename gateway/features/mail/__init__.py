"""Mails to players: the outbox, the job that sends it, and the client of the mail server."""

from gateway.features.mail.client import Letter
from gateway.features.mail.outbox import DueMail, MailWorker, Outbox, WriteLetter

__all__ = ["DueMail", "Letter", "MailWorker", "Outbox", "WriteLetter"]
