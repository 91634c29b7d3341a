"""Switches and notices in the administration: list and change them as `gateway switch` and `gateway notice` do."""

import time
from datetime import datetime
from typing import Annotated

from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody, PathParameter
from msgspec import Meta, Struct, field

from gateway.administration.changes import Change, ChangeForm, ChangeResult, epoch_seconds
from gateway.administration.routes import get, post, put
from gateway.administration.sessions import Operator
from gateway.database.database import Database
from gateway.database.times import to_datetime
from gateway.features.operators import site_controls
from gateway.features.operators.operator_log import REASON_MAX
from gateway.features.operators.site_controls import (
    FEATURES,
    Control,
    Feature,
    NoticeLanguage,
    NoticeTexts,
    SiteControls,
    encode_texts,
)
from gateway.http.errors import NotFound, ValidationFailed
from gateway.texts import text as sentence


class ListedControl(Struct, frozen=True, kw_only=True):
    """A closed feature, or a notice. `until` null: until an operator removes it."""

    name: str
    starts_at: datetime
    until: datetime | None
    operator: str
    reason: str
    texts: NoticeTexts


class ListedSwitch(Struct, frozen=True):
    """`is_configured`: the settings open the feature. `closed`: null for a feature that is not switched off."""

    feature: Feature
    is_configured: bool
    closed: ListedControl | None


class ControlList(Struct, frozen=True):
    switches: list[ListedSwitch]
    notices: list[ListedControl]


class SwitchForm(ChangeForm, forbid_unknown_fields=True, kw_only=True):
    """`until`: when a closed feature opens again by itself; null: an operator opens it."""

    is_on: bool
    until: datetime | None = None


NoticeText = Annotated[str, Meta(max_length=REASON_MAX)]


class NoticeForm(ChangeForm, forbid_unknown_fields=True, kw_only=True):
    """`texts`: by language; another language shows `text`.

    `starts_at` null: from now on. `until` null: until an operator removes it.
    """

    text: NoticeText
    texts: dict[NoticeLanguage, NoticeText] = field(default_factory=dict[NoticeLanguage, NoticeText])
    starts_at: datetime | None = None
    until: datetime | None = None


class NoticeRemovalForm(ChangeForm, forbid_unknown_fields=True, kw_only=True):
    text: NoticeText


class MaintenanceForm(ChangeForm, forbid_unknown_fields=True, kw_only=True):
    """`text`, `texts`: the notice of all pages until the end."""

    features: Annotated[list[Feature], Meta(min_length=1, max_length=len(FEATURES))]
    text: NoticeText
    texts: dict[NoticeLanguage, NoticeText] = field(default_factory=dict[NoticeLanguage, NoticeText])
    until: datetime


class MaintenanceEndForm(ChangeForm, forbid_unknown_fields=True, kw_only=True):
    """`text`: of the notice that is removed."""

    features: Annotated[list[Feature], Meta(min_length=1, max_length=len(FEATURES))]
    text: NoticeText


def routes(site: Database, controls: SiteControls) -> list[HTTPRouteHandler]:
    @get("/api/admin/controls", permission="controls.read")
    async def list_controls(operator: Operator) -> ControlList:
        """Switches with author, reason and end, and all notices."""
        rows = await site_controls.read(site)
        closed = {row.name: listed_control(row) for row in rows if row.kind == "switch"}
        return ControlList(
            [ListedSwitch(feature, controls.is_configured(feature), closed.get(feature)) for feature in FEATURES],
            [listed_control(row) for row in rows if row.kind == "notice"],
        )

    @put("/api/admin/switches/{feature:str}", NotFound, ValidationFailed, permission="switches.change")
    async def change_switch(
        change: Change, feature: Annotated[str, PathParameter(max_length=16)], data: JSONBody[SwitchForm]
    ) -> ChangeResult:
        """Close a feature, with an end, or open it."""

        async def work(joined_site: Database) -> None:
            await _set_switch(joined_site, change.operator.name, _feature(feature), data)

        command = "switch on" if data.is_on else "switch off"
        return await change.apply(data, f"switch:{feature}", work, command=command)

    @post("/api/admin/notices", ValidationFailed, permission="notices.change")
    async def add_notice(change: Change, data: JSONBody[NoticeForm]) -> ChangeResult:
        """Show a line of text on every page; the same text again changes its times."""

        async def work(joined_site: Database) -> None:
            await _put_notice(joined_site, change.operator.name, data)

        return await change.apply(data, "notice", work, command="notice")

    @post("/api/admin/notices/removal", NotFound, ValidationFailed, permission="notices.change")
    async def remove_notice(change: Change, data: JSONBody[NoticeRemovalForm]) -> ChangeResult:
        """Remove a notice from every page."""

        async def work(joined_site: Database) -> None:
            async with joined_site.transaction() as session:
                if not await site_controls.remove(session, "notice", data.text):
                    raise NotFound

        return await change.apply(data, "notice", work, command="notice --clear")

    return [list_controls, change_switch, add_notice, remove_notice, *_maintenance_routes()]


