"""`gateway uninstall`: removes what install made, as a script to read or applied at once.

Views, users and procedures go. The site schema, with every player's coins in it, stays, unless its name is given to
`--with-data`. Nothing that install did not make is touched.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Mapping

from gateway.config.dsn import Dsn
from gateway.database.database import DatabaseError
from gateway.database.error_hints import with_hint
from gateway.game.view_contract import PROBE_COLUMNS
from gateway.install.names import InstallError, Names, quote_name
from gateway.install.options import (
    AdminLogins,
    add_server_arguments,
    add_shared_arguments,
    admin_logins,
    default_host,
)
from gateway.install.script import Section, comment, format_sections, part
from gateway.install.servers import (
    TABLES,
    Servers,
    check_ownership,
    foreign_tables,
    has_user,
    open_servers,
    recorded,
)

_HEAD = """\
What `gateway uninstall --apply` would run. Stop the service first. The game's own schema is not touched. \
{data}
"""
_DATA_STAY = "The site schema `{site}`, with every player's coins, stays; --with-data {site} would delete it, too."
_DATA_GO = "The site schema `{site}` is deleted for ever, with every player's coins and the record of every payment."


class UninstallOptions(AdminLogins, frozen=True, kw_only=True):
    """An empty name stands for the one that install recorded."""

    site: str = "gateway_site"
    views: str = ""
    user_prefix: str = ""
    user_host: str = ""
    with_data: str = ""


async def uninstall(options: UninstallOptions, *, apply: bool) -> str:
    """Returns the script, or the report of what was done. Raises InstallError or DatabaseError."""
    async with open_servers(options) as servers:
        record = await recorded(servers, Names(game="-", login="-", views="--", site=options.site))
        names = _names(options, record)
        await check_ownership(servers, names, record)
        parts = await _sections(servers, names, options)
        if not parts:
            return f"nothing is installed here: no views in `{names.views}`, no user {names.user_prefix}_…\n"
        if not apply:
            data = (_DATA_GO if options.with_data else _DATA_STAY).format(site=names.site)
            return comment(_HEAD.format(data=data)) + format_sections(options.dsns, parts)
        await servers.run(parts)
    kept = "" if options.with_data else f"kept        {names.site}, with the coins and the payments\n"
    return "".join(f"done        {section.title}\n" for section in parts) + kept


def _names(options: UninstallOptions, record: Mapping[str, str]) -> Names:
    """The names that install recorded, unless an option gives another."""
    views = options.views or record.get("schema.views", "gateway_views")
    prefix, _, _ = record.get("user.owner", "").rpartition("_owner@")

    def host(role: str, dsn: Dsn) -> str:
        return options.user_host or record.get(f"user.{role}", "").rpartition("@")[2] or default_host(dsn)

    return Names(
        game="-",
        login="-",
        views=views,
        site=options.site,
        user_prefix=options.user_prefix or prefix or views.removesuffix("_views"),
        read_host=host("read", options.admin),
        auth_host=host("auth", options.login_admin),
        site_host=host("site", options.site_admin),
    )


async def _sections(servers: Servers, names: Names, options: UninstallOptions) -> list[Section]:
    tables = await servers.session("site").read(TABLES, schema=names.site)
    if options.with_data:
        await _check_data(servers, names, options.with_data)
    values = {"views": quote_name(names.views), "site": quote_name(names.site)}
    parts: list[Section] = []
    for server, roles in servers.roles.items():
        if server != "site" and await servers.session(server).read(TABLES, schema=names.views):
            parts.append(Section(server, "The views and their schema", part("drop_views", values)))
        if tables and servers.connection(server) is servers.site:
            parts.append(_site(values, with_data=bool(options.with_data)))
        users = [role for role in roles if await has_user(servers, server, names, role)]
        dropped = [line for role in users for line in part("drop_user", {"user": names.account(role)})]
        if dropped:
            parts.append(Section(server, "The users", dropped))
    return parts


def _site(values: Mapping[str, str], *, with_data: bool) -> Section:
    if with_data:
        return Section("site", "The site schema, with all its data", part("drop_site", values))
    statements = [*part("drop_procedures", values), *part("forget_users", values)]
    return Section("site", "The procedures of deliveries, and the record of the users", statements)


async def _check_data(servers: Servers, names: Names, name: str) -> None:
    if name != names.site:
        raise InstallError(
            f"--with-data {name}: the schema whose data would be deleted for ever is `{names.site}`; write its name"
        )
    foreign = await foreign_tables(servers, names, PROBE_COLUMNS["site"])
    if foreign:
        raise InstallError(
            f"the schema `{names.site}` also contains {', '.join(foreign[:5])}, which `gateway install` did not make; "
            "nothing was touched. Move that elsewhere, or leave --with-data out"
        )


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_shared_arguments(parser)
    add_server_arguments(parser)
    option = parser.add_argument
    option("--views-schema", default="", help="the schema of the views (as install recorded it)")
    option("--with-data", default="", metavar="SITE_SCHEMA", help="delete that schema, too: coins, payments, all")
    option("--apply", action="store_true", help="run the script instead of printing it")


def run(args: argparse.Namespace) -> int:
    """Returns 0 if it is done or there is nothing to do, 1 after an error, which standard error names."""
    try:
        logins = admin_logins(args.admin_dsn, args.login_admin_dsn, args.site_admin_dsn)
        options = UninstallOptions(
            admin=logins.admin,
            login_admin=logins.login_admin,
            site_admin=logins.site_admin,
            site=args.site_schema,
            views=args.views_schema,
            user_prefix=args.user_prefix,
            user_host=args.user_host,
            with_data=args.with_data,
        )
        sys.stdout.write(asyncio.run(uninstall(options, apply=args.apply)))
    except (InstallError, DatabaseError) as error:
        sys.stderr.write(f"gateway uninstall: {with_hint(error)}\n")
        return 1
    return 0
