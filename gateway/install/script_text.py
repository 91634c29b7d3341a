"""The sections of an installation as a text, for an operator who reads it or runs it by hand."""

from collections.abc import Iterable, Mapping, Sequence
from textwrap import wrap
from typing import Final
from urllib.parse import quote

from gateway.config.dsn import Dsn
from gateway.install.config_file import InstalledConfig, merge
from gateway.install.names import quote_name
from gateway.install.script import InstallPlan, Section, Server
from gateway.install.view_files import missing_table_notes

_RULE = "-- " + "=" * 70 + "\n"
_HEAD = """\
The statements of `gateway install --apply` for {title} ({family}). To run it yourself, as an administrator: replace \
each <password of …> by a password in quotes, the same one for the same user (the client stops at one that is left); \
run it from top to bottom, each part on its server; then copy the lines at its end into gateway.toml. It may be run \
again: existing tables stay.
"""


def install_script(
    plan: InstallPlan, parts: Sequence[Section], config: InstalledConfig, passwords: Iterable[str]
) -> str:
    """The sections as a text to read, or to run by hand, and the configuration with these placeholders."""
    head = comment(_HEAD.format(title=plan.family.title, family=plan.family.key))
    head += "".join(comment(f"Note: {note}.") for note in missing_table_notes(plan.views.values()))
    reason = plan.account_rules.hash_reason
    note = f"\n{comment(f'New passwords are hashed as {config.password_hash}: {reason}.')}" if reason else ""
    return head + format_sections(plan.options.dsns, parts) + note + _configuration(plan, config, passwords)


def format_sections(dsns: Mapping[Server, Dsn], parts: Sequence[Section]) -> str:
    """The sections as text, each server's under a heading; sections of one and the same server are not separated."""
    first_servers: dict[tuple[str, int], Server] = {}
    text = ""
    server = None
    schema = ""
    for section in parts:
        section_server = first_servers.setdefault(dsns[section.server].server, section.server)
        if section_server != server:
            server, schema = section_server, ""
            text += _server_heading(section_server, dsns[section_server])
        text += f"\n{comment(section.title + '.')}"
        if section.schema and section.schema != schema:
            schema = section.schema
            text += f"USE {quote_name(schema)};\n"
        text += "".join(_format_statement(statement) for statement in section.statements)
    return text


def _server_heading(server: Server, dsn: Dsn) -> str:
    owner = {"game": "the game's", "login": "the accounts'", "site": "the site schema's"}[server]
    return f"\n{_RULE}-- On {owner} server: {dsn.unix_socket or f'{dsn.host}:{dsn.port}'}\n{_RULE}"


def _format_statement(statement: str) -> str:
    """A statement for the command-line client, which would end a procedure's body at its first `;`."""
    return f"DELIMITER //\n{statement}//\nDELIMITER ;\n" if ";" in statement else f"{statement};\n"


SHARED_ADDRESS_QUESTION: Final = (
    "does a player share the address from which this machine reaches the game? If none does: shared_address = false"
)
"""For families that refuse an address that connects fast; see gateway/docs/operators/install.md."""


def _configuration(plan: InstallPlan, config: InstalledConfig, passwords: Iterable[str]) -> str:
    text = "".join(merge("", section, keys) for section, keys in config.sections.items())
    for password in passwords:  # as a placeholder, which a DSN quotes
        text = text.replace(quote(password, safe=""), password)
    if plan.options.language:
        text = merge(text, "server", plan.server_keys)
    if not plan.is_reinstallation:
        text = merge(text, "extras", {"enabled": plan.options.first_extras})
    lines = ["gateway.toml, mode 0600:", *text.splitlines(), "", "[status]", "recorded_peak = 0"]
    if plan.has_connect_filter:
        lines += [f"# {SHARED_ADDRESS_QUESTION}", "shared_address = true"]
    return f"\n{_RULE}" + "".join(f"-- {line}".rstrip() + "\n" for line in lines)


def comment(sentences: str) -> str:
    return "".join(f"-- {line}\n" for line in wrap(sentences.strip(), 115))
