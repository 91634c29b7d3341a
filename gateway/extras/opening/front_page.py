"""Puts the countdown page in place of Home while the game is closed, in this process and in the folder of the proxy."""

import asyncio
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec
import structlog
from litestar.handlers import HTTPRouteHandler
from msgspec import Struct

from gateway.concurrency.background_tasks import poll
from gateway.database.database import DatabaseError
from gateway.extras.opening.day import POLL_SECONDS, OpeningDay
from gateway.extras.opening.page import CountdownPages
from gateway.extras.opening.page_folder import ANSWER, PageFolder, file_name
from gateway.extras.opening.repository import Phase
from gateway.features.site_content.content_store import ContentStore
from gateway.http.response_cache import public
from gateway.http.responses import PreparedResponse
from gateway.http.routes import get
from gateway.http.static_files import StaticFiles
from gateway.observability.logging import RateLimitedLogger

_STALE_SECONDS: Final = 60

log = RateLimitedLogger(structlog.stdlib.get_logger("gateway.opening"))


class OpeningAnswer(Struct, frozen=True):
    """In the phase "expected" the hour is over, and the game has not answered; "none" is without an announced day.

    `version`: of the countdown page, which loads again for another one.
    """

    phase: Phase
    opens_at: datetime | None
    version: str


class FrontPage:
    """`files` returns the pages of the process. `folder` None: no proxy serves the page."""

    def __init__(
        self,
        day: OpeningDay,
        pages: Callable[[], CountdownPages],
        files: Callable[[], StaticFiles],
        content: ContentStore,
    ) -> None:
        self._day, self._content = day, content
        self._pages, self._files = pages, files
        self._folder: PageFolder | None = None
        self._written: tuple[str, str] | None = None
        self._bodies: Mapping[str, bytes] = {}

    def use_folder(self, folder: Path) -> None:
        self._folder = PageFolder(folder)

    async def run(self) -> None:
        """Never returns."""
        await poll("opening", POLL_SECONDS, self.refresh, DatabaseError)

    async def refresh(self) -> None:
        """Raises DatabaseError: the page stays as it is."""
        await self._day.refresh()
        opening = self._day.current if self._day.is_closed else None
        key = (self._day.version, self._content.current.version) if opening else None
        if key != self._written:
            self._bodies = {}
            if opening:
                pages = self._pages()
                content = self._content.current
                self._bodies = await asyncio.to_thread(pages.write, opening, self._day.version, content)
                self._files().replaced_pages = {
                    address: PreparedResponse(pages.headers(body), body) for address, body in self._bodies.items()
                }
            else:
                self._files().replaced_pages = {}
            self._written = key
        if self._folder:
            await asyncio.to_thread(self._update_folder, self._folder)

    def _update_folder(self, folder: PageFolder) -> None:
        try:
            if self._bodies:
                # The page knows by its clock when the hour is over: the file stays the same until the game answers.
                answer = msgspec.json.encode(self.answer("waiting"))
                folder.put({file_name(address): body for address, body in self._bodies.items()} | {ANSWER: answer})
            else:
                folder.clear()
        except OSError as error:
            log.warning("opening_folder_failed", reason=str(error))

    def answer(self, phase: Phase) -> OpeningAnswer:
        opening = self._day.current
        opens_at = datetime.fromtimestamp(opening.opens_at, UTC) if opening else None
        return OpeningAnswer(phase, opens_at, self._day.version)

    async def close(self) -> None:
        """Removes the page from the folder: another process of this machine writes it again within a second.

        A page that outlives the service would hide the site.
        """
        if self._folder:
            self._bodies = {}
            await asyncio.to_thread(self._update_folder, self._folder)

    def routes(self) -> list[HTTPRouteHandler]:
        @get("/api/opening", opt=public(max_age=1, stale=_STALE_SECONDS, version="opening", browser_age=0))
        async def get_opening() -> OpeningAnswer:
            """Whether the site waits for its opening day, and from when on the game is expected."""
            return self.answer(self._day.phase)

        return [get_opening]
