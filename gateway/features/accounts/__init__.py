"""Game accounts: login, registration, tokens, changes of password and email."""

from collections.abc import Callable

from litestar.handlers import HTTPRouteHandler

from gateway.concurrency.durations import HOUR
from gateway.config.settings import Settings
from gateway.database.database import Databases
from gateway.database.queries import query
from gateway.database.sealing import DataKeys
from gateway.features.accounts import (
    credentials,
    email_confirmation,
    factor_routes,
    login,
    mail_language,
    notices,
    passkey_routes,
    recovery,
    registration,
    session_list,
    user,
)
from gateway.features.accounts.audit_log import AuditLog
from gateway.features.accounts.challenges import PRUNE
from gateway.features.accounts.email_confirmation import EmailConfirmation
from gateway.features.accounts.factor_store import FactorStore
from gateway.features.accounts.factors import Factors
from gateway.features.accounts.failure_log import FailureLog
from gateway.features.accounts.letter_layout import Signature
from gateway.features.accounts.letters import Letters
from gateway.features.accounts.limits import AccountLimits
from gateway.features.accounts.login import Authentication
from gateway.features.accounts.mail_language import AccountLanguages
from gateway.features.accounts.mail_links import MailLinks
from gateway.features.accounts.passkeys import Passkeys
from gateway.features.accounts.recovery import Recovery
from gateway.features.accounts.registration import Registration
from gateway.features.accounts.repository import AccountRepository
from gateway.features.accounts.reused_names import CHECK_SECONDS, AccountOwners
from gateway.features.accounts.session import Caller, Sessions
from gateway.features.accounts.session_store import SessionStore
from gateway.features.accounts.tokens import Tokens
from gateway.features.messages import MailOutbox, mail_channel
from gateway.features.operators.site_controls import SiteControls
from gateway.http.rate_limit import Clients
from gateway.http.rate_limit_shared import Limiter
from gateway.jobs import QUEUE_SECONDS, Job
from gateway.observability.signals import ACCOUNTS_FROZEN, REGISTRATIONS
from gateway.registration.feature import Feature, Retention, SignalCount, count_rows

REGISTERED_SINCE = query("accounts.registered_since", SignalCount)
FROZEN = query("account_owners.count_frozen", SignalCount)

__all__ = ["AccountRepository", "AccountsFeature", "Caller", "EmailConfirmation", "Sessions", "Signature"]


class AccountsFeature:
    """Creates and connects the parts of this feature."""

    def __init__(
        self,
        settings: Settings,
        databases: Databases,
        clients: Clients,
        limiter: Limiter,
        controls: SiteControls,
        signature: Callable[[str], Signature],
    ) -> None:
        """`signature`: the site's texts in a language."""
        self.signature, self._language = signature, settings.server.language
        self.repository = AccountRepository(
            databases.auth, databases.site, settings.database.family, settings.accounts.password_hash
        )
        outbox = MailOutbox(databases.site, settings)
        audit_log = AuditLog(databases.site, outbox, settings.database.pool_acquire_timeout_ms / 1000)
        accounts = settings.accounts
        limits = AccountLimits(settings.limits, accounts.token_secrets, clients, limiter, audit_log)
        self.failures = FailureLog(audit_log, limiter)
        tokens = Tokens(accounts.token_secrets, accounts.token_days)
        store = SessionStore(databases.site, accounts)
        self.owners = AccountOwners(databases, self.repository, accounts)
        data_keys, domain = DataKeys(settings.security.data_keys), settings.server.passkey_domain
        factor_store = FactorStore(databases.site, data_keys, domain)
        self.sessions = Sessions(self.repository, store, factor_store, tokens, clients, controls, accounts)
        passkeys = Passkeys(settings, databases.site, limits, audit_log, self._site_name)
        factors = Factors(factor_store, passkeys, limits, audit_log)
        self.authentication = Authentication(
            accounts,
            databases,
            self.repository,
            audit_log,
            limits,
            controls,
            self.sessions,
            tokens,
            self.owners,
            factors,
            self.failures,
        )
        self.registration = Registration(self.authentication, databases)
        self._open_mail(settings, databases, controls, outbox)
        self._changes = credentials.CredentialChanges(self.authentication, databases, self.sessions)

    def _open_mail(self, settings: Settings, databases: Databases, controls: SiteControls, outbox: MailOutbox) -> None:
        """`mail_channel` is None while the site sends no mail."""
        authentication = self.authentication
        site = databases.site
        self._outbox = outbox
        self._site = databases.site
        self.mail_links = MailLinks(site)
        self._recovery = Recovery(authentication, databases.auth, site, self.mail_links, controls)
        self.confirmation = EmailConfirmation(authentication, site, self.mail_links, outbox)
        self.languages = AccountLanguages(site, self._language)
        letters = Letters(
            settings.server,
            self.signature,
            outbox,
            self.mail_links,
            self._recovery,
            self.confirmation,
            self.languages,
        )
        self.mail_channel = mail_channel(site, settings, letters.draft) if outbox.is_on else None

    def _site_name(self) -> str:
        return self.signature(self._language).name

    def feature(self) -> Feature:
        jobs = [Job("check_account_owners", CHECK_SECONDS, lambda _tick: self.owners.check_all())]
        retention = [
            Retention("sessions", self.authentication.sessions.store.prune),
            Retention("used_challenges", lambda now: self._site.prune(PRUNE, now=now)),
            Retention("mail_links", self.mail_links.prune),
        ]
        channel = self.mail_channel
        if channel:
            jobs.append(Job("send_mails", QUEUE_SECONDS, lambda _tick: channel.work()))
        return Feature(
            name="accounts",
            signals={
                REGISTRATIONS: count_rows(self._site, REGISTERED_SINCE, HOUR),
                ACCOUNTS_FROZEN: count_rows(self._site, FROZEN),
            },
            routes=self._routes(),
            jobs=jobs,
            retention=retention,
            tasks={"login_failures": self.failures.run},
            close=[self.close],
            samples=[channel.samples] if channel else [],
        )

    def _routes(self) -> list[HTTPRouteHandler]:
        return [
            *registration.routes(self.registration),
            *login.routes(self.authentication),
            *user.routes(self.repository),
            *credentials.routes(self._changes),
            *session_list.routes(self.authentication),
            *recovery.routes(self._recovery, self._outbox),
            *email_confirmation.routes(self.confirmation),
            *notices.routes(self._site),
            *mail_language.routes(self.languages),
            *factor_routes.routes(self.authentication, self._site_name),
            *passkey_routes.routes(self.authentication),
        ]

    async def close(self) -> None:
        self.authentication.hasher.close()
        await self.failures.close()
