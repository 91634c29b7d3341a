"""Serves the site of one content folder on the loopback address, without databases and without Redis.

The API answers as the service does while they are away.
"""

import asyncio
import signal
import sys
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, Final

from granian.constants import HTTPModes, Interfaces
from granian.server.embed import Server
from msgspec.structs import replace

from gateway.app import Application
from gateway.app.background import close_later
from gateway.concurrency.background_tasks import TaskSupervisor
from gateway.config import settings as configuration
from gateway.config.sections import ContentSettings, LogSettings
from gateway.config.settings import Settings
from gateway.features.accounts.tokens import MIN_SECRET_LENGTH
from gateway.features.site_content.content_store import content_folder
from gateway.features.site_content.pages import SitePages
from gateway.observability.logging import configure
from gateway.process.serve import available_port

HOST: Final = "127.0.0.1"
_NO_DATABASE: Final = "mysql://none@127.0.0.1:1/none"
"""No server listens on port 1, so each connect is refused at once."""


class PreviewApplication(Application):
    """The service without its background tasks, except those that take up changed content and render the pages."""

    is_preview = True

    @asynccontextmanager
    async def _run(self) -> AsyncGenerator[None]:
        async with AsyncExitStack() as stack:
            tasks = self.parts.get(TaskSupervisor)
            close_later(self.parts, self.features, stack)
            stack.push_async_callback(tasks.stop)
            self.parts.get(SitePages).start(tasks)
            yield


def run(folder: Path | None, port: int) -> int:
    """Serves until SIGINT or SIGTERM; port 0 takes a free one. Raises SettingsError; OSError for a taken port."""
    settings = configuration.from_environment()
    folder = folder or content_folder(settings)
    application = PreviewApplication(preview_settings(settings, folder))
    port = available_port(HOST, port)
    configure(LogSettings(level="error"))
    sys.stdout.write(f"{folder} at http://{HOST}:{port}; Ctrl-C ends the preview\n")
    sys.stdout.flush()
    asyncio.run(_serve(application, port))
    return 0


def preview_settings(settings: Settings, folder: Path) -> Settings:
    """Returns the defaults with the folder, the language and the time zone; nothing that names another server."""
    defaults = Settings()
    return replace(
        defaults,
        server=replace(defaults.server, language=settings.server.language, time_zone=settings.server.time_zone),
        database=replace(defaults.database, game_dsn=_NO_DATABASE, auth_dsn=_NO_DATABASE, site_dsn=_NO_DATABASE),
        accounts=replace(defaults.accounts, token_secret="-" * MIN_SECRET_LENGTH),
        content=ContentSettings(folder=str(folder)),
    )


async def _serve(application: Application, port: int) -> None:
    server: Any = Server(
        application.asgi,
        address=HOST,
        port=port,
        interface=Interfaces.ASGI,
        http=HTTPModes.http1,
        websockets=False,
        log_enabled=False,
    )
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, server.stop)
    await server.serve()
