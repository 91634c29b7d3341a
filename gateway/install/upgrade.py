"""`gateway upgrade`: brings an existing installation up to this release, while processes of the previous one run.

It runs `gateway install --apply` again: migrations, views, rights, procedures. Every check comes before the first
statement. Afterwards it tries the rights with the users' own logins, and names the restart, which comes last. It lists
operators that are not signed, and signs them after the administrator's yes.
"""

import argparse
import asyncio
import os
import shlex
import sys
from collections.abc import Iterator
from typing import Final

from gateway import package_data
from gateway.config.settings import KEYS, Settings, load, old_keys
from gateway.config.site_days import zone_notice
from gateway.database import privileges
from gateway.database.installation import RELEASE
from gateway.database.privileges import PrivilegeReport
from gateway.database.sealing import DataKeys
from gateway.features.operators import operator_review
from gateway.features.operators.command_line import os_user, site_connection
from gateway.features.operators.keys_rotation import sealed_tables
from gateway.features.operators.operator_log import Operation, running
from gateway.features.roulette.seeds import RESTORED_SEEDS
from gateway.install import changelog, options
from gateway.install.install import install_and_write
from gateway.install.names import InstallError
from gateway.install.options import InstallOptions, options_of
from gateway.install.prepare import Preparation, prepare
from gateway.install.script import InstallPlan
from gateway.install.servers import open_servers
from gateway.install.view_files import missing_table_notes

_RESTART: Final = """\
restart     each instance, one after the other; with systemd:
            systemctl restart gateway@8000 && systemctl restart gateway@8001
            with Compose:
            docker compose up --detach --no-deps --wait gateway-a
            docker compose up --detach --no-deps --wait gateway-b
"""
_SESSIONS: Final = "011_sessions"
_LOGINS: Final = "logins      tokens of a release without sessions end with it: players log in again\n"
_CLEAR_SEEDS: Final = (
    "afterwards  gateway keys rotate --reason upgrade: seals {count:,} secrets that are in clear text\n"
)
_RESTORED_SEEDS: Final = (
    "afterwards  gateway roulette rotate --all --reason restore: {count:,} accounts spin with seeds of a backup\n"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    options.add_arguments(parser)
    parser.add_argument("--check", action="store_true", help="make every check and print the steps; change nothing")
    parser.add_argument("--sign-operators", action="store_true", help="sign unsigned operators without a question")


def run(args: argparse.Namespace) -> int:
    """Returns 0; 1 if the upgrade is refused, or the users' rights are wrong after it; 2 for wrong options."""
    return options.run_command("upgrade", lambda: _run(args))


def _run(args: argparse.Namespace) -> int:
    options = options_of(args, is_upgrade=True)
    preparation = asyncio.run(_prepare(options))
    sys.stdout.write(format_steps(preparation))
    path = options.config if options.config and options.config.is_file() else None
    sys.stdout.writelines(f"settings    {text}\n" for text in old_keys(path, os.environ))
    if args.check:
        return 0
    asyncio.run(install_and_write(options))
    settings = load(options.config, os.environ)
    report = asyncio.run(privileges.examine(settings))
    sys.stdout.write(format_report(report))
    if any(step.title == _SESSIONS for step in preparation.steps):
        sys.stdout.write(_LOGINS)
    sys.stdout.write(_RESTART)
    sys.stdout.writelines(asyncio.run(_afterwards(settings)))
    with running(Operation(operator=os_user(), command="upgrade", reason="")):
        asyncio.run(sign_operators(settings, without_question=args.sign_operators))
    return 0 if report.is_ok else 1


async def _prepare(options: InstallOptions) -> Preparation:
    async with open_servers(options) as servers:
        run = await prepare(options, servers)
    if not run.installation.exists:
        raise InstallError("nothing is installed here; `gateway install --apply` makes an installation")
    return run


async def _afterwards(settings: Settings) -> list[str]:
    """Lines about seeds of a release that did not seal them, and of a restored backup; none for an ordinary upgrade."""
    async with site_connection(settings) as site:
        uses = [use for table in await sealed_tables(site) for use in await site.read(table.keys)]
        seeds = await site.one(RESTORED_SEEDS)
    clear_count = sum(use.count for use in uses if not use.name)
    lines = [_CLEAR_SEEDS.format(count=clear_count)] if clear_count else []
    return [*lines, _RESTORED_SEEDS.format(count=seeds.accounts)] if seeds and seeds.accounts else lines


async def sign_operators(settings: Settings, *, without_question: bool) -> None:
    """Lists the operators whose rows are not signed, and signs them after a yes."""
    keys = DataKeys(settings.security.data_keys)
    async with site_connection(settings, read_only=False) as site:
        reviews = operator_review.unsigned(await operator_review.review(site, keys))
        if not reviews:
            return
        sys.stdout.writelines(f"operators   {line}\n" for line in operator_review.lines(reviews))
        if without_question or operator_review.confirm("Do you know each of them? Sign them?"):
            await operator_review.sign(site, keys, [review.operator.name for review in reviews])
        else:
            sys.stdout.write("operators   not signed: they cannot sign in; `gateway operator sign` signs them\n")


def format_steps(run: Preparation) -> str:
    """The steps of an upgrade."""
    names = run.plan.names
    migrations = ", ".join(step.title for step in run.steps) or "none is pending"
    revocations = [line for section in run.revocations for line in section.statements]
    lines = [
        f"game        {names.game} ({run.plan.family.title})",
        f"release     {run.installation.record.get(RELEASE, '(not recorded)')}, now {package_data.release()}",
        *(f"settings    new: {text}" for text in _new_settings(run.installation.record.get(RELEASE))),
        f"back up     gateway backup DIR{_config_option(run.plan.options)}",
        f"migrations  {migrations}",
        f"views       {len(run.plan.views)} in {names.views}: they fit the game's tables, and are replaced",
        "procedures  " + ("unchanged" if run.plan.procedures_exist else "replaced: a call at that moment fails once"),
        *(f"days        {text}" for text in _zone_notices(run.plan)),
        *(f"revoked     {line}" for line in revocations),
        *(f"note        {note}" for note in missing_table_notes(run.plan.views.values())),
    ]
    return "".join(f"{line}\n" for line in lines)


def _new_settings(installed_release: str | None) -> Iterator[str]:
    """The settings that are new since the installed release, with their defaults."""
    if installed_release is None:
        yield "those of CHANGELOG.md; the installed release has not recorded itself"
        return
    for name in changelog.new_settings(installed_release):
        if key := KEYS.get(name):
            yield f"{name} (default {key.default!r}): {key.help}"


def _config_option(options: InstallOptions) -> str:
    return f" --config {shlex.quote(str(options.config))}" if options.config else ""


def _zone_notices(plan: InstallPlan) -> Iterator[str]:
    if plan.options.zone and plan.next_days and (text := zone_notice(plan.next_days, plan.options.zone, plan.now)):
        yield str(text)


def format_report(report: PrivilegeReport) -> str:
    """The rights after the upgrade."""
    problems = [
        *report.excess_rights,
        *report.missing_rights,
        *report.unusable_rights,
        *report.broken_views.values(),
        *report.unreachable_roles.values(),
        *report.unsupported_servers.values(),
    ]
    lines = [
        *(f"wrong       {line}" for line in problems),
        *(
            f"kept        {line}, for the previous release; the next upgrade revokes it"
            for line in report.retired_rights
        ),
        f"rights      {len(problems)} are wrong; `gateway doctor` says more"
        if problems
        else "rights      tried and correct",
    ]
    return "".join(f"{line}\n" for line in lines)
