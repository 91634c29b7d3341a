"""Connections to a database elsewhere: encrypted when asked for, and never quietly in the clear."""

from collections.abc import Generator
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from fixtures.servers import MariaDB
from gateway.config.dsn import Dsn, SslMode
from gateway.database.database import DatabaseUnavailable, connect


def sign(folder: Path) -> tuple[Path, Path]:
    """A certificate for 127.0.0.1 that signs itself, and its key."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "database")])
    certificate = (
        x509.CertificateBuilder(issuer_name=name, subject_name=name, public_key=key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem, private = folder / "cert.pem", folder / "key.pem"
    pem.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    kinds = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    private.write_bytes(key.private_bytes(*kinds))
    return pem, private


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return sign(tmp_path_factory.mktemp("tls"))


@pytest.fixture(scope="module")
def encrypted(tmp_path_factory: pytest.TempPathFactory, authority: tuple[Path, Path]) -> Generator[MariaDB]:
    options = [f"--ssl-cert={authority[0]}", f"--ssl-key={authority[1]}"]
    with MariaDB(tmp_path_factory.mktemp("db"), tcp=True, options=options) as server:
        yield server


def dsn(server: MariaDB, mode: SslMode, authority: Path | None = None, host: str = "127.0.0.1") -> Dsn:
    assert server.port
    return Dsn(user="root", host=host, port=server.port, ssl_mode=mode, ssl_ca=str(authority or ""))


async def cipher(where: Dsn) -> str:
    connection = await connect(where)
    try:
        return (await connection.execute("SHOW SESSION STATUS LIKE 'Ssl_cipher'")).rows[0][1]
    finally:
        connection.close()


@pytest.mark.parametrize("mode", ["REQUIRED", "VERIFY_CA", "VERIFY_IDENTITY"])
async def test_connect_with_tls_is_encrypted(encrypted: MariaDB, authority: tuple[Path, Path], mode: SslMode) -> None:
    assert await cipher(dsn(encrypted, mode, authority[0])) != ""


async def test_connect_without_tls_option_is_not_encrypted(encrypted: MariaDB) -> None:
    assert await cipher(dsn(encrypted, "DISABLED")) == ""


async def test_connect_unknown_authority_raises(encrypted: MariaDB, tmp_path: Path) -> None:
    with pytest.raises(DatabaseUnavailable, match="certificate"):
        await connect(dsn(encrypted, "VERIFY_CA", sign(tmp_path)[0]))


async def test_connect_wrong_host_name_raises(encrypted: MariaDB, authority: tuple[Path, Path]) -> None:
    assert await cipher(dsn(encrypted, "VERIFY_CA", authority[0], "localhost")) != ""
    with pytest.raises(DatabaseUnavailable, match="localhost"):
        await connect(dsn(encrypted, "VERIFY_IDENTITY", authority[0], "localhost"))


async def test_connect_server_without_tls_raises(mariadb: MariaDB) -> None:
    with pytest.raises(DatabaseUnavailable, match="SSL"):
        await connect(dsn(mariadb, "REQUIRED"))


async def test_connect_unreadable_ca_file_is_named(encrypted: MariaDB, tmp_path: Path) -> None:
    with pytest.raises(DatabaseUnavailable, match="ssl_ca"):
        await connect(dsn(encrypted, "VERIFY_CA", tmp_path / "missing.pem"))
