"""`mysql://user:password@host:port/schema`, read and written.

Options, in the words of MySQL's own clients: `unix_socket=/path`; `ssl_mode=REQUIRED` (encrypted, any server),
`VERIFY_CA` or `VERIFY_IDENTITY` (signed by `ssl_ca=/path`, or by an authority of the system; and for this host).
"""

from typing import Literal, get_args
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit

import msgspec

DEFAULT_PORT = 3306
SslMode = Literal["DISABLED", "REQUIRED", "VERIFY_CA", "VERIFY_IDENTITY"]


class DsnError(ValueError):
    """A DSN cannot be read; the message says why and never repeats the password."""


class Dsn(msgspec.Struct, frozen=True, kw_only=True):
    """Server, schema and login. An empty `unix_socket` means TCP."""

    user: str
    password: str = ""
    host: str = "localhost"
    port: int = DEFAULT_PORT
    schema: str = ""
    unix_socket: str = ""
    ssl_mode: SslMode = "DISABLED"
    ssl_ca: str = ""

    def __str__(self) -> str:
        return format_dsn(self)

    def __repr__(self) -> str:
        return f"Dsn({self.place})"

    @property
    def place(self) -> str:
        """Everything but the password, for logs."""
        server = self.unix_socket or f"{self.host}:{self.port}"
        return f"{self.user}@{server}/{self.schema}"

    @property
    def server(self) -> tuple[str, int]:
        """Identity of the server: equal for two DSNs of the same one."""
        return (self.unix_socket, 0) if self.unix_socket else (self.host.lower(), self.port)


def parse_dsn(text: str) -> Dsn:
    """Reads a DSN; percent escapes stand for themselves in every part. Raises DsnError."""
    if not text:
        raise DsnError("it is not set; `gateway install --apply` writes a file that sets it")
    parts = urlsplit(text)
    if parts.scheme != "mysql":
        raise DsnError("a DSN begins with mysql://")
    if "#" in text or "@" in parts.path + parts.query:
        raise DsnError("percent-encode the password of the DSN: @ is %40, # is %23, / is %2F, ? is %3F, : is %3A")
    if not parts.username:
        raise DsnError("the DSN names no user")
    try:
        port = parts.port or DEFAULT_PORT
    except ValueError:
        raise DsnError("the port of the DSN is not a number between 1 and 65535") from None
    schema = unquote(parts.path.removeprefix("/"))
    if "/" in schema:
        raise DsnError("the path of the DSN is one schema")
    options = dict(parse_qsl(parts.query, keep_blank_values=True))
    unix_socket, ssl_ca = options.pop("unix_socket", ""), options.pop("ssl_ca", "")
    requested_mode = options.pop("ssl_mode", "VERIFY_CA" if ssl_ca else "DISABLED").upper()
    ssl_mode: SslMode | None = next((mode for mode in get_args(SslMode) if mode == requested_mode), None)
    if options:
        raise DsnError(f"the DSN has an unknown option: {', '.join(sorted(options))}")
    if ssl_mode is None:
        raise DsnError(f"ssl_mode of the DSN is one of {', '.join(get_args(SslMode))}")
    return Dsn(
        user=unquote(parts.username),
        password=unquote(parts.password or ""),
        host=parts.hostname or "localhost",
        port=port,
        schema=schema,
        unix_socket=unix_socket,
        ssl_mode=ssl_mode,
        ssl_ca=ssl_ca,
    )


def format_dsn(dsn: Dsn) -> str:
    """Returns the DSN as text, password included; `parse_dsn` reads it back unchanged."""
    password = f":{quote(dsn.password, safe='')}" if dsn.password else ""
    host = f"[{dsn.host}]" if ":" in dsn.host else dsn.host
    port = f":{dsn.port}" if dsn.port != DEFAULT_PORT else ""
    options = {"unix_socket": dsn.unix_socket, "ssl_mode": dsn.ssl_mode, "ssl_ca": dsn.ssl_ca}
    set_options = {name: value for name, value in options.items() if value and value != "DISABLED"}
    query = f"?{urlencode(set_options, safe='/', quote_via=quote)}" if set_options else ""
    return f"mysql://{quote(dsn.user, safe='')}{password}@{host}{port}/{quote(dsn.schema, safe='')}{query}"


def with_login(dsn: Dsn, user: str, password: str, schema: str) -> Dsn:
    """Returns a DSN of the same server with another user and schema."""
    return msgspec.structs.replace(dsn, user=user, password=password, schema=schema)
