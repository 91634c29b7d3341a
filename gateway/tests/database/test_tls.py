"""TLS connections to a database: encrypted as the mode says; a server that cannot be verified is refused."""

from collections.abc import Generator
from pathlib import Path

import pytest

from fixtures.certificates import Authority
from fixtures.servers import MariaDB
from gateway.config.dsn import Dsn, SslMode
from gateway.database.database import DatabaseUnavailable, connect


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(tmp_path_factory.mktemp("tls"))


@pytest.fixture(scope="module")
def tls_server(tmp_path_factory: pytest.TempPathFactory, authority: Authority) -> Generator[MariaDB]:
    options = [f"--ssl-cert={authority.certificate}", f"--ssl-key={authority.key}"]
    with MariaDB(tmp_path_factory.mktemp("db"), tcp=True, options=options) as server:
        yield server


def dsn(server: MariaDB, mode: SslMode, authority: Path | None = None, host: str = "127.0.0.1") -> Dsn:
    assert server.port
    return Dsn(user="root", host=host, port=server.port, ssl_mode=mode, ssl_ca=str(authority or ""))


@pytest.mark.parametrize(
    ("mode", "host", "is_encrypted"),
    [
        ("REQUIRED", "127.0.0.1", True),
        ("VERIFY_CA", "127.0.0.1", True),
        ("VERIFY_CA", "localhost", True),
        ("VERIFY_IDENTITY", "127.0.0.1", True),
        ("DISABLED", "127.0.0.1", False),
    ],
)
async def test_connect_is_encrypted_as_the_mode_says(
    tls_server: MariaDB, authority: Authority, mode: SslMode, host: str, is_encrypted: bool
) -> None:
    connection = await connect(dsn(tls_server, mode, authority.file, host))
    ((_, cipher),) = (await connection.execute("SHOW SESSION STATUS LIKE 'Ssl_cipher'")).rows
    connection.close()
    assert (cipher != "") is is_encrypted


async def test_connect_that_cannot_be_verified_raises_with_the_reason(
    tls_server: MariaDB, mariadb: MariaDB, authority: Authority, tmp_path: Path
) -> None:
    for place, reason in (
        (dsn(tls_server, "VERIFY_CA", Authority(tmp_path).file), "certificate"),
        (dsn(tls_server, "VERIFY_IDENTITY", authority.file, "localhost"), "localhost"),
        (dsn(mariadb, "REQUIRED"), "SSL"),
        (dsn(tls_server, "VERIFY_CA", tmp_path / "missing.pem"), "ssl_ca"),
    ):
        with pytest.raises(DatabaseUnavailable, match=reason):
            await connect(place)
