"""The application of a process: the framework, its middleware, its pages, and the background tasks behind them."""

from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import cached_property

from litestar import Litestar
from litestar.di import Provide
from litestar.handlers import HTTPRouteHandler
from msgspec.structs import replace

from gateway import package_data
from gateway.app.administration import Administration
from gateway.app.background import close_later, start_tasks
from gateway.app.routes import public_routes
from gateway.app.samples import process_values
from gateway.app.services import Services
from gateway.config.sections import ContentSettings
from gateway.config.settings import Settings
from gateway.database.errors import DatabaseError
from gateway.features.accounts.tokens import MIN_SECRET_LENGTH
from gateway.features.admin.files import AdminArea
from gateway.http import errors
from gateway.http.frontend import Frontend
from gateway.http.named_pages import NamedPages
from gateway.http.rendering.renderer_process import RenderError
from gateway.http.request_validation import validator
from gateway.http.response_cache import App

BODY_LIMIT = 64 * 1024  # bytes; no request uploads a file


def documented_routes(settings: Settings, *, admin: bool = False) -> list[HTTPRouteHandler]:
    """Returns the routes of a service without configuration, to describe them; they connect to nothing.

    `admin`: those of the administration instead of the public ones.
    """
    no_database = "mysql://none@localhost/none"
    database = replace(settings.database, game_dsn=no_database, auth_dsn=no_database, site_dsn=no_database)
    accounts = replace(settings.accounts, token_secret="x" * MIN_SECRET_LENGTH)
    documented_settings = replace(settings, database=database, accounts=accounts, content=ContentSettings())
    application = Application(documented_settings)
    return application.administration.feature.routes() if admin else public_routes(application.services)


class Application:
    is_preview = False

    def __init__(self, settings: Settings) -> None:
        """Connects to nothing. Raises DsnError or ContentError."""
        self.services = Services(settings, is_preview=self.is_preview)
        self.administration = Administration(self.services)

    @cached_property
    def asgi(self) -> App:
        """The ASGI application: response cache and router in front of the framework, and the pages."""
        services = self.services
        settings, routes = services.settings, public_routes(services)
        admin = self.administration.feature if settings.admin.enabled else None
        framework = Litestar(
            [*routes, *admin.routes()] if admin else routes,
            dependencies={
                "caller": Provide(services.accounts.sessions.caller),
                **(admin.dependencies if admin else {}),
            },
            guards=[admin.sessions.authorize] if admin else [],
            lifespan=[lambda _app: self._run()],
            exception_handlers={Exception: errors.handle_exception},
            before_request=validator(settings.server.body_timeout_seconds),
            request_max_body_size=BODY_LIMIT,
            openapi_config=None,
            logging_config=None,
        )
        files = services.pages.files
        files.absent_views = services.world.absent_tabs
        frontend = Frontend(framework, routes, files, services.clients, settings, self._version)
        if admin:
            networks, hsts = settings.admin.networks, settings.server.transport_security
            frontend.router.admin = AdminArea(package_data.ui(), services.clients, networks, hsts)
        if settings.render.enabled:
            services.pages.open(frontend.cache.read_address)
        render = services.pages.store.render_named if services.pages.store else None
        frontend.router.named_pages = NamedPages(
            files, frontend.cache.read, self._version, render, (RenderError,), services.clients
        )
        services.metrics.sources += [frontend.samples, lambda: process_values(services)]
        return frontend.cache

    def _version(self, name: str) -> str:
        """Returns the version of the data that routes and pages name."""
        services = self.services
        match name:
            case "rankings":
                return services.snapshots.version
            case "world":
                return services.world.version
            case "characters":
                return services.public_snapshots.version
            case "content":
                return services.content.current.version
            case "game":
                return str(services.status.online_from)
            case _:
                return ""

    @asynccontextmanager
    async def _run(self) -> AsyncGenerator[None]:
        """Starts the background tasks; ends them, and then the clients that they use, in reverse order."""
        services = self.services
        async with AsyncExitStack() as stack:
            close_later(services, stack)
            if services.replica:
                await services.replica.check()
            await services.accounts.repository.prepare()
            with suppress(DatabaseError):
                await services.controls.refresh()
            stack.push_async_callback(services.tasks.stop)
            if services.settings.admin.enabled:
                stack.callback(self.administration.feature.close)
            await services.lease.renew()
            start_tasks(services, self.administration)
            yield
            services.health.is_stopping = True

    async def release_leadership(self) -> None:
        """Stops the work of the leader, so that another process takes over at once."""
        services = self.services
        await services.tasks.end("jobs")
        await services.tasks.end("leader")
        await services.lease.release()
