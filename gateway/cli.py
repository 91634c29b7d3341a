"""The commands of `gateway`."""

import argparse
import importlib
import json
import os
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Protocol, cast

from gateway import package_data
from gateway.config import settings
from gateway.config.extras import ALL_EXTRAS
from gateway.config.settings import CONFIG

_PACKAGE: Final = Path(__file__).parent
# Group → command → module with add_arguments(parser) and run(args), and its help text. A module is imported only when
# its command is run; "config" and "openapi" are run here. `command_list.py` of an extra or the administration
# adds to them.
GROUPS: Final = {
    "Set up": {
        "install": ("gateway.install.install", "create the schemas, views and users"),
        "doctor": ("gateway.doctor", "check databases and settings, and say what to do about each problem"),
        "serve": ("gateway.process.serve", "run the service"),
        "config": ("", "print the effective settings, and check them as serve does; --help lists every key"),
        "upgrade": ("gateway.install.upgrade", "bring an installation up to this release"),
        "downgrade": ("gateway.install.downgrade", "say what going back to an earlier release costs"),
        "content": (
            "gateway.features.site_content.command",
            "make, check and preview the folder of the site's own content",
        ),
        "extras": ("gateway.install.extras_command", "list the parts of the site that can be off, turn them on or off"),
        "items": ("gateway.install.items_import", "import the names of items alone from a datapack"),
        "views": ("gateway.install.export_views", "print the views of a family, to write your own"),
        "openapi": ("", "print the OpenAPI document"),
        "uninstall": ("gateway.install.uninstall", "remove what install made; the players' data stay"),
    },
    "Answer a player": {
        "account": ("gateway.features.account_overview.command", "show all that is known of one account"),
        "donations": ("gateway.features.payments.donation_list", "list donations, what happened, and what to do next"),
        "reconcile": ("gateway.features.payments.command", "ask the payment provider for what it did not tell"),
        "refund": ("gateway.features.payments.refund", "give a payment's money back, and take its coins"),
        "deliveries": (
            "gateway.features.deliveries.command",
            "list coins on their way to characters, and settle what is stuck",
        ),
        "ledger": ("gateway.features.ledger.command", "check the books, show an account's entries, adjust its coins"),
    },
    "Run the site": {
        "switch": ("gateway.features.operators.controls_command", "open or close a feature, without a restart"),
        "notice": ("gateway.features.operators.controls_command", "show a line of text on every page"),
        "hide": ("gateway.features.privacy.hide_command", "hide a reported name, title or crest, and show it again"),
        "block": (
            "gateway.features.account_overview.block_command",
            "refuse an account on the site, and lift that again",
        ),
        "accounts": (
            "gateway.features.account_overview.accounts_command",
            "remove lost second factors; hand over the coins of a reused name",
        ),
        "backup": ("gateway.install.backup", "write everything that the site cannot lose, and read it back"),
        "restore": ("gateway.install.restore", "put a backup in place of the site schema, and keep what was there"),
        "restored": ("gateway.features.operators.restored_command", "end every session after a backup was loaded"),
        "log": ("gateway.features.operators.log_command", "show what operators changed, and why"),
        "roulette": ("gateway.features.roulette.command", "show the odds of the wheel, replace seeds"),
        "keys": ("gateway.install.keys_command", "seal all secrets with the newest data key; export and import keys"),
    },
}


def _add_registered_commands() -> None:
    paths = [*_PACKAGE.glob("administration/command_list.py"), *sorted(_PACKAGE.glob("extras/*/command_list.py"))]
    for path in paths:
        module = importlib.import_module(".".join(("gateway", *path.relative_to(_PACKAGE).with_suffix("").parts)))
        for group, commands in module.GROUPS.items():
            GROUPS[group] |= commands


_add_registered_commands()
COMMANDS: Final = {name: entry for commands in GROUPS.values() for name, entry in commands.items()}
NEEDS_LINUX = (
    "gateway: it runs on Linux alone. On Windows leave the game where it is, and run the gateway in WSL 2 or on a "
    "small Linux machine: gateway/docs/operators/windows.md has each step\n"
)
FIRST_STEPS = "New here? Run `gateway install`, then `gateway doctor`, then `gateway serve`. README.md has the rest."


