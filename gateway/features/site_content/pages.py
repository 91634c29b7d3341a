"""The pages of a process: built files with the operator's content, rendered markup, and link previews."""

from collections.abc import Callable, Collection
from functools import cached_property

from gateway import package_data
from gateway.concurrency.background_tasks import TaskSupervisor
from gateway.config.settings import Settings
from gateway.features.site_content import content_store, page_files
from gateway.features.site_content.content_store import ContentStore, SiteContent
from gateway.features.site_content.page_files import PageExtras
from gateway.http.rendering.helper_process import NICENESS
from gateway.http.rendering.page_store import PageContent, PageStore, Read, read_build
from gateway.http.rendering.renderer_process import RendererProcess
from gateway.http.security_headers import content_headers, page_headers
from gateway.http.static_files import StaticFiles
from gateway.observability.metrics import Samples
from gateway.pictures.card_process import CardProcess
from gateway.pictures.share_picture import BUILT_BRAND, Brand, PodiumDrawing
from gateway.pictures.share_picture_store import POLL_SECONDS, SharePictureStore
from gateway.pictures.share_pictures import SharePictures
from gateway.redis.client import RedisClient
from gateway.redis.lease import Leadership


class SitePages:
    def __init__(
        self,
        settings: Settings,
        content: ContentStore,
        *,
        extras: Collection[str],
        version: Callable[[], str],
        redis: RedisClient | None,
        leader: Leadership,
        is_preview: bool,
    ) -> None:
        """`extras`: names of those that are on. `version` returns that of the snapshot, empty without one.

        A preview renders at once, also pages whose data have no answer.
        """
        self._settings, self._content = settings, content
        self._extras = sorted(extras)
        self._version: Callable[[], str] = (lambda: "preview") if is_preview else version
        self._redis = redis
        self._leader = leader
        self._is_preview = is_preview
        self._page_folder = package_data.ui()
        self._cards = CardProcess.open(self._page_folder / "render")
        self.share_pictures = SharePictures(self._cards, lambda: self._brand() or BUILT_BRAND, settings.server.language)
        self.store: PageStore | None = None
        self._podium: SharePictureStore | None = None

    @cached_property
    def files(self) -> StaticFiles:
        """Raises SettingsError if the page was not built in the site's language."""
        server = self._settings.server
        files = StaticFiles(
            self._page_folder,
            server.public_url,
            page_headers(server.transport_security),
            server.language,
            extras=self._extras,
        )
        self._prepare(self._content.current, files)()
        return files

    def open(self, read: Read) -> None:
        """Renders pages and link previews from these public reads, once `start` is called."""
        build = package_data.built_page_version(self._page_folder)
        script, paths = read_build(self._page_folder)
        files = self.files
        views = files.languages.views(path for path in paths if path not in files.absent_addresses)
        files.add_views(views)
        self.store = PageStore(
            RendererProcess(script, 0 if self._is_preview else NICENESS),
            lambda: {**views, **files.article_views},
            read=read,
            publish=files.fill,
            version=self._version,
            redis=self._redis,
            leader=self._leader,
            zone=self._settings.server.zone,
            build=build,
            language=files.languages.default,
            content=self._page_content,
            needs_answers=not self._is_preview,
        )
        drawing = PodiumDrawing.open(self._page_folder / "render")
        self._podium = drawing and SharePictureStore(
            drawing,
            read=read,
            publish=files.use_share_picture,
            publish_covers=files.use_share_covers,
            brand=self._brand,
            version=self._version,
            redis=self._redis,
            leader=self._leader,
            build=build,
        )

    def start(self, tasks: TaskSupervisor) -> None:
        tasks.poll("content", content_store.POLL_SECONDS, self._refresh_content)
        if self.store:
            tasks.start("pages", self.store.run)
        if self._podium:
            tasks.poll("share_picture", POLL_SECONDS, self._podium.refresh)
        if self._cards:
            tasks.start("share_cards", self._cards.run)

    @property
    def missing(self) -> int | None:
        """Views without finished HTML; None where pages are not rendered or before the first ones."""
        return self.store.missing_views if self.store else None

    def samples(self) -> Samples:
        if self.store:
            yield from self.store.samples()

    async def _refresh_content(self) -> None:
        await self._content.refresh(lambda content: self._prepare(content, self.files))

    def _prepare(self, content: SiteContent, files: StaticFiles) -> Callable[[], None]:
        headers = content_headers(self._settings.server.transport_security)
        return files.prepare(page_files.site_files(content, self._page_extras(files)), headers)

    def _page_content(self) -> PageContent:
        content, extras = self._content.current, self._page_extras(self.files)

        def texts(language: str) -> str:
            return page_files.content_json(content.in_language(language), extras).decode()

        return page_files.version_of(content, extras), texts

    def _page_extras(self, files: StaticFiles) -> PageExtras:
        return PageExtras(self._extras, sorted(files.absent_sections))

    def _brand(self) -> Brand | None:
        return page_files.share_brand(self._content.current)
