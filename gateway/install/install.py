"""`gateway install`: creates the schemas, views and users, as a script to read or applied at once.

It may be run again at any time, after an update of the gateway or of the game's tables: views are replaced and rights
are completed; the passwords and the secret of the tokens stay as the configuration file has them, so that a running
service keeps working and all players stay logged in (`--rotate` makes new ones). Rights are granted first
and surplus ones revoked last, so that a run that fails on the way takes nothing from a running service.
"""

import argparse
import asyncio
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import msgspec

from gateway.config.dsn import Dsn, format_dsn, parse_dsn, with_login
from gateway.database.database import Session, connect
from gateway.install import first_settings, options
from gateway.install.config_file import (
    InstalledConfig,
    check_writable,
    first_data_keys,
    token_secrets,
    write_config,
)
from gateway.install.game_user import RECORD, set_game_user
from gateway.install.migrate import migrate, step_sections
from gateway.install.options import InstallOptions, install_options, options_of
from gateway.install.prepare import Preparation, prepare
from gateway.install.script import (
    InstallPlan,
    Section,
    game_rights,
    sections_after_tables,
)
from gateway.install.script_text import SHARED_ADDRESS_QUESTION, install_script
from gateway.install.servers import Servers, open_servers
from gateway.install.view_files import missing_table_notes

_NEXT_STEP: Final = (
    "1 of 2: restart every instance, one after the other; they accept the next secret. Then run this command again"
)
_LAST_STEP: Final = (
    "2 of 2: restart every instance, one after the other; they sign with the new secret. Players stay logged in"
)


def apply(admin_dsn: str, **options: Any) -> InstalledConfig:
    """Installs and returns the DSNs with their passwords; takes the options of `install_options`.

    Works inside a running event loop too. Raises InstallError, UnknownFamily or DatabaseError.
    """
    parsed_options = install_options(admin_dsn, **options)
    with ThreadPoolExecutor(1) as worker:
        return worker.submit(lambda: asyncio.run(install(parsed_options))).result()


async def install(options: InstallOptions) -> InstalledConfig:
    """Runs the whole script and the migrations, and records the installation in the site schema."""
    run = await _install(options)
    return _config(run.plan, run.passwords)


async def _install(options: InstallOptions) -> Preparation:
    async with open_servers(options) as servers:
        run = await prepare(options, servers)
        await servers.run(run.first_sections)
        await _install_site(run.plan, servers)
        await servers.run(run.revocations)
    return run


async def install_and_write(options: InstallOptions) -> tuple[InstalledConfig, InstallPlan, list[str]]:
    """Installs, and writes the configuration file; ends before its first statement if it cannot write it.

    Returns the configuration, what was found, and lines on the settings of a new file.
    """
    assert options.config
    check_writable(options.config)
    run = await _install(options)
    config = _config(run.plan, run.passwords)
    write_config(options.config, config)
    return config, run.plan, first_settings.write(options.config, run.plan, config.site_dsn) if options.language else []


async def script(options: InstallOptions) -> str:
    """The script as text for a person to read and run; it contains no password."""
    async with open_servers(options) as servers:
        run = await prepare(options, servers, by_hand=True)
    plan, names = run.plan, run.plan.names
    parts = [*run.first_sections, *step_sections(names.site, run.steps), *sections_after_tables(plan)]
    if options.game_user:
        rights = game_rights(names.site, options.game_user.account)
        parts.append(Section("site", "The game server's own user calls the procedures of deliveries", rights))
    config = msgspec.structs.replace(
        _config(plan, run.passwords),
        token_secret="<48 random characters or more: openssl rand -base64 48>",  # noqa: S106 - a placeholder
        token_secret_previous="",
        token_secret_next="",
        data_keys=("k1:<openssl rand -base64 32>",),
    )
    return install_script(plan, [*parts, *run.revocations], config, run.passwords.values())


