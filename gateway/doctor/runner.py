"""Runs the topics and prints what they find: the command `gateway doctor`."""

import argparse
import asyncio
import os
import re
import shlex
import sys
from collections.abc import Awaitable, Callable, Collection
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import msgspec
import structlog

from gateway.config import settings as configuration
from gateway.config.dsn import Dsn, DsnError, parse_dsn
from gateway.config.settings import Settings, SettingsError
from gateway.database.database import DatabaseError
from gateway.database.error_hints import with_hint
from gateway.doctor.context import DoctorContext, open_context
from gateway.doctor.findings import Finding, bad, format_json, format_text, ok, use_color
from gateway.doctor.topics import (
    accounts,
    address,
    backups,
    clocks,
    connections,
    content,
    deliveries,
    engines,
    files,
    indexes,
    items,
    machine,
    mail,
    not_players,
    payments,
    redis,
    rights,
    schema,
    secrets,
    status,
    views,
)
from gateway.install.options import ADMIN_DSN, LOGIN_ADMIN_DSN
from gateway.registration.extra import enabled_extras, installed_extras
from gateway.texts import SOURCE, Text, languages, read, text

Check = Callable[[DoctorContext], Awaitable[list[Finding]]]
_CORE: Final[dict[str, Check]] = {
    "connections": connections.check,
    "rights": rights.check,
    "schema": schema.check,
    "secrets": secrets.check,
    "backups": backups.check,
    "views": views.check,
    "players": not_players.check,
    "accounts": accounts.check,
    "engines": engines.check,
    "indexes": indexes.check,
    "time": clocks.check,
    "items": items.check,
    "status": status.check,
    "redis": redis.check,
    "payments": payments.check,
    "deliveries": deliveries.check,
    "mail": mail.check,
    "address": address.check,
    "content": content.check,
    "machine": machine.check,
    "page": files.check_page,
    "files": files.check_config,
}
"""Topic → its check, in the order of the output."""
_EXTRAS: Final = {name: f"gateway.extras.{name}.doctor" for name in installed_extras()}
_EXTRA_TOPICS: Final = {name: module for name, module in _EXTRAS.items() if find_spec(module)}
TOPICS: Final = (*_CORE, *_EXTRA_TOPICS)
_COMMAND: Final = re.compile(r"`gateway [a-z]+")
_ADMIN_TOPICS: Final = {"schema", "views", "engines"}


def topics_of(settings: Settings) -> dict[str, Check]:
    """Returns the topics of core and of the extras that are on. Raises SettingsError."""
    names = [extra.name for extra in enabled_extras(settings) if extra.name in _EXTRA_TOPICS]
    return _CORE | {name: import_module(_EXTRA_TOPICS[name]).check for name in names}


async def examine(
    settings: Settings,
    *,
    config: Path | None = None,
    admin_dsn: str = "",
    login_admin_dsn: str = "",
    only: Collection[str] = (),
    language: str = SOURCE,
) -> list[Finding]:
    """Runs all topics, or those in `only`; sentences are in the language.

    Raises SettingsError, DsnError for an unreadable DSN, DatabaseUnavailable for an administrator's login that fails.
    """
    admin, login_admin = _parse_dsn("--admin-dsn", admin_dsn), _parse_dsn("--login-admin-dsn", login_admin_dsn)
    topics = {topic: check for topic, check in topics_of(settings).items() if not only or topic in only}
    findings: list[Finding] = []
    async with open_context(settings, config, admin, login_admin) as context:
        for topic, check in topics.items():
            try:
                results = await check(context)
            except DatabaseError as error:
                results = [
                    bad(text("doctor.output.failed", topic=topic, error=str(error)), text("doctor.output.failed_do"))
                ]
            findings += [_with_topic(finding, topic, config, language) for finding in results]
        if _ADMIN_TOPICS & topics.keys() and (skipped_checks := _skipped_checks(context)):
            findings.append(_with_topic(ok(skipped_checks), "skipped", config, language))
    return findings


def _with_topic(finding: Finding, topic: str, config: Path | None, language: str) -> Finding:
    """The finding of this topic in the language, with the configuration file in each command that it names."""
    option = f" --config {shlex.quote(str(config.resolve()))}" if config else ""
    message, remedy = (
        _COMMAND.sub(lambda match: match[0] + option, part.read(language) if part else "")
        for part in (finding.message, finding.remedy)
    )
    title = read(language, f"doctor.topics.{topic}")
    return msgspec.structs.replace(finding, topic=topic, title=title, text=message, do=remedy)


def _skipped_checks(context: DoctorContext) -> Text | None:
    if "game" not in context.admins:
        return text("doctor.output.not_checked")
    return None if "login" in context.admins else text("doctor.output.not_checked_login")


def _parse_dsn(option: str, dsn: str) -> Dsn | None:
    try:
        return parse_dsn(dsn) if dsn else None
    except DsnError as error:
        raise DsnError(f"{option}: {error}") from None


def add_arguments(parser: argparse.ArgumentParser) -> None:
    option = parser.add_argument
    option(
        "--json",
        action="store_true",
        help="print a list of {topic, title, level, text, do, message, remedy}: the sentences, and the code and "
        "values of each; level: ok, advice or bad",
    )
    option("--language", choices=languages(), help="language of the sentences (default: server.language)")
    option("--only", metavar="TOPIC,…", default="", help=f"check only these of {', '.join(TOPICS)}")
    option(
        "--admin-dsn",
        default=os.environ.get(ADMIN_DSN, ""),
        help=f"administrator's login; also checks the game's own tables (default: ${ADMIN_DSN}); never stored",
    )
    option(
        "--login-admin-dsn",
        default=os.environ.get(LOGIN_ADMIN_DSN, ""),
        help=f"the same for accounts on a server of their own (default: ${LOGIN_ADMIN_DSN})",
    )


def run(args: argparse.Namespace) -> int:
    """Returns 0 if nothing is bad, 1 if something is, 2 if the configuration or a login is unreadable."""
    path = configuration.config_path(os.environ)
    only = {topic.strip() for topic in args.only.split(",") if topic.strip()}
    try:
        if unknown := only - set(TOPICS):
            raise SettingsError(f"--only: unknown topic {', '.join(sorted(unknown))}; topics: {', '.join(TOPICS)}")
        settings = configuration.load(path, os.environ)
        language = args.language or settings.server.language
        logins = {"admin_dsn": args.admin_dsn, "login_admin_dsn": args.login_admin_dsn}
        # The findings report every failure: no log line may stand between them or in the JSON.
        with structlog.testing.capture_logs():
            findings = asyncio.run(examine(settings, config=path, only=only, language=language, **logins))
    except (SettingsError, DsnError, DatabaseError) as error:
        hint = configuration.missing_file_hint(os.environ)
        sys.stderr.write(f"gateway doctor: {with_hint(error)}{hint}\n")
        return 2
    if args.json:
        sys.stdout.write(format_json(findings))
    else:
        sys.stdout.write(format_text(findings, language, color=use_color(sys.stdout.isatty())))
    return int(any(finding.level == "bad" for finding in findings))
