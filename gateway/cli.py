"""The commands of `gateway`."""

import argparse
import importlib
import json
import os
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol, cast

from gateway.config import settings
from gateway.config.settings import CONFIG

# Group → command → module with add_arguments(parser) and run(args), and its help text. A module is imported only when
# its command is run; "config" and "openapi" are run here.
GROUPS = {
    "Set up": {
        "install": ("gateway.install.install", "create the schemas, views and users"),
        "doctor": ("gateway.doctor", "check databases and settings, and say what to do about each problem"),
        "serve": ("gateway.process.serve", "run the service"),
        "config": ("", "print the effective settings; --help lists every key"),
        "upgrade": ("gateway.install.upgrade", "bring an installation up to this release"),
        "content": (
            "gateway.features.site_content.command",
            "make, check and preview the folder of the site's own content",
        ),
        "extras": ("gateway.install.extras_command", "list the parts of the site that can be off, turn them on or off"),
        "items": ("gateway.install.items_import", "import the names of items from a datapack"),
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
        "block": ("gateway.features.operators.controls_command", "refuse an account on the site, and lift that again"),
        "accounts": (
            "gateway.features.account_overview.accounts_command",
            "remove lost second factors; hand over the coins of a reused name",
        ),
        "operator": ("gateway.administration.command", "say who may sign in to the administration, and as what"),
        "backup": ("gateway.install.backup", "write everything that the site cannot lose, and read it back"),
        "restore": ("gateway.install.restore", "put a backup in place of the site schema, and keep what was there"),
        "restored": ("gateway.features.operators.restored_command", "end every session after a backup was loaded"),
        "log": ("gateway.features.operators.log_command", "show what operators changed, and why"),
        "history": ("gateway.extras.history.command", "show what is recorded, erase a character's history"),
        "code": ("gateway.extras.codes.command", "make promo and gift codes, close their campaigns"),
        "competition": ("gateway.extras.competitions.command", "open a competition of players, pay its prizes"),
        "season": ("gateway.extras.seasons.command", "start a season of the world after a wipe, list the seasons"),
        "roulette": ("gateway.features.roulette.command", "show the odds of the wheel, replace seeds"),
        "keys": ("gateway.install.keys_command", "seal all secrets with the newest data key; export and import keys"),
    },
}


def _is_present(module: str) -> bool:
    """Looks at files alone: a search of the import system would load the packages above."""
    path = Path(__file__).parent.joinpath(*module.split(".")[1:])
    return path.is_dir() or path.with_suffix(".py").is_file()


COMMANDS = {
    name: (module, text)
    for commands in GROUPS.values()
    for name, (module, text) in commands.items()
    if _is_present(module)
}
"""Without those of extras and of the administration that are not in their folders."""
FIRST_STEPS = "New here? Run `gateway install`, then `gateway doctor`, then `gateway serve`. README.md has the rest."


class _Command(Protocol):
    def add_arguments(self, parser: argparse.ArgumentParser) -> None: ...
    def run(self, args: argparse.Namespace) -> int: ...


def main(argv: Sequence[str] | None = None) -> int:
    """Returns the exit code: 2 for a wrong key, value or argument."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    parser, commands = _parser()
    command = next((word for word in arguments if word in commands), "")
    if command and COMMANDS[command][0]:
        _module(command).add_arguments(commands[command])
    if not arguments:
        sys.stderr.write(parser.format_help())
        return 2
    args = parser.parse_args(arguments)
    with _with_config(args.config):
        try:
            if COMMANDS[args.command][0]:
                return _run(args)
            current_settings = settings.from_environment()
            is_config = args.command == "config"
            text = effective(current_settings) if is_config else _openapi(current_settings, admin=args.admin)
        except settings.SettingsError as error:
            sys.stderr.write(f"gateway: {error}{settings.missing_file_hint(os.environ)}\n")
            return 2
        sys.stdout.write(text)
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


def _run(args: argparse.Namespace) -> int:
    if args.command == "ledger":  # its check has a rule of the roulette, which the ledger must not import
        args.rules = importlib.import_module("gateway.features.roulette.verification").configured_rules
    if args.command == "content" and args.word == "preview":  # the whole service, which a feature must not import
        args.preview = importlib.import_module("gateway.process.preview").run
    return _module(args.command).run(args)


def _module(command: str) -> _Command:
    return cast("_Command", importlib.import_module(COMMANDS[command][0]))


def _parser() -> tuple[argparse.ArgumentParser, dict[str, argparse.ArgumentParser]]:
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser("gateway", description=_overview(), formatter_class=raw)
    _add_config(parser, None)
    config_option = argparse.ArgumentParser(add_help=False)
    _add_config(config_option, argparse.SUPPRESS)  # a default here would override a --config before the command
    commands = parser.add_subparsers(
        dest="command", required=True, metavar="COMMAND", help="`COMMAND --help` explains one"
    )
    subparsers = {
        name: commands.add_parser(name, parents=[config_option], conflict_handler="resolve") for name in COMMANDS
    }
    subparsers["openapi"].add_argument("--admin", action="store_true", help="that of the administration")
    subparsers["config"].epilog, subparsers["config"].formatter_class = listing(), raw
    return parser, subparsers


def _add_config(parser: argparse.ArgumentParser, default: str | None) -> None:
    files = f"${CONFIG}, ./gateway.toml, /etc/gateway/gateway.toml"
    parser.add_argument("--config", metavar="FILE", default=default, help=f"TOML file of settings (else {files})")


def _overview() -> str:
    lines = ["A read-through gateway in front of a live game database.", "", FIRST_STEPS]
    for group, names in GROUPS.items():
        commands = {name: COMMANDS[name] for name in names if name in COMMANDS}
        lines += ["", f"{group}:", *(f"  {name:<11} {text}" for name, (_, text) in commands.items())]
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
        value = settings.mask(getattr(getattr(current_settings, key.section), key.name), key)
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
