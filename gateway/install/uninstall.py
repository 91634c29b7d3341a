"""`gateway uninstall`: removes what install made, as a script to read or applied at once.

Views, users and procedures go. The site schema, with every player's coins in it, stays, unless its name is given to
`--with-data`. Nothing that install did not make is touched.
"""

import argparse
import asyncio
import sys
from collections.abc import Mapping

from gateway.database.user_rights import PROBE_COLUMNS, PROCEDURES
from gateway.install import options
from gateway.install.game_user import GAME_USER
from gateway.install.identity import check_identity, find_installation
from gateway.install.names import InstallError, Names, quote_name
from gateway.install.options import InstallOptions, options_of
from gateway.install.script import Section, part
from gateway.install.script_text import comment, format_sections
from gateway.install.servers import TABLES, Servers, check_ownership, foreign_tables, has_user, open_servers

_HEAD = """\
The statements of `gateway uninstall --apply` for the installation of `{game}`. Stop the service first. The game's own \
schema is not touched. \
{data}
"""
_DATA_STAY = "The site schema `{site}`, with every player's coins, stays; --with-data {site} would delete it, too."
_DATA_GO = "The site schema `{site}` is deleted for ever, with every player's coins and the record of every payment."


async def uninstall(options: InstallOptions, *, apply: bool, with_data: str = "", confirm: str | None = None) -> str:
    """Returns the script, or the report of what was done. Raises InstallError or DatabaseError.

    `confirm`: the name of the game's schema; None asks for it on the terminal.
    """
    async with open_servers(options) as servers:
        installation = await find_installation(options, servers)
        names = installation.names
        if options.game_schema or options.login_schema:
            check_identity(installation, has_own_site_server=options.has_own_site_server)
        await check_ownership(servers, names, installation.record)
        parts = await _sections(servers, names, with_data)
        if not parts:
            return f"nothing is installed here: no views in `{names.views}`, no user {names.user_prefix}_…\n"
        if not apply:
            data = (_DATA_GO if with_data else _DATA_STAY).format(site=names.site)
            return comment(_HEAD.format(game=installation.game, data=data)) + format_sections(options.dsns, parts)
        _check_confirmation(installation.game, names, confirm)
        await servers.run(parts)
    note = "" if with_data else f"kept        {names.site}, with the coins and the payments\n"
    if game_user := installation.record.get(GAME_USER):
        note += f"lost        the right of {game_user} to deliver coins: install again with --game-user {game_user}\n"
    return "".join(f"done        {section.title}\n" for section in parts) + note


def _check_confirmation(game: str, names: Names, confirm: str | None) -> None:
    if confirm is None:
        sys.stderr.write(f"This is the installation of `{game}` ({names.views}, {names.site}).\n")
        if not sys.stdin.isatty():
            raise InstallError(f"--apply needs --confirm {game}; nothing was touched")
        sys.stderr.write("Write its name to remove it: ")
        confirm = input()
    if confirm != game:
        raise InstallError(f"this is the installation of `{game}`, not of {confirm!r}; nothing was touched")


async def _sections(servers: Servers, names: Names, with_data: str) -> list[Section]:
    tables = await servers.session("site").read(TABLES, schema=names.site)
    if with_data:
        await _check_data(servers, names, with_data)
    values = {"views": quote_name(names.views), "site": quote_name(names.site)}
    parts: list[Section] = []
    for server, roles in servers.roles.items():
        if server != "site" and await servers.session(server).read(TABLES, schema=names.views):
            parts.append(Section(server, "The views and their schema", part("drop_views", values)))
        if tables and servers.connection(server) is servers.site:
            parts.append(_site(values, with_data=bool(with_data)))
        users = [role for role in roles if await has_user(servers, server, names, role)]
        drop_statements = [line for role in users for line in part("drop_user", {"user": names.account(role)})]
        if drop_statements:
            parts.append(Section(server, "The users", drop_statements))
    return parts


def _site(values: Mapping[str, str], *, with_data: bool) -> Section:
    if with_data:
        return Section("site", "The site schema, with all its data", part("drop_site", values))
    drops = [line for name in PROCEDURES for line in part("drop_procedure", {**values, "procedure": name})]
    statements = [*drops, *part("forget_users", values)]
    return Section("site", "The procedures of deliveries, and the record of the users", statements)


async def _check_data(servers: Servers, names: Names, name: str) -> None:
    if name != names.site:
        raise InstallError(
            f"--with-data {name}: the schema whose data would be deleted for ever is `{names.site}`; write its name"
        )
    if tables := await foreign_tables(servers, names, PROBE_COLUMNS["site"]):
        raise InstallError(
            f"the schema `{names.site}` also contains {', '.join(tables[:5])}, which `gateway install` did not make; "
            "nothing was touched. Move that elsewhere, or leave --with-data out"
        )


def add_arguments(parser: argparse.ArgumentParser) -> None:
    options.add_arguments(parser)
    option = parser.add_argument
    option("--with-data", default="", metavar="SITE_SCHEMA", help="delete that schema, too: coins, payments, all")
    option("--apply", action="store_true", help="run the script instead of printing it")
    option("--confirm", metavar="NAME", help="with --apply: the game's schema, instead of the question for it")


def run(args: argparse.Namespace) -> int:
    """Returns 0 if it is done or there is nothing to do, 1 or 2 after an error, which standard error names."""
    return options.run_command("uninstall", lambda: _run(args))


def _run(args: argparse.Namespace) -> int:
    report = uninstall(options_of(args), apply=args.apply, with_data=args.with_data, confirm=args.confirm)
    sys.stdout.write(asyncio.run(report))
    return 0
