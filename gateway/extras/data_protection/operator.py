"""/api/admin/erasures and /api/admin/legal: requests of players about their data, and versions of the legal texts."""

import asyncio
from datetime import datetime
from typing import Annotated, Final, Literal

from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import Struct

from gateway.administration.changes import Change, ChangeForm, ChangeResult
from gateway.administration.operator_pages import OperatorPages
from gateway.administration.players.sources import Login
from gateway.administration.routes import get, post
from gateway.administration.sessions import Operator
from gateway.config.settings import Settings
from gateway.database.database import Database, Databases
from gateway.database.queries import query
from gateway.extras.data_protection import erasure_requests, legal_texts
from gateway.extras.data_protection.erasure_requests import ErasureRequests, RequestRefused, RequestState
from gateway.extras.data_protection.legal_texts import LegalDocument, PublicationRefused, PublishedVersion
from gateway.features.site_content.content_files import ContentError
from gateway.features.site_content.content_store import ContentStore, SiteContent
from gateway.http.errors import Conflict
from gateway.http.paging import LAST_ID, BeforeId, keyset_page
from gateway.registration.extra import Parts
from gateway.texts import Text, text

_ROWS: Final = 50

StateFilter = Annotated[Literal["", "waiting", "held", "cancelled", "done"], QueryParameter()]


class ErasureRow(Struct, frozen=True):
    id: int
    login: str
    state: RequestState
    requested_at: datetime
    due_at: datetime
    ended_at: datetime | None
    held_reason: str


class ListedErasure(Struct, frozen=True, kw_only=True):
    """`account`: a random name once it is erased. `reason`: of a hold. `obstacles`: what keeps an open one waiting."""

    id: int
    account: str
    state: RequestState
    requested_at: datetime
    due_at: datetime
    ended_at: datetime | None
    reason: str
    obstacles: list[str]


class ErasureList(Struct, frozen=True):
    """The newest first. `next`: the value of `before` for older rows; null on the last page."""

    data: list[ListedErasure]
    next: int | None


class LegalDraft(Struct, frozen=True):
    """The present text of the content folder. `is_changed`: it differs from the newest version; null without one."""

    document: LegalDocument
    is_changed: bool | None


class LegalOverview(Struct, frozen=True):
    """`data`: the newest version of each text first."""

    data: list[PublishedVersion]
    drafts: list[LegalDraft]


PAGE: Final = query("data_protection.page", ErasureRow)


def pages(parts: Parts) -> OperatorPages:
    site, settings = parts.get(Databases).site, parts.get(Settings)
    content, requests = parts.get(ContentStore), parts.get(ErasureRequests)

    @get("/api/admin/erasures", permission="players.read")
    async def list_erasures(operator: Operator, status: StateFilter = "", before: BeforeId = LAST_ID) -> ErasureList:
        """Requests of players for the erasure of their accounts."""
        rows = await site.read(PAGE, state=status, before=before, limit=_ROWS + 1)
        page, next_id = keyset_page(rows, _ROWS, lambda row: row.id)
        return ErasureList([await _listed(row, requests, operator.language) for row in page], next_id)

    @post("/api/admin/erasures/{login:str}/hold", Conflict, permission="erasures.hold")
    async def hold_erasure(change: Change, login: Login, data: JSONBody[ChangeForm]) -> ChangeResult:
        """Stop an erasure until it is released; its player sees that it is stopped, and not the reason."""
        return await _set_held(change, login, data, is_held=True)

    @post("/api/admin/erasures/{login:str}/release", Conflict, permission="erasures.hold")
    async def release_erasure(change: Change, login: Login, data: JSONBody[ChangeForm]) -> ChangeResult:
        """Let a stopped erasure go on."""
        return await _set_held(change, login, data, is_held=False)

    @get("/api/admin/legal", permission="content.read")
    async def get_legal_texts(operator: Operator) -> LegalOverview:
        """Versions of the legal texts, and whether the present texts differ from them."""
        folder = await _present(content)
        drafts = [
            LegalDraft(document, await legal_texts.is_changed(site, document, texts))
            for document in legal_texts.DOCUMENTS
            if (texts := legal_texts.present_texts(folder, document))
        ]
        return LegalOverview(await site.read(legal_texts.ALL_VERSIONS), drafts)

    @post("/api/admin/legal/{document:str}/publish", Conflict, permission="legal.publish")
    async def publish_legal_text(
        change: Change, document: FromPath[LegalDocument], data: JSONBody[ChangeForm]
    ) -> ChangeResult:
        """Publish the present text as a version: each player is asked at the next login to accept it."""

        async def work(joined_site: Database) -> Text:
            try:
                legal_texts.require_written(settings, document)
                texts = legal_texts.present_texts(await _present(content), document)
                async with joined_site.transaction() as session:
                    version = await legal_texts.publish(session, document, texts, change.operator.name)
            except PublicationRefused as error:
                raise Conflict(error.reason) from None
            return text("reasons.legal_published", version=version)

        return await change.apply(data, f"legal:{document}", work, command="legal publish")

    return OperatorPages(routes=[list_erasures, hold_erasure, release_erasure, get_legal_texts, publish_legal_text])


async def _present(content: ContentStore) -> SiteContent:
    """Returns the folder as it is now, which this process may not show yet; with a broken file, what it shows."""
    try:
        return await asyncio.to_thread(content.read)
    except ContentError:
        return content.current


async def _set_held(change: Change, login: str, form: ChangeForm, *, is_held: bool) -> ChangeResult:
    async def work(joined_site: Database) -> None:
        try:
            await erasure_requests.set_held(joined_site, login.lower(), form.reason.strip(), is_held=is_held)
        except RequestRefused as error:
            raise Conflict(error.reason) from None

    command = "erasure hold" if is_held else "erasure release"
    return await change.apply(form, f"account:{login.lower()}", work, command=command)


async def _listed(row: ErasureRow, requests: ErasureRequests, language: str) -> ListedErasure:
    obstacles = await requests.obstacles(row.login) if row.state in {"waiting", "held"} else []
    return ListedErasure(
        id=row.id,
        account=row.login,
        state=row.state,
        requested_at=row.requested_at,
        due_at=row.due_at,
        ended_at=row.ended_at,
        reason=row.held_reason,
        obstacles=[row.reason_with_id.read(language) for row in obstacles],
    )
