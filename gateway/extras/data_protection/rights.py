"""The rights of one account: what the site has of it, its export, its erasure, and legal texts that it accepts."""

import asyncio
import time
from datetime import datetime
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from gateway.concurrency.durations import DAY, HOUR
from gateway.database.database import Database, Session
from gateway.database.queries import query
from gateway.database.times import to_datetime
from gateway.extras.data_protection import legal_texts
from gateway.extras.data_protection.erasure_mails import ErasureMails
from gateway.extras.data_protection.erasure_requests import WAITING_SECONDS, ErasureRequest, ErasureRequests
from gateway.extras.data_protection.legal_texts import Consent, LegalDocument, LegalVersion
from gateway.extras.data_protection.mailed_codes import MailedCodes
from gateway.features.account_overview import personal_data
from gateway.features.account_overview.personal_data import AccountExport, all_personal_data
from gateway.features.accounts.limits import HttpRequest
from gateway.features.accounts.login import Authentication
from gateway.features.accounts.session import Identity
from gateway.features.wallet.balances import ledger_balances
from gateway.http.errors import (
    Conflict,
    StaffAccount,
    TooManyRequests,
    ValidationFailed,
)
from gateway.http.rate_limit_shared import Limit, Limiter
from gateway.registration.personal_data import KeptReason
from gateway.texts import text

_EXPORT_SECONDS: Final = DAY
HOURLY_CODES: Final = 3
HOURLY_GUESSES: Final = 5

Proof = Literal["password", "mail_code"]


class PendingErasure(Struct, frozen=True):
    """`state`: `held` while the operators have stopped it. From `due_at` on the account is erased within an hour."""

    state: Literal["waiting", "held"]
    requested_at: datetime
    due_at: datetime


class ProtectionNotices(Struct, frozen=True):
    """What the account is told at a login. `consents`: newest versions of legal texts that it has not accepted."""

    erasure: PendingErasure | None
    consents: list[LegalVersion]


class PersonalRows(Struct, frozen=True):
    """`name`: in the export. `kept`: why an erasure leaves the rows; null: they are deleted."""

    name: str
    kept: KeptReason | None


class OpenMatter(Struct, frozen=True):
    """A matter that has to end before an erasure. `donation`: the id of the one that the text is about."""

    text: str
    donation: str | None


class DataProtection(Struct, frozen=True, kw_only=True):
    """`proof`: what a request needs beside the step-up;
    null: the account has neither a second factor nor a confirmed address. `coins`: lost by an erasure.
    `export_from`: when the next export can be made; null: now. `rows`: all kinds of data that the site can have."""

    erasure: PendingErasure | None
    waiting_days: int
    obstacles: list[OpenMatter]
    proof: Proof | None
    coins: int
    export_from: datetime | None
    rows: list[PersonalRows]
    consents: list[Consent]


class ErasureForm(Struct, forbid_unknown_fields=True):
    """`password`: of an account with a second factor; `code`: from the mail, of any other."""

    password: str = ""
    code: Annotated[str, Meta(max_length=32)] = ""


class ConsentForm(Struct, forbid_unknown_fields=True):
    """`accepted`: version by legal text."""

    accepted: Annotated[dict[str, int], Meta(max_length=4)]


class LegalVersions(Struct, frozen=True):
    """The newest version of each legal text."""

    data: list[LegalVersion]


class LegalText(Struct, frozen=True):
    document: LegalDocument
    version: int
    html: str


class MailSent(Struct, frozen=True):
    success: bool


class _Exported(Struct, frozen=True):
    at: int | None


EXPORTED_SINCE: Final = query("data_protection.exported_since", _Exported)
LOCK_ACCOUNT: Final = query("data_protection.lock_account", None)


