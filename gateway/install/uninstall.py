"""`gateway uninstall`: takes away what install made, as a script to read or applied at once.

Views, users and procedures go. The site schema, with every player's coins in it, stays, unless its name is given to
`--with-data`. Nothing that install did not make is touched.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import sys
from collections.abc import Mapping

import msgspec

from gateway.config.dsn import Dsn
from gateway.database.database import DatabaseError
from gateway.database.error_hints import advised
from gateway.install.connections import Servers, open_servers
from gateway.install.migrate import add_parser_defaults, admin_login, default_host, files
from gateway.install.names import InstallError, Names, quote_name
from gateway.install.ownership import TABLES, check, foreign_tables, records, roles_of, there
from gateway.install.plan import Section, Server, part
from gateway.install.script_text import body, comment

LOGIN_ADMIN_DSN = "GATEWAY_ADMIN_LOGIN_DSN"
SITE_ADMIN_DSN = "GATEWAY_ADMIN_SITE_DSN"
_TABLE = re.compile(r"CREATE TABLE IF NOT EXISTS (\w+)")
_HEAD = """\
What `gateway uninstall --apply` would run. Stop the service first. The game's own schema is not touched. \
{data}
"""
_KEPT = "The site schema `{site}`, with every player's coins, stays; --with-data {site} would delete it, too."
_LOST = "The site schema `{site}` is deleted for ever, with every player's coins and the record of every payment."


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be taken away from where."""

    admin: Dsn
    login_admin: Dsn
    site_admin: Dsn
    site: str = "gateway_site"
    views: str = ""
    """Empty: as install recorded it."""
    user_prefix: str = ""
    user_host: str = ""
    with_data: str = ""

    @property
    def dsns(self) -> dict[Server, Dsn]:
        return {"game": self.admin, "login": self.login_admin, "site": self.site_admin}


async def uninstall(wanted: Request, *, apply: bool) -> str:
    """What is left to say: the script, or what was done. Raises InstallError or DatabaseError."""
    async with open_servers(wanted.admin, wanted.login_admin, wanted.site_admin) as servers:
        plain = Names(game="-", login="-", views="--", site=wanted.site)
        known = await records(servers, plain)
        names = _names(wanted, known)
        await check(servers, names, known)
        found = await _sections(servers, names, wanted)
        if not found:
            return f"nothing is installed here: no views in `{names.views}`, no user {names.user_prefix}_…\n"
        if not apply:
            told = (_LOST if wanted.with_data else _KEPT).format(site=names.site)
            return comment(_HEAD.format(data=told)) + body(wanted.dsns, found)
        await servers.run(found)
    kept = "" if wanted.with_data else f"kept        {names.site}, with the coins and the payments\n"
    return "".join(f"done        {section.title}\n" for section in found) + kept


def _names(wanted: Request, known: Mapping[str, str]) -> Names:
    """As install recorded them, but for what is named here."""
    views = wanted.views or known.get("schema.views", "gateway_views")
    prefix, _, _ = known.get("user.owner", "").rpartition("_owner@")

    def host(role: str, dsn: Dsn) -> str:
        return wanted.user_host or known.get(f"user.{role}", "").rpartition("@")[2] or default_host(dsn)

    return Names(
        game="-",
        login="-",
        views=views,
        site=wanted.site,
        user_prefix=wanted.user_prefix or prefix or views.removesuffix("_views"),
        read_host=host("read", wanted.admin),
        auth_host=host("auth", wanted.login_admin),
        site_host=host("site", wanted.site_admin),
    )


async def _sections(servers: Servers, names: Names, wanted: Request) -> list[Section]:
    tables = await servers.session("site").read(TABLES, schema=names.site)
    if wanted.with_data:
        await _check_data(servers, names, wanted.with_data)
    values = {"views": quote_name(names.views), "site": quote_name(names.site)}
    found: list[Section] = []
    for server, roles in roles_of(servers).items():
        if server != "site" and await servers.session(server).read(TABLES, schema=names.views):
            found.append(Section(server, "The views and their schema", part("drop_views", values)))
        if server == "site" or servers.of(server) is servers.site:
            found += _site(tables != [], values, with_data=bool(wanted.with_data))
        users = [role for role in roles if await there(servers, server, names, role)]
        dropped = [line for role in users for line in part("drop_user", {"user": names.account(role)})]
        if dropped:
            found.append(Section(server, "The users", dropped))
    return found


def _site(there: bool, values: Mapping[str, str], *, with_data: bool) -> list[Section]:
    if not there:
        return []
    if with_data:
        return [Section("site", "Our own schema, with all its data", part("drop_site", values))]
    gone = [*part("drop_procedures", values), *part("forget_users", values)]
    return [Section("site", "The procedures of deliveries, and the record of the users", gone)]


async def _check_data(servers: Servers, names: Names, typed: str) -> None:
    if typed != names.site:
        raise InstallError(
            f"--with-data {typed}: the schema whose data would be deleted for ever is `{names.site}`; write its name"
        )
    made = {name for migration in files() for line in migration.statements for name in _TABLE.findall(line)}
    foreign = await foreign_tables(servers, names, {*made, "schema_migrations"})
    if foreign:
        raise InstallError(
            f"the schema `{names.site}` also holds {', '.join(foreign[:5])}, which `gateway install` did not make; "
            "nothing was touched. Move that elsewhere, or leave --with-data out"
        )


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_parser_defaults(parser)
    option = parser.add_argument
    option("--login-admin-dsn", default=os.environ.get(LOGIN_ADMIN_DSN, ""), help="as for install")
    option("--site-admin-dsn", default=os.environ.get(SITE_ADMIN_DSN, ""), help="as for install")
    option("--views-schema", default="", help="where the views are (as install recorded it)")
    option("--with-data", default="", metavar="SITE_SCHEMA", help="delete that schema, too: coins, payments, all")
    option("--apply", action="store_true", help="run the script instead of printing it")


def run(args: argparse.Namespace) -> int:
    """0: done, or nothing to do; 1: it failed, and standard error says why."""
    try:
        wanted = Request(
            admin=(admin := admin_login(args.admin_dsn)),
            login_admin=admin_login(args.login_admin_dsn, "--login-admin-dsn") if args.login_admin_dsn else admin,
            site_admin=admin_login(args.site_admin_dsn, "--site-admin-dsn") if args.site_admin_dsn else admin,
            site=args.site_schema,
            views=args.views_schema,
            user_prefix=args.user_prefix,
            user_host=args.user_host,
            with_data=args.with_data,
        )
        sys.stdout.write(asyncio.run(uninstall(wanted, apply=args.apply)))
    except (InstallError, DatabaseError) as error:
        sys.stderr.write(f"gateway uninstall: {advised(error)}\n")
        return 1
    return 0
