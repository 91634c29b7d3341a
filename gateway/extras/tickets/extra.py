"""Tickets: what is registered of them."""

from typing import Final

from gateway.concurrency.durations import DAY, HOUR
from gateway.config.settings import Settings
from gateway.database.database import Databases
from gateway.database.queries import query
from gateway.extras.tickets import handlers, repository
from gateway.extras.tickets.handlers import OwnTickets
from gateway.extras.tickets.mails import TicketMails
from gateway.extras.tickets.news import news_of
from gateway.extras.tickets.settings import TicketSettings
from gateway.features.accounts import AccountsFeature
from gateway.http.rate_limit import Clients
from gateway.http.rate_limit_shared import Limiter
from gateway.jobs import QUEUE_SECONDS, Job
from gateway.observability.signals import Signal
from gateway.registration.extra import Extra, Parts
from gateway.registration.feature import Feature, Retention, count_rows
from gateway.registration.personal_data import PersonalRow, PersonalTables

TICKETS_UNANSWERED: Final = Signal(
    name="tickets_unanswered", severity="warning", page="/admin/tickets?state=open", grows=True
)


def _open(parts: Parts) -> Feature:
    settings, site = parts.get(Settings), parts.get(Databases).site
    own_settings, accounts = settings.of(TicketSettings), parts.get(AccountsFeature)
    tickets = OwnTickets(site, own_settings, parts.get(Limiter), parts.get(Clients))
    mails = parts.add(TicketMails(site, settings, accounts.languages, accounts.signature))
    return Feature(
        name="tickets",
        routes=handlers.routes(tickets, settings),
        page_parts=["tickets"],
        account_news=[news_of(site)],
        jobs=[Job("send_ticket_mails", QUEUE_SECONDS, lambda _tick: mails.channel.work())] if mails.is_on else [],
        samples=[mails.channel.samples] if mails.is_on else [],
        signals={TICKETS_UNANSWERED: count_rows(site, repository.UNANSWERED, own_settings.answer_hours * HOUR)},
    )


def _retention(parts: Parts) -> list[Retention]:
    site, settings = parts.get(Databases).site, parts.get(Settings).of(TicketSettings)

    async def prune(now: int) -> int:
        """Closes answered tickets first, so that each goes at last."""
        await site.prune(repository.CLOSE_ANSWERED, now=now, before=now - settings.close_days * DAY)
        return await site.prune(repository.PRUNE, before=now - settings.kept_days * DAY)

    return [Retention("tickets", prune)]


EXTRA = Extra(
    name="tickets",
    summary="tickets: players write to the operators, who answer in the administration",
    open=_open,
    signals=(TICKETS_UNANSWERED,),
    retention=_retention,
    personal_data=PersonalTables(
        statements={
            "tickets": query("tickets.personal_tickets", PersonalRow),
            "ticket_messages": query("tickets.personal_messages", PersonalRow),
            "ticket_pictures": query("tickets.personal_pictures", PersonalRow),
        }
    ),
)
