"""The names of schemas and users in an installation, and the error that ends one."""

import re

import msgspec

ROLES: tuple[str, ...] = ("owner", "read", "auth", "site", "handover")
HOST = re.compile(r"[0-9A-Za-z_.:%/-]{1,255}")
_IDENTIFIER = re.compile(r"[0-9A-Za-z_$-]{1,64}")
_PREFIX = re.compile(r"[0-9A-Za-z][0-9A-Za-z_-]{0,22}")
_GAME_USER = re.compile(r"[0-9A-Za-z_.$-]{1,80}")


class InstallError(Exception):
    """The installation cannot continue; the message says why and what to do."""


class OptionError(InstallError):
    """An option cannot be used, or is missing."""


class Names(msgspec.Struct, frozen=True, kw_only=True):
    """The names that the operator chose, or the defaults. Raises OptionError for an invalid name."""

    game: str
    login: str
    views: str = "gateway_views"
    site: str = "gateway_site"
    user_prefix: str = "gateway"
    read_host: str = "localhost"
    auth_host: str = "localhost"
    site_host: str = "localhost"

    def __post_init__(self) -> None:
        schemas = {"game": self.game, "login": self.login, "views": self.views, "site": self.site}
        for kind, name in schemas.items():
            if not _IDENTIFIER.fullmatch(name):
                raise OptionError(f"{name!r} cannot name the {kind} schema: letters, digits, _, $ and - only")
        for kind in ("views", "site"):
            if [*schemas.values()].count(schemas[kind]) > 1:
                raise OptionError(f"the {kind} schema must be a schema of its own; {schemas[kind]!r} is used twice")
        if not _PREFIX.fullmatch(self.user_prefix):
            raise OptionError(f"{self.user_prefix!r} is no prefix of users' names: at most 23 letters, digits, _ or -")
        for host in (self.read_host, self.auth_host, self.site_host):
            if not HOST.fullmatch(host):
                raise OptionError(f"{host!r} cannot be the host of a user")

    def user(self, role: str) -> str:
        return f"{self.user_prefix}_{role}"

    def host(self, role: str) -> str:
        """The host that the user may log in from; the owner never logs in."""
        return {"owner": "localhost", "auth": self.auth_host, "site": self.site_host}.get(role, self.read_host)

    def account(self, role: str) -> str:
        """`'gateway_read'@'%'`."""
        return f"'{self.user(role)}'@'{self.host(role)}'"


class GameUser(msgspec.Struct, frozen=True):
    """A user of the game server, as the database server knows it: `'l2j'@'localhost'`."""

    name: str
    host: str

    def __str__(self) -> str:
        return f"{self.name}@{self.host}"

    @property
    def account(self) -> str:
        return f"'{self.name}'@'{self.host}'"


def parse_game_user(text: str) -> GameUser:
    """Parses NAME@HOST, with the host that the user was created with (`%`: any). Raises OptionError."""
    name, separator, host = text.rpartition("@")
    if not (separator and _GAME_USER.fullmatch(name) and HOST.fullmatch(host)):
        raise OptionError(f"--game-user {text!r}: expected NAME@HOST, as l2j@localhost or l2j@%")
    return GameUser(name, host)


def quote_name(name: str) -> str:
    if not _IDENTIFIER.fullmatch(name):
        raise OptionError(f"{name!r} is not a valid name")
    return f"`{name}`"


def quote_text(text: str) -> str:
    """A generated password, or another text of the installer, as an SQL literal; it never needs escaping.

    `<…>`, which a person is to replace, gets no quotes, so that the server refuses one that was forgotten.
    """
    if not re.fullmatch(r"<[^'<>]+>|[0-9A-Za-z_ .@%:/$-]+", text):
        raise InstallError("a password contains a character that install never generates")
    return text if text.startswith("<") else f"'{text}'"