class Parser(argparse.ArgumentParser):
    """Takes `--config` at each place: a parser of subcommands makes parsers of its own class."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        # No default: it would override a --config at an earlier place.
        text = f"TOML file of settings (else ${CONFIG}, ./gateway.toml, /etc/gateway/gateway.toml)"
        self.add_argument("--config", metavar="FILE", default=argparse.SUPPRESS, help=text)


class _Command(Protocol):
    def add_arguments(self, parser: argparse.ArgumentParser) -> None: ...
    def run(self, args: argparse.Namespace) -> int: ...


def main(argv: Sequence[str] | None = None) -> int:
    """Returns the exit code: 2 for a wrong key, value or argument."""
    if sys.platform == "win32":  # before the import of a command, which needs fcntl, resource and the like
        sys.stderr.write(NEEDS_LINUX)
        return 1
    arguments = list(sys.argv[1:] if argv is None else argv)
    parser, commands = _parser()
    command = next((word for word in arguments if word in commands), "")
    if command and COMMANDS[command][0]:
        _module(command).add_arguments(commands[command])
    if not arguments:
        sys.stderr.write(parser.format_help())
        return 2
    args = parser.parse_args(arguments)
    with _with_config(getattr(args, "config", None)), _with_newer_settings():
        try:
            if COMMANDS[args.command][0]:
                return _run(args)
            current_settings = settings.from_environment()
            if args.command == "config":
                sys.stdout.write(effective(current_settings))
                return importlib.import_module("gateway.process.serve").verify(current_settings)
            sys.stdout.write(_openapi(current_settings, admin=args.admin))
        except settings.SettingsError as error:
            sys.stderr.write(f"gateway: {error}{settings.missing_file_hint(os.environ)}\n")
            return 2
        return 0


@contextmanager
def _with_config(file: str | None) -> Generator[None]:
    """Sets the file in the environment, which the worker processes read, too, until the command has ended."""
    previous_file = os.environ.get(CONFIG)
    if path := str(Path(file).resolve()) if file else settings.find_config(os.environ):
        os.environ[CONFIG] = path
    try:
        yield
    finally:
        if previous_file is None:
            os.environ.pop(CONFIG, None)
        else:
            os.environ[CONFIG] = previous_file


@contextmanager
def _with_newer_settings() -> Generator[None]:
    """Leaves out settings and extras of a newer release until the command has ended, if one upgraded the schema."""
    variables = _newer_settings()
    previous_values = {name: os.environ.get(name) for name in variables}
    os.environ.update(variables)
    try:
        yield
    finally:
        for name, value in previous_values.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def _newer_settings() -> dict[str, str]:
    """Returns variables with which this release starts on settings of a newer one, and names these on standard error.

    Empty if there is no unknown setting, or no newer release has upgraded the installation.
    """
    path, ignoring = settings.config_path(os.environ), {settings.UNKNOWN_SETTINGS: "ignore"}
    try:
        names = settings.unknown_settings(path, os.environ)
        readable_settings = settings.load(path, {**os.environ, **ignoring})
    except settings.SettingsError:
        return {}  # the command says so
    extras = readable_settings.extras.enabled
    present_extras = [name for name in extras if extras == ALL_EXTRAS or (_PACKAGE / "extras" / name).is_dir()]
    names += [f"extras.enabled: {name}" for name in extras if name not in present_extras]
    if not names:
        return {}
    if settings.UNKNOWN_SETTINGS not in os.environ:
        import asyncio

        from gateway.database.privileges import is_newer_installation

        if not asyncio.run(is_newer_installation(readable_settings)):
            return {}
    sys.stderr.write(
        f"gateway: ignored, as of a newer release that has upgraded the installation: {', '.join(names)}\n"
    )
    return {**ignoring, "GATEWAY_EXTRAS_ENABLED": ",".join(present_extras)}


def _run(args: argparse.Namespace) -> int:
    if args.command == "ledger":  # its check has a rule of the roulette, which the ledger must not import
        args.rules = importlib.import_module("gateway.features.roulette.verification").configured_rules
    if args.command == "content" and args.word == "preview":  # the whole service, which a feature must not import
        args.preview = importlib.import_module("gateway.process.preview").run
    return _module(args.command).run(args)


def _module(command: str) -> _Command:
    return cast("_Command", importlib.import_module(COMMANDS[command][0]))


def _parser() -> tuple[Parser, dict[str, Parser]]:
    raw = argparse.RawDescriptionHelpFormatter
    parser = Parser("gateway", description=_overview(), formatter_class=raw)
    parser.add_argument("--version", action="version", version=package_data.release())
    commands = parser.add_subparsers(
        dest="command", required=True, metavar="COMMAND", help="`COMMAND --help` explains one"
    )
    subparsers = {name: commands.add_parser(name) for name in COMMANDS}
    subparsers["openapi"].add_argument("--admin", action="store_true", help="that of the administration")
    subparsers["config"].epilog, subparsers["config"].formatter_class = listing(), raw
    return parser, subparsers


def _overview() -> str:
    lines = ["A read-through gateway in front of a live game database.", "", FIRST_STEPS]
    for group, names in GROUPS.items():
        lines += ["", f"{group}:", *(f"  {name:<11} {text}" for name, (_, text) in names.items())]
    return "\n".join(lines)


def listing() -> str:
    """Returns every key with its default and its help text, for `gateway config --help`."""
    lines = ["Every key can be given as GATEWAY_<SECTION>_<KEY>, which wins over the file.", ""]
    section = ""
    for key in settings.KEYS.values():
        if key.section != section:
            section = key.section
            lines.append(f"[{section}]")
        lines += [f"  {key.name} = {_toml(key.default)}", f"      {key.help}"]
    return "\n".join(lines)


def effective(current_settings: settings.Settings) -> str:
    """Returns the settings as TOML, with passwords masked."""
    lines: list[str] = []
    section = ""
    for key in settings.KEYS.values():
        if key.section != section:
            section = key.section
            lines += ["", f"[{section}]"] if lines else [f"[{section}]"]
        value = settings.mask(key.value(current_settings), key)
        lines.append(f"{key.name} = {_toml(value)}")
    return "\n".join(lines) + "\n"


def _toml(value: bool | int | str | tuple[Any, ...]) -> str:
    """Returns the value in TOML, of which JSON's texts, numbers and lists are a part."""
    return json.dumps(value, ensure_ascii=False)


def _openapi(current_settings: settings.Settings, *, admin: bool) -> str:
    from gateway import app
    from gateway.http import openapi

    application = app.documented_application(current_settings)
    document = application.administration.document() if admin else openapi.document(application.routes())
    return openapi.to_json(document).decode()
