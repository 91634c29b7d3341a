"""The script of an installation as text: what a person reads, and may run himself instead of `--apply`."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from textwrap import wrap

from gateway.config.dsn import Dsn, format_dsn, with_login
from gateway.install.migrate import CREATE_MIGRATIONS, Migration
from gateway.install.names import quote_name, quote_text
from gateway.install.options import Request
from gateway.install.plan import Plan, Section, Server, game_rights, part, sections, site_sections

Dsns = Mapping[Server, Dsn]
"""The administrator's logins."""

_RULE = "-- " + "=" * 70 + "\n"
_HEAD = """\
What `gateway install --apply` would run, for {title} ({family}). To run it yourself, as an administrator:
put a password in quotes in the place of each <password of …>, the same one for the same user (a client that meets one \
which is left stops there); run it from top to bottom, each part on its server; then put the lines at its end into \
gateway.toml. It may be run again: what is there stays, and rights are set anew.
"""


def text(wanted: Request, plan: Plan, left: list[Migration]) -> str:
    """`left`: the migrations that have not run yet."""
    passwords = {role: f"<password of {plan.names.user(role)}>" for role in ("read", "auth", "site", "handover")}
    passwords["owner"] = f"{secrets.token_urlsafe(24)}-aA1"  # of a user that is locked: nobody keeps it
    every = [*sections(plan, passwords), *_tables(plan, left), *site_sections(plan), *_game_user(wanted, plan)]
    head = comment(_HEAD.format(title=plan.family.title, family=plan.family.key))
    dsns: Dsns = {"game": wanted.admin, "login": wanted.login_admin, "site": wanted.site_admin}
    return head + body(dsns, every) + _end(wanted, plan)


def body(dsns: Dsns, every: list[Section]) -> str:
    """The sections, each server's under a heading."""
    return "".join(_part(dsns, server, some) for server, some in _by_server(dsns, every))


def printed(statement: str) -> str:
    """A statement as a client on the command line takes it, which would cut a procedure's body at its first `;`."""
    return f"DELIMITER //\n{statement}//\nDELIMITER ;\n" if ";" in statement else f"{statement};\n"


def _tables(plan: Plan, left: list[Migration]) -> list[Section]:
    """The tables of the site schema, and the record that they were made."""
    if not left:
        return []
    made = [Section("site", "The record of what was made", [CREATE_MIGRATIONS.sql.strip()], plan.names.site)]
    for migration in left:
        values = {
            "site": quote_name(plan.names.site),
            "number": str(migration.number),
            "name": quote_text(migration.name),
            "checksum": quote_text(migration.checksum),
        }
        statements = [*migration.statements, *part("migrated", values)]
        made.append(Section("site", f"Tables: {migration.number:03}_{migration.name}", statements, plan.names.site))
    return made


def _game_user(wanted: Request, plan: Plan) -> list[Section]:
    if wanted.game_user is None:
        return []
    rights = game_rights(plan.names.site, wanted.game_user.account)
    return [Section("site", "The game server's own user calls the procedures of deliveries", rights)]


def _by_server(dsns: Dsns, every: list[Section]) -> list[tuple[Server, list[Section]]]:
    """The sections of each server; those of one and the same server are one part."""
    first: dict[tuple[str, int], Server] = {}
    parts: list[tuple[Server, list[Section]]] = []
    for section in every:
        server = first.setdefault(dsns[section.server].server, section.server)
        if not parts or parts[-1][0] != server:
            parts.append((server, []))
        parts[-1][1].append(section)
    return parts


def _part(dsns: Dsns, server: Server, some: list[Section]) -> str:
    dsn = dsns[server]
    kind = {"game": "the game's", "login": "the accounts'", "site": "our own schema's"}[server]
    written = f"\n{_RULE}-- On {kind} server: {dsn.unix_socket or f'{dsn.host}:{dsn.port}'}\n{_RULE}"
    schema = ""
    for section in some:
        written += f"\n{comment(section.title + '.')}"
        if section.schema and section.schema != schema:
            written += f"USE {quote_name(section.schema)};\n"
            schema = section.schema
        written += "".join(printed(statement) for statement in section.statements)
    return written


def _end(wanted: Request, plan: Plan) -> str:
    names = plan.names

    def dsn(server: Dsn, role: str, schema: str) -> str:
        filled = format_dsn(with_login(server, names.user(role), "PASSWORD", schema))
        return filled.replace(":PASSWORD@", f":<password of {names.user(role)}>@")

    lines = [
        "gateway.toml, mode 0600:",
        "",
        "[database]",
        f'game_dsn = "{dsn(wanted.admin, "read", names.views)}"',
        f'auth_dsn = "{dsn(wanted.login_admin, "auth", names.views)}"',
        f'site_dsn = "{dsn(wanted.site_admin, "site", names.site)}"',
        *(
            ["", "[game_table_delivery]", f'dsn = "{dsn(wanted.admin, "handover", names.game)}"']
            if plan.handover
            else []
        ),
        "",
        "[accounts]",
        'token_secret = "<48 characters or more that nobody can guess: openssl rand -base64 48>"',
    ]
    return f"\n{_RULE}" + "".join(f"-- {line}".rstrip() + "\n" for line in lines)


def comment(sentences: str) -> str:
    return "".join(f"-- {line}\n" for line in wrap(sentences.strip(), 115))
