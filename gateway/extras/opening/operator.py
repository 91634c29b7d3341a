"""The opening day in the administration: read, announced, changed and taken back as `gateway opening` does."""

import time
from datetime import datetime
from typing import Annotated

from litestar.params import JSONBody
from msgspec import Meta, Struct, field

from gateway.administration.changes import Change, ChangeForm, ChangeResult, epoch_seconds
from gateway.administration.operator_pages import OperatorPages
from gateway.administration.routes import get, post, put
from gateway.administration.sessions import Operator
from gateway.config.settings import Settings
from gateway.database.database import Database, Databases
from gateway.database.times import to_datetime
from gateway.extras.opening.repository import (
    SUBJECT,
    NewOpening,
    OpeningRefused,
    Phase,
    newest,
    phase_of,
)
from gateway.extras.opening.repository import put as put_opening
from gateway.extras.opening.repository import remove as remove_opening
from gateway.extras.opening.settings import OpeningSettings
from gateway.features.operators.operator_log import REASON_MAX
from gateway.features.operators.site_controls import NoticeLanguage, NoticeTexts
from gateway.http.errors import NotFound, ValidationFailed
from gateway.registration.extra import Parts
from gateway.texts import text

Message = Annotated[str, Meta(max_length=REASON_MAX)]


class OpeningState(Struct, frozen=True, kw_only=True):
    """`opens_at` null: no opening day was ever announced. `message`, `texts`: as of a notice; empty: none.

    `has_folder`: a proxy may serve the countdown from files.
    """

    phase: Phase
    opens_at: datetime | None
    opened_at: datetime | None
    is_registration_open: bool
    message: str
    texts: NoticeTexts
    has_folder: bool


class OpeningDayForm(ChangeForm, forbid_unknown_fields=True, kw_only=True):
    """`texts`: the message by language; another language shows `message`."""

    opens_at: datetime
    is_registration_open: bool
    message: Message = ""
    texts: dict[NoticeLanguage, Message] = field(default_factory=dict[NoticeLanguage, Message])


def pages(parts: Parts) -> OperatorPages:
    site = parts.get(Databases).site
    has_folder = bool(parts.get(Settings).of(OpeningSettings).folder)

    @get("/api/admin/opening", permission="opening.read")
    async def get_opening_day(operator: Operator) -> OpeningState:
        """The newest opening day, announced or over."""
        opening = await newest(site)
        return OpeningState(
            phase=phase_of(opening, time.time()),
            opens_at=to_datetime(opening.opens_at) if opening else None,
            opened_at=to_datetime(opening.opened_at) if opening and opening.opened_at else None,
            is_registration_open=bool(opening.is_registration_open) if opening else True,
            message=opening.message if opening else "",
            texts=opening.translations if opening else {},
            has_folder=has_folder,
        )

    @put("/api/admin/opening", ValidationFailed, permission="opening.change")
    async def announce_opening_day(change: Change, data: JSONBody[OpeningDayForm]) -> ChangeResult:
        """Announce the opening day, or change the announced one."""
        new = _values(data)

        async def work(joined_site: Database) -> None:
            try:
                async with joined_site.transaction() as session:
                    await put_opening(session, new, int(time.time()))
            except OpeningRefused as error:
                raise ValidationFailed(fields={"opens_at": error.reason}) from None

        return await change.apply(data, SUBJECT, work, command="opening set")

    @post("/api/admin/opening/removal", NotFound, permission="opening.change")
    async def take_back_opening_day(change: Change, data: JSONBody[ChangeForm]) -> ChangeResult:
        """Take the announced day back: the site is as without one."""

        async def work(joined_site: Database) -> None:
            async with joined_site.transaction() as session:
                if not await remove_opening(session):
                    raise NotFound

        return await change.apply(data, SUBJECT, work, command="opening cancel")

    return OperatorPages(routes=[get_opening_day, announce_opening_day, take_back_opening_day])


def _values(form: OpeningDayForm) -> NewOpening:
    """Raises ValidationFailed for a message that is not one line, and for a time without a zone."""
    message = form.message.strip()
    translations: NoticeTexts = {language: line.strip() for language, line in form.texts.items()}
    if not all(line.isprintable() for line in (message, *translations.values())):
        raise ValidationFailed(fields={"message": text("reasons.one_line")})
    return NewOpening(
        opens_at=epoch_seconds(form.opens_at, "opens_at"),
        is_registration_open=form.is_registration_open,
        message=message,
        translations=translations,
    )
