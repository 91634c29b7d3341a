"""The names that an installation is made under, and the one way in which it fails."""

from __future__ import annotations

import re

import msgspec

_IDENTIFIER = re.compile(r"[0-9A-Za-z_$-]{1,64}")
_PREFIX = re.compile(r"[0-9A-Za-z][0-9A-Za-z_-]{0,22}")
ROLES: tuple[str, ...] = ("owner", "read", "auth", "site", "handover")
HOST = re.compile(r"[0-9A-Za-z_.:%/-]{1,255}")


class InstallError(Exception):
    """The installation cannot go on; the message says why and what to do."""


class Names(msgspec.Struct, frozen=True, kw_only=True):
    """What the operator chose, or left as it is. Raises InstallError for what is no name."""

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
                raise InstallError(f"{name!r} cannot name the {kind} schema: letters, digits, _, $ and - only")
        for kind in ("views", "site"):
            if [*schemas.values()].count(schemas[kind]) > 1:
                raise InstallError(f"the {kind} schema must be one of its own, {schemas[kind]!r} is not")
        if not _PREFIX.fullmatch(self.user_prefix):
            raise InstallError(f"{self.user_prefix!r} cannot begin the names of users: 23 letters, digits, _ or -")
        for host in (self.read_host, self.auth_host, self.site_host):
            if not HOST.fullmatch(host):
                raise InstallError(f"{host!r} cannot be the host of a user")

    def user(self, role: str) -> str:
        return f"{self.user_prefix}_{role}"

    def host(self, role: str) -> str:
        """Where the user may log in from; the owner never does."""
        return {"owner": "localhost", "auth": self.auth_host, "site": self.site_host}.get(role, self.read_host)

    def account(self, role: str) -> str:
        """`'gateway_read'@'%'`."""
        return f"'{self.user(role)}'@'{self.host(role)}'"


def quote_name(name: str) -> str:
    if not _IDENTIFIER.fullmatch(name):
        raise InstallError(f"{name!r} is no name")
    return f"`{name}`"


def quote_text(text: str) -> str:
    """A generated password, or another word of ours, as SQL text; what would need escaping never occurs in one.

    `<…>` stands for what a person is to put in its place: it gets no quotes, so that no server takes it as it is.
    """
    if not re.fullmatch(r"<[^'<>]+>|[0-9A-Za-z_ .@%:/$-]+", text):
        raise InstallError("a password holds a character that install does not write")
    return text if text.startswith("<") else f"'{text}'"