def _maintenance_routes() -> list[HTTPRouteHandler]:
    @post("/api/admin/maintenance", ValidationFailed, permission="switches.change")
    async def begin_maintenance(change: Change, data: JSONBody[MaintenanceForm]) -> ChangeResult:
        """Close features until a time, and show a notice on every page."""

        async def work(joined_site: Database) -> None:
            for feature in dict.fromkeys(data.features):
                form = SwitchForm(reason=data.reason, is_on=False, until=data.until)
                await _set_switch(joined_site, change.operator.name, feature, form)
            notice = NoticeForm(reason=data.reason, text=data.text, texts=data.texts, until=data.until)
            await _put_notice(joined_site, change.operator.name, notice)

        return await change.apply(data, "maintenance", work, command="maintenance")

    @post("/api/admin/maintenance/end", ValidationFailed, permission="switches.change")
    async def end_maintenance(change: Change, data: JSONBody[MaintenanceEndForm]) -> ChangeResult:
        """Open features again and remove the notice of their maintenance."""

        async def work(joined_site: Database) -> None:
            async with joined_site.transaction() as session:
                for feature in dict.fromkeys(data.features):
                    await site_controls.remove(session, "switch", feature)
                await site_controls.remove(session, "notice", data.text.strip())

        return await change.apply(data, "maintenance", work, command="maintenance --end")

    return [begin_maintenance, end_maintenance]


def _feature(name: str) -> Feature:
    """Raises NotFound."""
    for feature in FEATURES:
        if feature == name:
            return feature
    raise NotFound


async def _set_switch(site: Database, operator: str, feature: Feature, form: SwitchForm) -> None:
    now = int(time.time())
    async with site.transaction() as session:
        if form.is_on:
            await site_controls.remove(session, "switch", feature)
        else:
            control = Control(
                "switch",
                feature,
                now,
                end_of(form.until, now),
                operator=operator,
                reason=form.reason.strip(),
                changed_at=now,
            )
            await site_controls.put(session, control)


async def _put_notice(site: Database, operator: str, form: NoticeForm) -> None:
    text, now = form.text.strip(), int(time.time())
    texts: NoticeTexts = {language: text.strip() for language, text in form.texts.items()}
    if not text or not all(line.isprintable() for line in (text, *texts.values())):
        raise ValidationFailed(fields={"text": sentence("reasons.one_line")})
    start = now if form.starts_at is None else epoch_seconds(form.starts_at, "starts_at")
    end = end_of(form.until, max(start, now))
    control = Control(
        "notice", text, start, end, operator=operator, reason=text, changed_at=now, texts=encode_texts(texts)
    )
    async with site.transaction() as session:
        await site_controls.put(session, control)


def listed_control(row: Control) -> ListedControl:
    return ListedControl(
        name=row.name,
        starts_at=to_datetime(row.starts_at),
        until=to_datetime(row.until),
        operator=row.operator,
        reason=row.reason,
        texts=row.translations,
    )


def end_of(until: datetime | None, earliest: int) -> int | None:
    """Returns the end in epoch seconds. Raises ValidationFailed unless it is after `earliest`."""
    if until is None:
        return None
    end = epoch_seconds(until, "until")
    if end <= earliest:
        raise ValidationFailed(fields={"until": sentence("reasons.over")})
    return end