async def _install_site(plan: InstallPlan, servers: Servers) -> None:
    options, names = plan.options, plan.names
    connection = await connect(msgspec.structs.replace(options.site_admin, schema=names.site))
    try:
        await migrate(connection, names.site, nouns=plan.nouns)
        await servers.run(sections_after_tables(plan))
        await set_game_user(connection, names, options.game_user, remove=options.no_game_user)
        if options.config:
            session = Session("admin", connection, max_rows=10, on_query=None)
            await session.write(RECORD, name="config", value=str(options.config.resolve()))
    finally:
        connection.close()


def _config(plan: InstallPlan, passwords: Mapping[str, str]) -> InstalledConfig:
    options, names = plan.options, plan.names

    def dsn(server: Dsn, role: str, schema: str) -> str:
        return format_dsn(with_login(server, names.user(role), passwords[role], schema))

    secrets = token_secrets(options.previous, rotate=options.rotate_secret, at_once=options.rotate)
    return InstalledConfig(
        family=plan.family.key,
        game_dsn=dsn(options.admin, "read", names.views),
        auth_dsn=dsn(options.login_admin, "auth", names.views),
        site_dsn=dsn(options.site_admin, "site", names.site),
        handover_dsn=dsn(options.admin, "handover", names.game) if options.makes_handover else "",
        token_secret=secrets.current,
        token_secret_previous=secrets.previous,
        token_secret_next=secrets.next,
        username_max=plan.account_rules.username_max,
        password_hash=plan.account_rules.password_hash,
        data_keys=first_data_keys(options.previous),
    )


def add_arguments(parser: argparse.ArgumentParser) -> None:
    options.add_arguments(parser)
    option = parser.add_argument
    option("--family", default="", help="the family of the tables, if it cannot be detected")
    option(
        "--handover",
        action=argparse.BooleanOptionalAction,
        help="create (or drop) a user that delivers coins through the family's own table; default: no change",
    )
    option(
        "--game-user",
        metavar="NAME@HOST",
        help="let the game server's own, existing user call the procedures of deliveries; '' revokes that",
    )
    option("--apply", action="store_true", help="run the script instead of printing it, and write the configuration")
    option("--rotate", action="store_true", help="replace existing passwords and the secret by new ones")
    option(
        "--rotate-secret",
        action="store_true",
        help="make the next secret, which signs after a restart and a second run; tokens of the old one stay valid",
    )
    option("--moved", action="store_true", help="the game has another schema or server now; keep the installation")
    first_settings.add_arguments(parser)
    option("--write-config", default="", help="the configuration file to write (that of --config, else gateway.toml)")


def run(args: argparse.Namespace) -> int:
    """Returns 0, or 1 or 2 after an error, which standard error names. Never prints a password."""
    return options.run_command("install", lambda: _run(args))


def _run(args: argparse.Namespace) -> int:
    options = options_of(
        args,
        family=args.family,
        handover=args.handover,
        game_user=args.game_user,
        rotate=args.rotate,
        rotate_secret=args.rotate_secret,
        moved=args.moved,
    )
    options = first_settings.with_answers(options, args)
    if not args.apply:
        sys.stdout.write(asyncio.run(script(options)))
        return 0
    config, plan, new_settings = asyncio.run(install_and_write(options))
    sys.stdout.write(f"family      {config.family}\nviews       {parse_dsn(config.game_dsn).schema}\n")
    sys.stdout.write(f"site        {parse_dsn(config.site_dsn).schema}\npasswords   in {options.config}\n")
    sys.stdout.write(f"players     names up to {config.username_max} letters, passwords as {config.password_hash}\n")
    if args.rotate_secret and not args.rotate:
        sys.stdout.write(f"secret      {_NEXT_STEP if config.token_secret_next else _LAST_STEP}\n")
    if config.handover_dsn:
        sys.stdout.write("handover    its user is there; [game_table_delivery] enabled = true switches it on\n")
    sys.stdout.write("".join(f"{line}\n" for line in new_settings))
    if plan.has_connect_filter:
        sys.stdout.write(f"probe       {SHARED_ADDRESS_QUESTION}\n")
    sys.stdout.write("".join(f"note        {note}\n" for note in missing_table_notes(plan.views.values())))
    return 0