class DataRights:
    """The rights of one caller. Methods raise DatabaseError."""

    def __init__(
        self,
        site: Database,
        authentication: Authentication,
        requests: ErasureRequests,
        mails: ErasureMails,
        codes: MailedCodes,
        limiter: Limiter,
    ) -> None:
        self._site = site
        self._authentication, self.requests = authentication, requests
        self._mails, self._codes = mails, codes
        self._limiter = limiter
        self._exporting = asyncio.Lock()

    async def notices(self, login: str) -> ProtectionNotices:
        request = await self.requests.find(login)
        consents = [] if request else await self._site.read(legal_texts.DUE_CONSENTS, login=login)
        return ProtectionNotices(request and _pending(request), consents)

    async def state(self, login: str, language: str) -> DataProtection:
        request = await self.requests.find(login)
        obstacles = [] if request else await self.requests.obstacles(login)
        next_export = await self._next_export(self._site, login)
        parts = await all_personal_data(self._site)
        return DataProtection(
            erasure=request and _pending(request),
            waiting_days=WAITING_SECONDS // DAY,
            obstacles=[OpenMatter(row.reason.read(language), row.donation) for row in obstacles],
            proof=await self._proof(login),
            coins=(await ledger_balances(self._site, login)).wallet,
            export_from=to_datetime(next_export),
            rows=[PersonalRows(name, part.kept.get(name)) for part in parts for name in part.statements],
            consents=await self._site.read(legal_texts.CONSENTS, login=login),
        )

    async def export(self, caller: Identity) -> AccountExport:
        """One at a time in a process. Raises StepUpRequired, or TooManyRequests within a day after another one.

        The day is taken after the data are read, so that a failed reading takes none.
        """
        await self._authentication.sessions.require_confirmation(caller)

        async def take_day(session: Session) -> None:
            await session.write(LOCK_ACCOUNT, login=caller.login)  # other processes wait here
            await self._require_day(session, caller.login)
            audit_log = self._authentication.audit_log.within(session)
            await audit_log.note(caller.login, "DATA_EXPORTED", caller.address, success=True)

        async with self._exporting:
            await self._require_day(self._site, caller.login)
            data = await personal_data.export(self._site, caller.login)
            await self._site.transact(take_day)
            return data

    async def send_code(self, caller: Identity) -> None:
        """Raises StepUpRequired, TooManyRequests, or Conflict where another proof is asked for."""
        await self._authentication.sessions.require_confirmation(caller)
        await self._take(f"erasure-mail:{caller.login}", HOURLY_CODES)
        language = await self._mails.language(caller.login)
        async with self._site.transaction() as session:
            address = await self._mails.read_address(session, caller.login)
            if await self._proof(caller.login) != "mail_code":
                raise Conflict(text("details.erasure_proof"))
            await self._mails.add(session, "code", address, caller.login, language)

    async def request_erasure(self, caller: Identity, request: HttpRequest, form: ErasureForm) -> PendingErasure:
        """Raises StaffAccount, Conflict, StepUpRequired, ValidationFailed or TooManyRequests."""
        if caller.access_level > 0:
            raise StaffAccount
        await self.requests.require_none_open(caller.login)
        await self._authentication.sessions.require_confirmation(caller)
        proof = await self._proof(caller.login)
        if proof is None:
            raise Conflict(text("details.erasure_proof"))
        if proof == "password":
            await self._authentication.prove_password(
                caller, request, form.password, field="password", action="ERASURE_REQUESTED"
            )
        else:
            await self._check_code(caller, form.code)
        return _pending(await self.requests.add(caller.login, caller.address))

    async def _check_code(self, caller: Identity, code: str) -> None:
        await self._take(f"erasure-code:{caller.login}", HOURLY_GUESSES)
        address = await self._mails.read_address(self._site, caller.login)
        account = await self._authentication.sessions.read(caller.login)
        stored_hash = (account and account.password) or ""
        if not self._codes.check(code, caller.login, address, stored_hash, int(time.time())):
            await self._authentication.audit_log.note(caller.login, "ERASURE_REQUESTED", caller.address, success=False)
            raise ValidationFailed(fields={"code": text("fields.code_wrong" if code else "fields.required.code")})

    async def _proof(self, login: str) -> Proof | None:
        if await self._authentication.factors.store.kinds(login):
            return "password"
        return "mail_code" if await self._mails.read_address(self._site, login) else None

    async def _next_export(self, session: Session | Database, login: str) -> int | None:
        since = int(time.time()) - _EXPORT_SECONDS
        row = await session.one(EXPORTED_SINCE, login=login, since=since)
        return row.at + _EXPORT_SECONDS if row and row.at else None

    async def _require_day(self, session: Session | Database, login: str) -> None:
        if next_export := await self._next_export(session, login):
            refusal = text("details.export_daily")
            raise TooManyRequests(refusal, retry_after=max(1, next_export - int(time.time())))

    async def _take(self, key: str, count: int) -> None:
        if wait := await self._limiter.take_all([Limit(key, count, HOUR)]):
            raise TooManyRequests(retry_after=int(wait) + 1)


def _pending(request: ErasureRequest) -> PendingErasure:
    assert request.state in {"waiting", "held"}
    state: Literal["waiting", "held"] = "held" if request.state == "held" else "waiting"
    return PendingErasure(state, to_datetime(request.requested_at), to_datetime(request.due_at))
