"""The content folder in the administration: its files and their versions, and the processes that show it."""

import asyncio
from datetime import date, datetime
from typing import Annotated

from litestar.handlers import HTTPRouteHandler
from litestar.params import PathParameter, QueryParameter
from msgspec import Struct

from gateway.administration.routes import get
from gateway.administration.sessions import Operator
from gateway.config import text_files
from gateway.config.text_files import NotTextError
from gateway.database.database import Database
from gateway.database.times import to_datetime
from gateway.features.site_content import operator_versions
from gateway.features.site_content.content_files import ContentError
from gateway.features.site_content.folder_files import EditError, digest
from gateway.features.site_content.operator_editor import (
    ContentEditor,
    FileEntry,
    Obstacle,
    is_text,
    schema_of,
)
from gateway.http.errors import NotFound, ValidationFailed


class ContentMistake(Struct, frozen=True, kw_only=True):
    """`path`: below the folder; empty: of the whole folder. `key`: path of a value in the file, as
    `.bosses[0].level`; empty: not known."""

    path: str
    line: int | None
    reason: str
    key: str


class ArticleHead(Struct, frozen=True):
    title: str
    day: date
    until: date | None


class ContentEntry(Struct, frozen=True, kw_only=True):
    """`article`: null for other files, and for an article that cannot be read."""

    path: str
    size: int
    hash: str
    changed_at: datetime
    article: ArticleHead | None


class RunningProcess(Struct, frozen=True):
    name: str
    is_current: bool
    reported_at: datetime


class ContentReport(Struct, frozen=True, kw_only=True):
    """`obstacle`: why nothing can be changed. `mistake`: why the folder as it is now is refused."""

    obstacle: Obstacle
    mistake: ContentMistake | None
    files: list[ContentEntry]
    downloads: list[str]
    processes: list[RunningProcess]


class FileVersion(Struct, frozen=True, kw_only=True):
    """`hash` empty: deleted. `operator` null: changed in the folder itself."""

    id: int
    hash: str
    size: int
    has_text: bool
    operator: str | None
    reason: str
    at: datetime


class ContentFileText(Struct, frozen=True, kw_only=True):
    """`text` null: there is no such file, or it is no UTF-8. `schema`: of a file with fields."""

    path: str
    hash: str
    text: str | None
    schema: dict[str, object] | None
    versions: list[FileVersion]


class FormerPicture(Struct, frozen=True, kw_only=True):
    """A picture that was replaced or deleted: a save brings it back by its hash. `operator` null: put by hand."""

    path: str
    hash: str
    size: int
    operator: str | None
    at: datetime


class FormerPictures(Struct, frozen=True):
    pictures: list[FormerPicture]


class VersionBody(Struct, frozen=True):
    text: str


def routes(editor: ContentEditor, site: Database) -> list[HTTPRouteHandler]:
    @get("/api/admin/content", permission="content.read")
    async def get_content(operator: Operator) -> ContentReport:
        """Files of the content folder, whether they can be changed, and which processes show them."""
        version, mistake = await asyncio.to_thread(_state, editor, operator.language)
        rows = await operator_versions.processes(site)
        return ContentReport(
            obstacle=editor.obstacle,
            mistake=mistake,
            files=[_entry(file) for file in await asyncio.to_thread(editor.files)],
            downloads=sorted(editor.store.current.files),
            processes=[
                RunningProcess(row.process, row.version == version, to_datetime(row.reported_at)) for row in rows
            ],
        )

    @get("/api/admin/content/file", ValidationFailed, permission="content.read")
    async def get_content_file(
        operator: Operator, path: Annotated[str, QueryParameter(max_length=120)]
    ) -> ContentFileText:
        """A file as it is now, and its versions."""
        try:
            data = await asyncio.to_thread(editor.read, path)
        except EditError as error:
            raise ValidationFailed(fields={"path": error.reason}) from None
        versions = await operator_versions.versions(site, path)
        return ContentFileText(
            path=path,
            hash=digest(data),
            text=_text(path, data),
            schema=schema_of(path),
            versions=[_version(version) for version in versions],
        )

    @get("/api/admin/content/versions/{version:int}", NotFound, permission="content.read")
    async def get_content_version(
        operator: Operator, version: Annotated[int, PathParameter(ge=1, le=2**63 - 1)]
    ) -> VersionBody:
        """The text of a version."""
        row = await site.one(operator_versions.TEXT, id=version)
        if row is None:
            raise NotFound
        return VersionBody(row.body)

    @get("/api/admin/content/pictures", permission="content.read")
    async def list_former_pictures(operator: Operator) -> FormerPictures:
        """Pictures that were replaced or deleted, newest first."""
        rows = await operator_versions.former_pictures(site, editor)
        return FormerPictures([_former(row) for row in rows])

    return [get_content, get_content_file, get_content_version, list_former_pictures]


def _state(editor: ContentEditor, language: str) -> tuple[str, ContentMistake | None]:
    """Returns the hash of the folder's present content, or its mistake."""
    try:
        return editor.store.read().version, None
    except ContentError as error:
        return "", mistake_of(editor, error, language)


def _entry(file: FileEntry) -> ContentEntry:
    head = file.head
    article = head and ArticleHead(head.title, head.day, head.until)
    return ContentEntry(
        path=file.path, size=file.size, hash=file.hash, changed_at=to_datetime(file.changed_at), article=article
    )


def _version(row: operator_versions.ContentVersion) -> FileVersion:
    return FileVersion(
        id=row.id,
        hash=row.hash,
        size=row.size,
        has_text=bool(row.has_text),
        operator=row.operator,
        reason=row.reason,
        at=to_datetime(row.at),
    )


def _former(row: operator_versions.PictureVersion) -> FormerPicture:
    return FormerPicture(path=row.path, hash=row.hash, size=row.size, operator=row.operator, at=to_datetime(row.at))


def _text(path: str, data: bytes | None) -> str | None:
    try:
        return text_files.decode(data) if data is not None and is_text(path) else None
    except NotTextError:
        return None


def mistake_of(editor: ContentEditor, error: ContentError, language: str) -> ContentMistake:
    path = relative_path(editor, error)
    return ContentMistake(path=path, line=error.line, reason=error.reason.read(language), key=error.key)


def relative_path(editor: ContentEditor, error: ContentError) -> str:
    """Returns the path of the file below the folder; empty for the folder."""
    folder = editor.store.folder
    is_inside = error.path != folder and error.path.is_relative_to(folder)
    return error.path.relative_to(folder).as_posix() if is_inside else ""
