"""Changes of the content folder: a preview of edits, saves with their versions, and uploads of pictures."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import date
from typing import Annotated, Any, Final

from litestar import Request
from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody, QueryParameter
from msgspec import Meta, Struct

from gateway.administration.changes import Change, ChangedMeanwhile, ChangeForm, ChangeResult
from gateway.administration.routes import post, put
from gateway.administration.sessions import Operator
from gateway.database.database import Database
from gateway.features.site_content import operator_addresses, operator_versions
from gateway.features.site_content.content_files import ContentError
from gateway.features.site_content.folder_contents import MAX_PICTURE_BYTES
from gateway.features.site_content.folder_files import EditError
from gateway.features.site_content.markdown_files import News
from gateway.features.site_content.operator_addresses import LinkRefused
from gateway.features.site_content.operator_editor import (
    ContentEditor,
    Edit,
    FolderLocked,
    StaleEdit,
    is_text,
    require_path,
)
from gateway.features.site_content.operator_files import ContentMistake, mistake_of, relative_path
from gateway.features.site_content.operator_html import HtmlElement, parse_html
from gateway.http.errors import Conflict, Problem, StepUpRequired, TooLarge, ValidationFailed
from gateway.http.request_validation import body_parts
from gateway.texts import text

MAX_BODY_BYTES: Final = 4 << 20
MAX_EDITS: Final = 12

Hash = Annotated[str, Meta(pattern=r"^([0-9a-f]{64})?\Z")]


class ContentNotWritten(Problem):
    status = 503
    error = "content_not_written"


class EditForm(Struct, frozen=True, forbid_unknown_fields=True):
    """`hash`: of the file that the edit began with; empty: there was none. `upload`: hash of an upload or of a former
    picture. Neither `text` nor `upload`: delete the file."""

    path: Annotated[str, Meta(max_length=120)]
    hash: Hash = ""
    text: str | None = None
    upload: Hash = ""


Edits = Annotated[list[EditForm], Meta(max_length=MAX_EDITS)]


class PreviewForm(Struct, frozen=True, forbid_unknown_fields=True):
    edits: Edits


class RenderedText(Struct, frozen=True):
    """A page, or an article with its title."""

    path: str
    title: str | None
    day: date | None
    nodes: list[HtmlElement | str]


class ContentPreview(Struct, frozen=True):
    """`mistake`: why the edits would be refused; then nothing is rendered."""

    mistake: ContentMistake | None
    rendered: list[RenderedText]


class ContentForm(ChangeForm, forbid_unknown_fields=True, kw_only=True):
    edits: Edits


class StagedPicture(Struct, frozen=True):
    upload: str


Kinds = Callable[[str], Awaitable[Sequence[str]]]
"""Returns an operator's second factors."""


def routes(editor: ContentEditor, body_seconds: float, kinds: Kinds) -> list[HTTPRouteHandler]:
    @post("/api/admin/content/preview", ValidationFailed, permission="content.read", max_body_bytes=MAX_BODY_BYTES)
    async def preview_content(operator: Operator, data: JSONBody[PreviewForm]) -> ContentPreview:
        """Checks edits without saving them, and renders their Markdown as the site does."""
        try:
            parsed_files = await asyncio.to_thread(editor.preview, _edits(editor, data.edits))
        except ContentError as error:
            return ContentPreview(mistake_of(editor, error, operator.language), [])
        return ContentPreview(
            None, [_rendered_text(path, value) for path, value in parsed_files.items() if _is_markdown(path)]
        )

    @put(
        "/api/admin/content",
        Conflict,
        ChangedMeanwhile,
        ValidationFailed,
        ContentNotWritten,
        permission="content.change",
        max_body_bytes=MAX_BODY_BYTES,
    )
    async def save_content(change: Change, data: JSONBody[ContentForm]) -> ChangeResult:
        """Write, replace and delete files of the content folder together. Addresses need a fresh proof of a factor."""
        has_addresses = any(operator_addresses.is_address_file(edit.path) for edit in data.edits)
        if has_addresses and operator_addresses.needs_step_up(change.operator):
            raise StepUpRequired(await kinds(change.operator.name))
        return await _save(change, editor, data)

    @post(
        "/api/admin/content/pictures",
        TooLarge,
        ValidationFailed,
        permission="content.change",
        max_body_bytes=MAX_PICTURE_BYTES,
        is_streamed=True,
    )
    async def upload_picture(
        operator: Operator, request: Request[Any, Any, Any], name: Annotated[str, QueryParameter(max_length=100)]
    ) -> StagedPicture:
        """Writes the body as it arrives, and keeps it until a save puts it into the folder under this name."""
        _require_editable(editor)
        try:
            return StagedPicture(await editor.uploads.stage(name, body_parts(request, body_seconds)))
        except EditError as error:
            raise ValidationFailed(fields={"name": error.reason}) from None
        except OSError as error:
            raise ContentNotWritten(text("reasons.not_written", error=str(error.strerror))) from None

    return [preview_content, save_content, upload_picture]


