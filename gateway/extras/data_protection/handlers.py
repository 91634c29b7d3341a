"""/api/player/data-protection/…: export, erasure and consents of the caller; /api/legal/…: versions of the texts."""

from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, JSONBody

from gateway.database.database import Database
from gateway.extras.data_protection import legal_texts
from gateway.extras.data_protection.legal_texts import LegalDocument
from gateway.extras.data_protection.rights import (
    ConsentForm,
    DataProtection,
    DataRights,
    ErasureForm,
    LegalText,
    LegalVersions,
    MailSent,
    PendingErasure,
    ProtectionNotices,
)
from gateway.features.account_overview.personal_data import AccountExport
from gateway.features.accounts import Caller
from gateway.features.accounts.limits import HttpRequest
from gateway.http.errors import (
    UNAVAILABLE,
    AccountFrozen,
    Conflict,
    NotFound,
    StaffAccount,
    StepUpRequired,
    ValidationFailed,
    reader_language,
)
from gateway.http.routes import delete, get, post


def routes(rights: DataRights, site: Database) -> list[HTTPRouteHandler]:
    @get("/api/player/data-protection/notices", AccountFrozen, *UNAVAILABLE)
    async def get_data_protection_notices(caller: Caller) -> ProtectionNotices:
        """An erasure that waits, and legal texts to accept."""
        return await rights.notices(caller.login)

    @get("/api/player/data-protection", AccountFrozen, *UNAVAILABLE)
    async def get_data_protection(caller: Caller, request: HttpRequest) -> DataProtection:
        """The account's data on the site, and the consequences of an erasure."""
        return await rights.state(caller.login, reader_language(request.scope))

    @post("/api/player/data-protection/export", StepUpRequired, AccountFrozen, *UNAVAILABLE)
    async def export_data(caller: Caller) -> AccountExport:
        """Everything that the site has of the account, once a day."""
        return await rights.export(caller)

    @post("/api/player/data-protection/erasure/code", Conflict, StepUpRequired, AccountFrozen, *UNAVAILABLE)
    async def send_erasure_code(caller: Caller) -> MailSent:
        """Send a code to the confirmed address, for a request without a second factor."""
        await rights.send_code(caller)
        return MailSent(True)

    @post(
        "/api/player/data-protection/erasure",
        ValidationFailed,
        Conflict,
        StaffAccount,
        StepUpRequired,
        AccountFrozen,
        *UNAVAILABLE,
    )
    async def request_erasure(caller: Caller, request: HttpRequest, data: JSONBody[ErasureForm]) -> PendingErasure:
        """Ask for the erasure of the account; it waits for seven days."""
        return await rights.request_erasure(caller, request, data)

    @delete("/api/player/data-protection/erasure", Conflict, AccountFrozen, *UNAVAILABLE)
    async def cancel_erasure(caller: Caller) -> ProtectionNotices:
        """Cancel an erasure that waits."""
        await rights.requests.cancel(caller.login, caller.address)
        return await rights.notices(caller.login)

    @post("/api/player/data-protection/consents", AccountFrozen, *UNAVAILABLE)
    async def accept_legal_texts(caller: Caller, data: JSONBody[ConsentForm]) -> ProtectionNotices:
        """Accept versions of legal texts."""
        await legal_texts.accept(site, caller.login, data.accepted)
        return await rights.notices(caller.login)

    return [
        get_data_protection_notices,
        get_data_protection,
        export_data,
        send_erasure_code,
        request_erasure,
        cancel_erasure,
        accept_legal_texts,
    ]


def legal_routes(site: Database) -> list[HTTPRouteHandler]:
    @get("/api/legal/versions", *UNAVAILABLE)
    async def get_legal_versions() -> LegalVersions:
        """The newest versions of the legal texts."""
        return LegalVersions(await site.read(legal_texts.NEWEST_VERSIONS))

    @get("/api/legal/{document:str}/{version:int}", NotFound, *UNAVAILABLE)
    async def get_legal_text(
        document: FromPath[LegalDocument], version: FromPath[int], request: HttpRequest
    ) -> LegalText:
        """A version of a legal text, in the reader's language."""
        html = await legal_texts.read_text(site, document, version, reader_language(request.scope))
        if html is None:
            raise NotFound
        return LegalText(document, version, html)

    return [get_legal_versions, get_legal_text]
