"""Rights of players to their data: what is registered of them."""

from typing import Final

from gateway.concurrency.durations import DAY, HOUR
from gateway.config.settings import Settings
from gateway.database.database import Databases
from gateway.database.queries import query
from gateway.extras.data_protection import legal_texts
from gateway.extras.data_protection.erasure_mails import ErasureMails
from gateway.extras.data_protection.erasure_requests import CANCELLED_KEPT_SECONDS, OVERDUE, PRUNE, ErasureRequests
from gateway.extras.data_protection.handlers import legal_routes, routes
from gateway.extras.data_protection.mailed_codes import MailedCodes
from gateway.extras.data_protection.rights import DataRights
from gateway.features.accounts import AccountsFeature
from gateway.features.accounts.registration import Registration
from gateway.features.roulette.eligibility import spin_rules
from gateway.http.rate_limit_shared import Limiter
from gateway.jobs import QUEUE_SECONDS, Job
from gateway.observability.signals import Signal
from gateway.registration.extra import Extra, Parts
from gateway.registration.feature import Feature, Retention, count_rows
from gateway.registration.personal_data import PersonalRow, PersonalTables

ERASURES_OVERDUE: Final = Signal(name="erasures_overdue", severity="warning", page="/admin/data-protection", grows=True)
"""Requests that are held, or that what is open in the account has kept waiting, for a day after their time."""


def _open(parts: Parts) -> Feature:
    settings, site = parts.get(Settings), parts.get(Databases).site
    accounts = parts.get(AccountsFeature)
    authentication = accounts.authentication
    codes = MailedCodes(settings.accounts.token_secrets)
    mails = ErasureMails(site, settings, accounts.repository, accounts.languages, accounts.signature, codes)
    requests = parts.add(
        ErasureRequests(
            site,
            accounts.repository,
            accounts.sessions.store,
            authentication.audit_log,
            mails,
            spin_rules(settings),
        )
    )
    rights = DataRights(site, authentication, requests, mails, codes, parts.get(Limiter))
    parts.get(Registration).on_accepted_texts = legal_texts.accept
    jobs = [Job("run_erasures", HOUR, lambda _tick: requests.run_due())]
    if mails.is_on:
        jobs.append(Job("send_erasure_mails", QUEUE_SECONDS, lambda _tick: mails.channel.work()))
    return Feature(
        name="data_protection",
        routes=[*routes(rights, site), *legal_routes(site)],
        signals={ERASURES_OVERDUE: count_rows(site, OVERDUE, DAY)},
        jobs=jobs,
        samples=[mails.channel.samples] if mails.is_on else [],
    )


def _retention(parts: Parts) -> list[Retention]:
    site = parts.get(Databases).site
    return [Retention("erasure_requests", lambda now: site.prune(PRUNE, before=now - CANCELLED_KEPT_SECONDS))]


EXTRA = Extra(
    name="data_protection",
    summary="export and erasure of an account by its player, versions of the legal texts and their acceptance",
    is_default=True,
    signals=(ERASURES_OVERDUE,),
    open=_open,
    retention=_retention,
    personal_data=PersonalTables(
        statements={
            "erasure_request": query("data_protection.personal_request", PersonalRow),
            "consents": query("data_protection.personal_consents", PersonalRow),
        },
        kept={"erasure_request": "log", "consents": "books"},
    ),
)
