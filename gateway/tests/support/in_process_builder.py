"""Builds the snapshots of an application in the test process. The builder process costs more than most tests do."""

from collections.abc import Generator
from contextlib import contextmanager

import pytest

from gateway.app import Application
from gateway.config.settings import Settings
from gateway.database.errors import DatabaseError
from gateway.http.anonymous_call import App
from gateway.world_snapshot import snapshot_store
from gateway.world_snapshot.builder_main import build
from gateway.world_snapshot.builder_process import BuilderError
from gateway.world_snapshot.game_reader import GameReader
from gateway.world_snapshot.serialization import PLAIN_REQUEST, BuildRequest


class InProcessBuilder:
    """Runs the code of `builder_main` in place of a BuilderProcess."""

    def __init__(self, settings: Settings) -> None:
        self._reader = GameReader(settings)

    async def start(self) -> None:
        """Nothing runs."""

    async def take(self, request: BuildRequest = PLAIN_REQUEST) -> memoryview:
        try:
            return memoryview(b"".join(await build(self._reader, request)))
        except DatabaseError as error:
            raise BuilderError(str(error)) from error

    async def close(self) -> None:
        self._reader.close()


@contextmanager
def in_process_builder() -> Generator[None]:
    """Applications and `Snapshots` that are made inside build in this process."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(snapshot_store, "BuilderProcess", InProcessBuilder)
        yield


def create_test_app(settings: Settings) -> App:
    with in_process_builder():
        return Application(settings).asgi
