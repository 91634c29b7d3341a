"""The application of a process: the framework, its middleware, its pages, and the background tasks behind them."""

from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import cached_property

from litestar import Litestar
from litestar.di import Provide
from litestar.handlers import HTTPRouteHandler
from msgspec.structs import replace

from gateway.app import platform_signals
from gateway.app.background import close_later, start_tasks
from gateway.app.core_parts import open_parts
from gateway.app.features import core_features
from gateway.app.samples import process_values
from gateway.concurrency.background_tasks import TaskSupervisor
from gateway.config.sections import ContentSettings
from gateway.config.settings import Settings
from gateway.database.errors import DatabaseError
from gateway.database.replica import ReplicaMonitor
from gateway.features.accounts import AccountRepository, Sessions
from gateway.features.accounts.tokens import MIN_SECRET_LENGTH
from gateway.features.operators.site_controls import SiteControls
from gateway.features.privacy.repository import PrivacyStore
from gateway.features.site_content.pages import SitePages
from gateway.http import errors, health, openapi
from gateway.http.anonymous_call import App
from gateway.http.frontend import Frontend
from gateway.http.health import HealthCheck
from gateway.http.named_pages import NamedPages
from gateway.http.on_demand import OnDemandPages
from gateway.http.query_pages import QueryPages
from gateway.http.rate_limit import Clients
from gateway.http.rendering.renderer_process import RenderError
from gateway.http.request_validation import validator
from gateway.observability.metrics import MetricsRegistry
from gateway.observability.signals import Signal
from gateway.redis.lease import Lease
from gateway.registration.account_news import AccountNews
from gateway.registration.announcements import Announcements
from gateway.registration.extra import Administration, enabled_extras, open_administration
from gateway.registration.feature import RegisteredSignals, SignalReader
from gateway.registration.search import SearchSources

BODY_LIMIT = 64 * 1024  # bytes; no request uploads a file


def documented_application(settings: Settings) -> "Application":
    """Returns a service without configuration, to describe its routes; they connect to nothing."""
    no_database = "mysql://none@localhost/none"
    database = replace(settings.database, game_dsn=no_database, auth_dsn=no_database, site_dsn=no_database)
    accounts = replace(settings.accounts, token_secret="x" * MIN_SECRET_LENGTH)
    documented_settings = replace(settings, database=database, accounts=accounts, content=ContentSettings())
    return Application(documented_settings)


def documented_routes(settings: Settings, *, admin: bool = False) -> list[HTTPRouteHandler]:
    """`admin`: those of the administration instead of the public ones."""
    application = documented_application(settings)
    return application.administration.routes if admin else application.routes()


class Application:
    is_preview = False

    def __init__(self, settings: Settings) -> None:
        """Connects to nothing. Raises SettingsError, DsnError or ContentError."""
        self._extras = extras = enabled_extras(settings)
        self.settings = settings
        self.parts = open_parts(settings, extras=[extra.name for extra in extras], is_preview=self.is_preview)
        self.parts.add(RegisteredSignals(self._signals))
        self.parts.add(SearchSources(lambda: [source for feature in self.features for source in feature.search]))
        self.parts.add(Announcements(lambda: [row for feature in self.features for row in feature.announcements()]))
        self.parts.add(AccountNews(lambda: [read for feature in self.features for read in feature.account_news]))
        self.features = [platform_signals.feature(self.parts)]
        self.features += core_features(self.parts, extras, self._page_parts)
        self.features += [extra.open(self.parts) for extra in extras]

    @cached_property
    def administration(self) -> Administration:
        """Loaded when it is first used. Raises SettingsError where its folder is absent."""
        return open_administration(self.parts, self._extras)

    def _signals(self) -> dict[Signal, SignalReader]:
        return {signal: read for feature in self.features for signal, read in feature.signals.items()}

    def _page_parts(self) -> set[str]:
        return {name for feature in self.features for name in feature.page_parts}

    @property
    def health(self) -> HealthCheck:
        return self.parts.get(HealthCheck)

    def routes(self) -> list[HTTPRouteHandler]:
        """Returns the routes of visitors and players, which the framework answers."""
        routes = [route for feature in self.features for route in feature.routes]
        routes += health.routes(self.health)
        return [*routes, *openapi.routes(routes)]

    @cached_property
    def asgi(self) -> App:
        """The ASGI application: response cache and router in front of the framework, and the pages."""
        settings, parts = self.settings, self.parts
        routes = self.routes()
        pages, clients = parts.get(SitePages), parts.get(Clients)
        sessions = parts.get(Sessions)
        admin = self.administration if settings.admin.enabled else None
        framework = Litestar(
            [*routes, *admin.routes] if admin else routes,
            dependencies={
                "caller": Provide(sessions.caller),
                **(admin.dependencies if admin else {}),
            },
            guards=[admin.authorize] if admin else [],
            lifespan=[lambda _app: self._run()],
            exception_handlers={Exception: errors.handle_exception},
            before_request=validator(settings.server.body_timeout_seconds),
            request_max_body_size=BODY_LIMIT,
            openapi_config=None,
            logging_config=None,
        )
        files = pages.files
        versions = {name: read for feature in self.features for name, read in feature.versions.items()}

        def version(name: str) -> str:
            """Returns the version of the data that routes and pages name."""
            return versions[name]() if name in versions else ""

        frontend = Frontend(framework, routes, files, clients, settings, version, sessions.authenticate)
        if admin:
            frontend.router.admin = admin.area
        if settings.render.enabled:
            pages.open(frontend.cache.read_address)
        render = pages.store.render_named if pages.store else None
        on_demand = OnDemandPages((RenderError,), clients)
        frontend.router.named_pages = NamedPages(files, frontend.cache.read, version, render, on_demand)
        if pages.store:
            frontend.router.query_pages = QueryPages(files, version, pages.store.render_view, on_demand)
        parts.get(MetricsRegistry).sources += [frontend.samples, lambda: process_values(parts, self.features)]
        return frontend.cache

    @asynccontextmanager
    async def _run(self) -> AsyncGenerator[None]:
        """Starts the background tasks; ends them, and then the clients that they use, in reverse order."""
        parts = self.parts
        async with AsyncExitStack() as stack:
            close_later(parts, self.features, stack)
            if replica := parts.find(ReplicaMonitor):
                await replica.check()
            await parts.get(AccountRepository).prepare()
            with suppress(DatabaseError):
                await parts.get(SiteControls).refresh()
                # The snapshot of before a restart is served at once, and has none of the changes since.
                await parts.get(PrivacyStore).refresh()
            stack.push_async_callback(parts.get(TaskSupervisor).stop)
            admin = self.administration if self.settings.admin.enabled else None
            if admin:
                stack.callback(admin.close)
            await parts.get(Lease).renew()
            start_tasks(parts, self.features, admin.tasks if admin else {})
            yield
            self.health.is_stopping = True

    async def release_leadership(self) -> None:
        """Stops the work of the leader, so that another process takes over at once."""
        tasks = self.parts.get(TaskSupervisor)
        await tasks.end("jobs")
        await tasks.end("leader")
        await self.parts.get(Lease).release()
