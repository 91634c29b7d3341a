"""Stored versions of content files, and the content that each running process shows."""

import asyncio
import os
import socket
import time
from typing import Final

import structlog
from msgspec import Struct

from gateway.concurrency.background_tasks import poll
from gateway.config import text_files
from gateway.config.text_files import NotTextError
from gateway.database.database import Database, DatabaseError, Session
from gateway.database.queries import query
from gateway.features.operators import operator_log
from gateway.features.site_content.content_store import POLL_SECONDS, ContentStore
from gateway.features.site_content.folder_files import digest
from gateway.features.site_content.operator_editor import ContentEditor, is_text
from gateway.observability.logging import RateLimitedLogger

MAX_VERSIONS: Final = 50
MAX_PICTURE_VERSIONS: Final = 500
REPORT_SECONDS: Final = 20
SILENT_SECONDS: Final = 60
"""A process without a report in this time counts as ended."""

log = RateLimitedLogger(structlog.stdlib.get_logger("gateway.content"))


class ContentVersion(Struct, frozen=True):
    """`hash` empty: the file was deleted. `operator` None: changed in the folder itself."""

    id: int
    hash: str
    size: int
    has_text: bool
    operator: str | None
    reason: str
    at: int


class VersionText(Struct, frozen=True):
    path: str
    body: str


class PictureVersion(Struct, frozen=True):
    path: str
    hash: str
    size: int
    operator: str | None
    at: int


class ContentProcess(Struct, frozen=True):
    """`version`: hash of the content that the process shows."""

    process: str
    version: str
    reported_at: int


ADD = query("content.add_version", None)
LIST = query("content.versions", ContentVersion)
PICTURES = query("content.picture_versions", PictureVersion)
TEXT = query("content.version", VersionText)
REPORT = query("content.report_process", None)
PRUNE = query("content.prune_processes", None)
PROCESSES = query("content.processes", ContentProcess)


async def versions(site: Database, path: str) -> list[ContentVersion]:
    """Returns the newest versions first."""
    return await site.read(LIST, path=path, limit=MAX_VERSIONS)


async def former_pictures(site: Database, editor: ContentEditor) -> list[PictureVersion]:
    """Returns the pictures that a save can bring back, newest first; each file once."""
    rows = await site.read(PICTURES, limit=MAX_PICTURE_VERSIONS)
    stored_hashes = await asyncio.to_thread(editor.uploads.versions)
    files = await asyncio.to_thread(editor.files)
    current_files = {(file.path, file.hash) for file in files}
    former_rows = [row for row in rows if row.hash in stored_hashes and (row.path, row.hash) not in current_files]
    pictures: dict[tuple[str, str], PictureVersion] = {}
    for row in former_rows:
        pictures.setdefault((row.path, row.hash), row)
    return list(pictures.values())


async def record(
    session: Session, path: str, previous_data: bytes | None, saved_data: bytes | None, *, operator: str, reason: str
) -> None:
    """Stores the state after a save, and the state before unless it is the newest version already."""
    latest = await session.one(LIST, path=path, limit=1)
    if previous_data is not None and (latest is None or latest.hash != digest(previous_data)):
        await _add(session, path, previous_data, None, "")
    await _add(session, path, saved_data, operator, reason)
    await operator_log.record(session, f"content:{path}", before=_values(previous_data), after=_values(saved_data))


async def _add(session: Session, path: str, data: bytes | None, operator: str | None, reason: str) -> None:
    await session.write(
        ADD,
        path=path,
        hash=digest(data),
        size=len(data or b""),
        body=_text(data) if data is not None and is_text(path) else None,
        operator=operator,
        reason=reason,
        at=int(time.time()),
    )


def _text(data: bytes) -> str:
    try:
        return text_files.decode(data)
    except NotTextError:
        return data.decode(errors="replace")


def _values(data: bytes | None) -> dict[str, object] | None:
    return None if data is None else {"sha256": digest(data)[:16], "bytes": len(data)}


async def processes(site: Database) -> list[ContentProcess]:
    """Returns the running ones."""
    return await site.read(PROCESSES, since=int(time.time()) - SILENT_SECONDS)


async def report(site: Database, content: ContentStore) -> None:
    """Reports the content of this process when it changes, and regularly. Never returns."""
    process = f"{socket.gethostname()[:60]}:{os.getpid()}"
    reported_version = ""
    due_at = 0.0

    async def refresh() -> None:
        nonlocal reported_version, due_at
        version, now = content.current.version, time.time()
        if version != reported_version or now >= due_at:
            await site.write(REPORT, process=process, version=version, now=int(now))
            await site.prune(PRUNE, before=int(now) - SILENT_SECONDS)
            reported_version, due_at = version, now + REPORT_SECONDS

    await poll("content_report", POLL_SECONDS, refresh, DatabaseError)
