"""Identity of an installation: the names of its schemas and users, and the game that it serves.

Three sources name them: the operator's options, the configuration file of an earlier run, and what that run left on the
servers. It left a record in the site schema, a mark in the views schema, and the views, whose definitions name the
schemas that they read. The mark is a random text that the record repeats. It is data of the game's server, so a new
address or host name does not change it, and another server does not have it.
"""

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

import msgspec

from gateway.config.dsn import Dsn, DsnError, parse_dsn
from gateway.database.database import Session
from gateway.database.queries import query
from gateway.install.names import InstallError, Names
from gateway.install.options import InstallOptions
from gateway.install.script import Server
from gateway.install.servers import Servers, read_record
from gateway.install.view_files import Side

SIDES: Final[Mapping[Side, str]] = {"game": "characters", "login": "accounts"}
"""Side → a view over its tables."""
UNKNOWN: Final = "-"
"""Stands for the name of a game's schema that nothing gives."""
MARK: Final = "installation"
"""The view that holds the mark."""
_SOURCE: Final = re.compile(r"\bfrom\s+\(*`([^`]+)`\.`", re.IGNORECASE)
_LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})


class ViewDefinition(msgspec.Struct, frozen=True):
    definition: str | None


class ClientHost(msgspec.Struct):
    host: str


DEFINITION = query("install.view_definition", ViewDefinition)
CLIENT_HOST = query("install.client_host", ClientHost)


class Installation(msgspec.Struct, frozen=True, kw_only=True):
    """An installation that may exist already. `sources`: side → schema that its views read. `mark`: "" if none."""

    names: Names
    record: Mapping[str, str]
    sources: Mapping[str, str]
    mark: str

    @property
    def exists(self) -> bool:
        return bool(self.record or self.sources)

    @property
    def game(self) -> str:
        """The schema of the game that it serves; of its views, if that is not known."""
        return self.record.get("schema.game") or self.sources.get("game") or self.names.views


async def find_installation(options: InstallOptions, servers: Servers) -> Installation:
    """Returns the installation that the options and the configuration name. Raises InstallError."""
    configured_names = _configured_names(options)
    site = options.site_schema or configured_names.get("site") or "gateway_site"
    record = await read_record(servers, site)
    views = options.views_schema or configured_names.get("views") or record.get("schema.views") or "gateway_views"
    if configured_names.get("views", views) != views:
        configured_names = {}
    sources = {side: await source_of(servers.session(side), side, views) for side in SIDES}
    sources = {side: schema for side, schema in sources.items() if schema}
    owner, _, _ = record.get("user.owner", "").rpartition("_owner@")
    names = Names(
        **await _game_names(options, record, sources),
        views=views,
        site=site,
        user_prefix=options.user_prefix or configured_names.get("prefix") or owner or views.removesuffix("_views"),
        read_host=await _host(options, servers, "game", record.get("user.read")),
        auth_host=await _host(options, servers, "login", record.get("user.auth")),
        site_host=await _host(options, servers, "site", record.get("user.site")),
    )
    return Installation(names=names, record=record, sources=sources, mark=await _mark(servers, views))


def _configured_names(options: InstallOptions) -> dict[str, str]:
    """The names in the DSNs of the configuration file."""
    names: dict[str, str] = {}
    if options.previous:
        with suppress(DsnError):
            names["site"] = parse_dsn(options.previous.site_dsn).schema
        with suppress(DsnError):
            reader = parse_dsn(options.previous.game_dsn)
            names |= {"views": reader.schema, "prefix": reader.user.removesuffix("_read")}
    return {kind: name for kind, name in names.items() if name}


async def _game_names(options: InstallOptions, record: Mapping[str, str], sources: Mapping[str, str]) -> dict[str, str]:
    served_schemas = {side: record.get(f"schema.{side}") or sources.get(side, "") for side in SIDES}
    game = options.game_schema or options.admin.schema or served_schemas["game"]
    login = options.login_schema or (options.login_admin.schema if options.login_admin is not options.admin else "")
    if not login and is_same_schema(game, served_schemas["game"]):
        login = served_schemas["login"]
    return {"game": game or UNKNOWN, "login": login or game or UNKNOWN}


async def _host(options: InstallOptions, servers: Servers, server: Server, user: str | None) -> str:
    """The host that the user of this server logs in from: the option's, the recorded one, or the administrator's."""
    if host := options.user_host or (user or "").rpartition("@")[2]:
        return host
    return await default_host(options.dsns[server], servers, server)


async def default_host(dsn: Dsn, servers: Servers, server: Server) -> str:
    """`%`, unless the server sees the administrator on a loopback address of its own machine."""
    if dsn.unix_socket:
        return "localhost"
    row = await servers.session(server).one(CLIENT_HOST)
    return row.host if row and dsn.host.lower() in _LOOPBACK and row.host in _LOOPBACK else "%"


async def source_of(admin: Session, side: Side, views: str) -> str:
    """Returns the schema that the views of this side read; empty if there are none or the login cannot see them."""
    row = await admin.one(DEFINITION, schema=views, view=SIDES[side])
    match = _SOURCE.search((row.definition or "") if row else "")
    return match[1] if match else ""


async def _mark(servers: Servers, views: str) -> str:
    row = await servers.session("game").one(DEFINITION, schema=views, view=MARK)
    match = re.search(r"'([^']+)'", (row.definition or "") if row else "")
    return match[1] if match else ""


def check_identity(installation: Installation, *, has_own_site_server: bool) -> None:
    """Raises InstallError if one of the schemas serves another game than the options name."""
    names = installation.names
    for side in SIDES:
        for schema, served_schema in (
            (names.views, installation.sources.get(side)),
            (names.site, installation.record.get(f"schema.{side}")),
        ):
            if served_schema and not is_same_schema(served_schema, getattr(names, side)):
                raise _serves_another(
                    installation, schema, f"the {side} schema `{served_schema}`, not `{getattr(names, side)}`"
                )
    views, mark = (
        installation.record.get("schema.views", names.views),
        installation.record.get("server", installation.mark),
    )
    if not is_same_schema(views, names.views):
        raise _serves_another(installation, names.site, f"the views of `{views}`, not those of `{names.views}`")
    if mark != installation.mark and (installation.mark or has_own_site_server):
        raise _serves_another(
            installation, names.site, f"a game on another server (mark {mark}, here {installation.mark or 'none'})"
        )


def _serves_another(installation: Installation, schema: str, reason: str) -> InstallError:
    game = installation.names.game
    return InstallError(
        f"`{schema}` serves {reason}; nothing was touched. For a second game: --views-schema {game}_views "
        f"--site-schema {game}_site --config {game}.toml. If the game itself has moved: --moved"
    )


def is_same_schema(first: str, second: str) -> bool:
    """Compares names of schemas as a server does that ignores their case."""
    return first.lower() == second.lower()
