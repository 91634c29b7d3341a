"""Rendered pages of this process: the leader of the snapshot renders them, Redis shares them, the others load them.

A published page belongs to one build, content and default language of the page: a process takes over only its own. A
page that cannot be rendered is served as the built, empty shell.
"""

import asyncio
import re
import time
import zlib
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Final
from zoneinfo import ZoneInfo

import msgspec
import structlog

from gateway.concurrency.background_tasks import poll
from gateway.config.zones import zone_offsets
from gateway.http import inline_json
from gateway.http.rendering.protocol import RenderRequest
from gateway.http.rendering.renderer_process import RenderedPage, RendererLostError, RendererProcess, RenderError
from gateway.http.rendering.structured_data import STATUS, server_data, video_data
from gateway.observability.logging import RateLimitedLogger
from gateway.observability.metrics import Samples, series
from gateway.redis.client import RedisClient
from gateway.redis.lease import Leadership

VIDEOS: Final = re.compile(r"(/[a-z]+)?/media(\?tab=videos)?")
"""Views that show the videos."""
_POLL_SECONDS: Final = 1.0
_FIRST_POLL_SECONDS: Final = 0.1
"""Interval while there is no snapshot."""
_IDLE_SECONDS: Final = 300.0
"""Time without a page after which a process that does not lead ends its renderer."""
_MAX_PASSES: Final = 4
"""Renderings of one view: each may read what the answers before have led to."""
_TTL_SECONDS: Final = 7200.0
"""Longer than the longest time between two snapshots."""

log = structlog.stdlib.get_logger("gateway.http")
rate_limited_log = RateLimitedLogger(log)

PageContent = tuple[str, Callable[[str], str]]
"""Version of the operator's content, and a function that returns its JSON text in a language."""

Read = Callable[[str], Awaitable[bytes | None]]
"""Returns the body of a public read by its address; None if it has no answer."""


Answers = dict[str, bytes | None]
"""By address; None: no answer."""


class PublishedPages(msgspec.Struct, frozen=True):
    version: str
    """Version of the snapshot that the pages show."""
    content: str
    """Version of the content that they show."""
    markup: dict[str, bytes]
    """The body's HTML by view: a path, or a path with `?tab=`."""