async def _save(change: Change, editor: ContentEditor, form: ContentForm) -> ChangeResult:
    """Stores the versions in the change's transaction, then writes the files; a repeated request writes the rest."""
    _require_editable(editor)
    if not form.edits or len({edit.path for edit in form.edits}) < len(form.edits):
        raise ValidationFailed(fields={"edits": text("reasons.each_file_once")})
    edits = _edits(editor, form.edits)

    check = _Check()

    async def work(site: Database) -> None:
        previous_files = await asyncio.to_thread(_previous_files, editor, edits)
        if check.mistake:
            raise check.mistake
        async with site.transaction() as session:
            await operator_addresses.record(session, check.new_hosts)
            for edit in edits:
                await operator_versions.record(
                    *(session, edit.path, previous_files[edit.path], edit.data),
                    operator=change.operator.name,
                    reason=form.reason.strip(),
                )

    subject = f"content:{edits[0].path}"
    if change.dry_run:
        check = await asyncio.to_thread(_check, editor, edits)
        return await change.apply(form, subject, work)
    try:
        async with editor.lock():
            check = await asyncio.to_thread(_check, editor, edits)
            result = await change.apply(form, subject, work)
            await asyncio.to_thread(editor.write, edits)
    except FolderLocked:
        raise Conflict(text("reasons.save_running")) from None
    except OSError as error:
        cause = text("reasons.system", error=str(error.strerror))
        raise ContentNotWritten(text("refusals.content_not_written"), cause) from None
    return result


class _Check(Struct, frozen=True):
    """Result of reading the folder with the edits. `mistake`: why they are refused."""

    mistake: ValidationFailed | None = None
    new_hosts: list[str] = []


def _check(editor: ContentEditor, edits: Sequence[Edit]) -> _Check:
    """Reads the folder with the edits, which may take seconds, so no transaction may wait for it."""
    try:
        return _Check(new_hosts=operator_addresses.new_hosts(editor.store.current, editor.preview(edits)))
    except LinkRefused as error:
        return _Check(ValidationFailed(fields={error.path: error.reason}))
    except ContentError as error:
        path = relative_path(editor, error)
        place = [text("reasons.at_line", path=path, line=error.line)] if error.line else []
        return _Check(ValidationFailed(*place, error.reason, fields={path or "edits": error.reason}))


def _previous_files(editor: ContentEditor, edits: Sequence[Edit]) -> dict[str, bytes | None]:
    """Returns the files before the edits. Raises ChangedMeanwhile, ValidationFailed."""
    try:
        return editor.current(edits)
    except StaleEdit:
        raise ChangedMeanwhile from None
    except EditError as error:
        raise ValidationFailed(fields={"edits": error.reason}) from None


def _require_editable(editor: ContentEditor) -> None:
    if editor.obstacle:
        raise Conflict(text("reasons.content_closed"))


def _edits(editor: ContentEditor, forms: Sequence[EditForm]) -> list[Edit]:
    """Raises ValidationFailed."""
    try:
        return [Edit(form.path, form.hash, _data(editor, form)) for form in forms]
    except EditError as error:
        raise ValidationFailed(fields={"edits": error.reason}) from None


def _data(editor: ContentEditor, form: EditForm) -> bytes | None:
    """Raises EditError for another path, a missing upload, and a text in place of a picture or vice versa."""
    require_path(form.path)
    if form.upload:
        if form.text is not None or is_text(form.path):
            raise EditError(text("reasons.text_or_picture"))
        return editor.uploads.data(form.upload)
    if form.text is None:
        return None
    if not is_text(form.path):
        raise EditError(text("reasons.no_content_file"))
    return form.text.encode()


def _is_markdown(path: str) -> bool:
    return path.endswith(".md")


def _rendered_text(path: str, value: object) -> RenderedText:
    if isinstance(value, News):
        return RenderedText(path, value.title, value.day, parse_html(value.html))
    return RenderedText(path, None, None, parse_html(str(value)))
