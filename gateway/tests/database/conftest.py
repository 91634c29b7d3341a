"""A database server to stop, kill and freeze: each test leaves it running."""

from collections.abc import Generator

import pytest

from fixtures.servers import MariaDB


@pytest.fixture(scope="session")
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Generator[MariaDB]:
    with MariaDB(tmp_path_factory.mktemp("own")) as server:
        yield server