class PageStore:
    def __init__(
        self,
        renderer: RendererProcess,
        views: Callable[[], Mapping[str, str]],
        *,
        read: Read,
        publish: Callable[[Mapping[str, bytes], str], None],
        version: Callable[[], str],
        redis: RedisClient | None,
        leader: Leadership,
        zone: ZoneInfo,
        build: str,
        content: Callable[[], PageContent],
        language: str = "en",
        needs_answers: bool = True,
    ) -> None:
        """`views` returns the language of each address; `language` is the one of addresses without a prefix.

        `publish` takes the markup of all views and the version of its content; `version` returns that of the snapshot,
        empty without one. Without `needs_answers` a page is rendered also while a read has no answer.
        """
        self._renderer = renderer
        self._views = views
        self._needs_answers = needs_answers
        self._read = read
        self._publish = publish
        self._snapshot_version = version
        self._redis, self._leader = redis, leader
        self._zone, self._language = zone, language
        self._build, self._content = build, content
        self._reads: dict[str, list[str]] = {}
        self._common_reads: dict[str, set[str]] = {}
        """Reads without a name, by kind of the page with a name."""
        self._lock = asyncio.Lock()
        self._used_at = 0.0
        self._outcomes = {"done": 0, "failed": 0}
        self.current = PublishedPages("", "", {})

    async def run(self) -> None:
        """Never returns."""
        try:
            await poll("pages", lambda: _POLL_SECONDS if self._snapshot_version() else _FIRST_POLL_SECONDS, self.tick)
        finally:
            await self._renderer.close()

    async def tick(self) -> None:
        """As leader, renders the pages of a new snapshot; else loads those that the leader published.

        A leader that has no pages yet loads those of its snapshot: after a restart both may be in Redis.
        """
        if self._leader.is_leader:
            version, (content, texts) = self._snapshot_version(), self._content()
            if version and not self.current.version:
                await self._load(version)
            if version and (version, content) != (self.current.version, self.current.content):
                self._use(PublishedPages(version, content, await self.render_all(texts)))
                await self._share()
        else:
            if time.monotonic() - self._used_at > _IDLE_SECONDS:
                await self._renderer.close()
            await self._load()

    async def render_all(self, content: Callable[[str], str]) -> dict[str, bytes]:
        """Returns the markup of the views that could be rendered from the JSON text of the content."""
        answers: Answers = {}
        markup: dict[str, bytes] = {}
        for view, language in self._views().items():
            try:
                markup[view] = await self._render(view, language, content(language), answers)
                self._outcomes["done"] += 1
            except RenderError as error:
                self._outcomes["failed"] += 1
                rate_limited_log.warning("page_not_rendered", page=view, reason=str(error))
                if isinstance(error, RendererLostError):
                    break
        return markup

    async def render_named(self, view: str, language: str, answers: Mapping[str, bytes], content: str) -> bytes:
        """Returns the markup of a page with a name in its address; `answers`: what it reads of that name.

        `content`: JSON text of the parts that the page has. Further reads of that name are left to the browser. Raises
        RenderError.
        """
        common_reads = self._common_reads.setdefault(_kind_of(answers), set())
        for _ in range(2):
            common = {address: await self._read(address) or b"null" for address in sorted(common_reads)}
            all_answers: dict[str, bytes | None] = {**common, **answers}
            frame = self._frame(list(all_answers), all_answers)
            page = await self._ask(RenderRequest(path=view, language=language, frame=frame, content=content))
            further_reads = [
                address for address in set(page.reads) - all_answers.keys() if await self._read(address) is not None
            ]
            if not further_reads:
                self._outcomes["done"] += 1
                return markup_of(page.html, frame)
            common_reads.update(further_reads)
        raise RenderError("the page reads further addresses")

    async def render_view(self, view: str, language: str, content: str) -> bytes:
        """Returns the markup of a view with a query, with all that it reads. Raises RenderError."""
        answers: Answers = {}
        for _ in range(_MAX_PASSES):
            frame = self._frame(list(answers), answers)
            page = await self._ask(RenderRequest(path=view, language=language, frame=frame, content=content))
            further_reads = set(page.reads) - answers.keys()
            if not further_reads:
                self._outcomes["done"] += 1
                return markup_of(page.html, frame)
            for address in sorted(further_reads):
                answers[address] = await self._read(address)
                if answers[address] is None:
                    raise RenderError(f"{address} has no answer")
        raise RenderError("the page reads further addresses")

    async def _ask(self, request: RenderRequest) -> RenderedPage:
        """Renders one page at a time."""
        async with self._lock:
            self._used_at = time.monotonic()
            return await self._renderer.render(request)

    @property
    def missing_views(self) -> int | None:
        """Number of views that are served as empty shells; None before the first pages."""
        return len(self._views().keys() - self.current.markup.keys()) if self.current.version else None

    def samples(self) -> Samples:
        for outcome, count in self._outcomes.items():
            yield series("fishi_page_renders_total", outcome=outcome), count
        yield series("fishi_rendered_pages"), len(self.current.markup)
        yield series("fishi_renderer_memory_bytes"), self._renderer.memory_bytes

    async def _render(self, view: str, language: str, content: str, answers: Answers) -> bytes:
        """Returns the markup of a view. A first rendering, without data, lists the addresses that the view reads."""
        if view not in self._reads:
            request = RenderRequest(path=view, language=language, frame=self._frame([], answers), content=content)
            self._reads[view] = (await self._ask(request)).reads
        addresses = self._reads[view]
        for address in addresses:
            if address not in answers:
                answers[address] = await self._read(address)
            if answers[address] is None and self._needs_answers:
                raise RenderError(f"{address} has no answer")
        frame = self._frame(addresses, answers)
        page = await self._ask(RenderRequest(path=view, language=language, frame=frame, content=content))
        if not set(page.reads) <= set(addresses):
            self._reads[view] = sorted({*addresses, *page.reads})
            raise RenderError("the page reads further addresses")
        data = video_data(content) if VIDEOS.fullmatch(view) else b""
        return markup_of(page.html, frame) + data + server_data(answers.get(STATUS) if STATUS in addresses else None)

    def _frame(self, addresses: Sequence[str], answers: Answers) -> str:
        data: dict[str, Any] = {
            "day": datetime.now(self._zone).date().isoformat(),
            "offsets": zone_offsets(self._zone, time.time()),
            "answers": {address: msgspec.Raw(body) for address in addresses if (body := answers[address])},
        }
        return msgspec.json.encode(data).decode()

    def _use(self, pages: PublishedPages) -> None:
        self.current = pages
        self._publish(pages.markup, pages.content)

    def _key(self, content: str) -> str:
        return f"pages:{self._build}:{content}:{self._language}"

    async def _share(self) -> None:
        if self._redis is not None:
            compressed_pages = await asyncio.to_thread(lambda: zlib.compress(msgspec.msgpack.encode(self.current), 1))
            key = self._key(self.current.content)
            if await self._redis.set(f"{key}:{self.current.version}", compressed_pages, _TTL_SECONDS):
                await self._redis.set(key, self.current.version.encode(), _TTL_SECONDS)

    async def _load(self, snapshot_version: str = "") -> None:
        """`snapshot_version`: pages of another snapshot are left; those of the same one count while no character is
        known to be online (`-offline`). Empty: pages of any snapshot are loaded."""
        content = self._content()[0]
        key = self._key(content)
        version = await self._redis.get(key) if self._redis else None
        if not self._redis or not version:
            return
        if snapshot_version and not snapshot_version.startswith(version.decode()):
            return
        if (version.decode(), content) == (self.current.version, self.current.content):
            return
        if compressed_pages := await self._redis.get(f"{key}:{version.decode()}"):
            self._use(await asyncio.to_thread(_unpack, compressed_pages))


def _kind_of(answers: Mapping[str, bytes]) -> str:
    """Returns the kind of a page: `characters`, or `characters null` without a character of that name."""
    address, body = next(iter(answers.items()))
    return f"{address.split('/')[2]}{' null' if body == b'null' else ''}"


def _unpack(compressed_pages: bytes) -> PublishedPages:
    return msgspec.msgpack.decode(zlib.decompress(compressed_pages), type=PublishedPages)


def markup_of(html: str, frame: str) -> bytes:
    """Returns the root element and the data that it was rendered from, which no text can end early."""
    root = f'<div id="root">{html}</div>'
    return f'{root}\n<script type="application/json" id="first-frame">{inline_json.escape(frame)}</script>\n'.encode()


def read_build(build_folder: Path) -> tuple[str, list[str]]:
    """Returns the renderer's script and the views of a build; both empty without one."""
    folder = build_folder / "render"
    if not folder.is_dir():
        return "", []
    views = msgspec.json.decode((folder / "views.json").read_bytes(), type=list[str])
    return (folder / "render.js").read_text(encoding="utf-8"), views
