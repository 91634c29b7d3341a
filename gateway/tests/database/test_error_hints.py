"""The advice behind errors of real servers: refused encryption, certificates, wrong ports and damaged tables."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from fixtures.admin import execute
from fixtures.certificates import Authority
from fixtures.servers import MariaDB
from gateway.config.dsn import Dsn, parse_dsn
from gateway.database import connection as database_connection
from gateway.database.database import DatabaseError, connect
from gateway.database.error_hints import with_hint
from gateway.doctor.topics import connections

Respond = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]
GREETING_OF_LOGIN_SERVER = (155).to_bytes(2, "little") + bytes(range(153))


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(tmp_path_factory.mktemp("tls"))


@pytest.fixture(scope="module")
def tls_server(tmp_path_factory: pytest.TempPathFactory, authority: Authority) -> Generator[MariaDB]:
    options = [f"--ssl-cert={authority.certificate}", f"--ssl-key={authority.key}"]
    with MariaDB(tmp_path_factory.mktemp("db"), tcp=True, options=options) as server:
        yield server


@pytest.fixture(scope="module")
async def encrypted_user(tls_server: MariaDB) -> Dsn:
    """Login of an administrator that the server lets in over TLS alone."""
    user = "CREATE OR REPLACE USER secured@'%' IDENTIFIED BY 'secret-1' REQUIRE SSL"
    await execute(tls_server.dsn(), user, "GRANT ALL ON *.* TO secured@'%'")
    return Dsn(user="secured", password="secret-1", host="127.0.0.1", port=tls_server.port or 0)


async def hint_of(dsn: Dsn, role: str = "admin") -> str:
    with pytest.raises(DatabaseError) as failure:
        (await connect(dsn, role)).close()
    assert connections.remedy("site", str(failure.value))
    return with_hint(failure.value)


async def test_hint_of_a_user_that_requires_ssl_names_the_mode(encrypted_user: Dsn) -> None:
    text = await hint_of(encrypted_user)
    assert "correct the administrator's login" in text
    assert "REQUIRE SSL, add ?ssl_mode=REQUIRED" in text
    assert "?ssl_mode=REQUIRED" in await hint_of(encrypted_user, "site")
    (await connect(replace(encrypted_user, ssl_mode="REQUIRED"))).close()
    wrong_password = replace(encrypted_user, ssl_mode="REQUIRED", password="wrong")
    assert "REQUIRE SSL" not in await hint_of(wrong_password), "the connection was encrypted"


async def test_hint_of_a_certificate_says_what_does_not_fit(
    encrypted_user: Dsn, authority: Authority, tmp_path: Path
) -> None:
    for ssl_ca in ("", str(Authority(tmp_path).file)):
        text = await hint_of(replace(encrypted_user, ssl_mode="VERIFY_CA", ssl_ca=ssl_ca))
        assert "signed by no authority in ssl_ca" in text
        assert "is the server up" not in text
        assert "ssl_ca" in str(connections.remedy("site", text))
    other_host = replace(encrypted_user, ssl_mode="VERIFY_IDENTITY", ssl_ca=str(authority.file), host="localhost")
    assert "certificate is for another host" in await hint_of(other_host)


async def test_hint_of_a_server_without_encryption_says_so(tmp_path: Path) -> None:
    with MariaDB(tmp_path, tcp=True, options=["--skip-ssl"]) as server:
        dsn = Dsn(user="root", host="127.0.0.1", port=server.port or 0, ssl_mode="REQUIRED")
        assert "the server offers no encryption" in await hint_of(dsn)


@asynccontextmanager
async def listening(respond: Respond) -> AsyncGenerator[Dsn]:
    async with await asyncio.start_server(respond, "127.0.0.1", 0) as server:
        yield Dsn(user="root", host="127.0.0.1", port=server.sockets[0].getsockname()[1])


async def greet_as_login_server(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(GREETING_OF_LOGIN_SERVER)
    await writer.drain()


async def close_at_once(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.close()


async def wait_for_the_client(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """As HTTP, Redis and the game server do: a database speaks first."""
    await reader.read(1)
    writer.close()


@pytest.mark.parametrize("respond", [greet_as_login_server, close_at_once, wait_for_the_client])
async def test_hint_of_a_port_without_a_database_says_so(respond: Respond, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database_connection, "CONNECT_SECONDS", 1)
    async with listening(respond) as dsn:
        text = await hint_of(dsn)
    assert "not as MariaDB or MySQL does" in text
    assert "is it the port of the game, of Redis or of a web server" in str(connections.remedy("site", text))


async def test_hint_of_a_closed_port_and_of_an_unknown_host() -> None:
    assert "is the server up" in await hint_of(Dsn(user="root", host="127.0.0.1", port=1))
    assert "is the host's name right" in await hint_of(Dsn(user="root", host="database.invalid"))


async def test_hint_of_a_damaged_table_names_the_repair(tmp_path: Path) -> None:
    with MariaDB(tmp_path) as server:
        table = "CREATE TABLE game.characters (id INT PRIMARY KEY, name VARCHAR(35), KEY (name)) ENGINE = MyISAM"
        rows = "INSERT INTO game.characters SELECT seq, CONCAT('name', seq) FROM game.seq_1_to_2000"
        await execute(server.dsn(), "CREATE SCHEMA game", table, rows, "FLUSH TABLES game.characters")
        index = server.data / "game" / "characters.MYI"
        index.write_bytes(index.read_bytes()[:2000])
        connection = await connect(parse_dsn(server.dsn("game")))
        with pytest.raises(DatabaseError) as failure:
            await connection.execute("SELECT name FROM characters WHERE name = 'name7'")
        connection.close()
        text = with_hint(failure.value)
        assert "characters" in text
        assert "REPAIR TABLE" in text


@pytest.mark.unit
def test_hint_of_a_server_that_was_upgraded_alone_names_the_program() -> None:
    error = DatabaseError("admin", "Cannot load from mysql.proc. The table is probably corrupted (1728)", 1728)
    assert "`mariadb-upgrade`" in with_hint(error)
