"""`gateway keys rotate` seals the secrets of the site schema anew; `export` writes the secrets of the configuration
into an encrypted file, and `import` puts them into a configuration again.

A backup holds none of these secrets: keep the file and its passphrase apart from the backups.
"""

import argparse
import getpass
import os
import sys
import tomllib
from pathlib import Path

from gateway.config import settings as configuration
from gateway.features.operators import keys_rotation
from gateway.install import options
from gateway.install.config_file import Value, update_file
from gateway.install.keys_file import PASSPHRASE_MIN, Secrets, read_keys, secrets_of, write_keys
from gateway.install.names import InstallError, OptionError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = __doc__
    words = parser.add_subparsers(dest="word", required=True, metavar="rotate|export|import")
    keys_rotation.add_arguments(words.add_parser("rotate", help="seal everything with the first key"))
    export_parser = words.add_parser("export", help="write the secrets of the settings, encrypted")
    import_parser = words.add_parser("import", help="put them into the configuration file")
    for word_parser in (export_parser, import_parser):
        word_parser.add_argument("file", type=Path, metavar="FILE")
        word_parser.add_argument(
            "--passphrase-file",
            type=Path,
            metavar="FILE",
            help="a file with the passphrase; else asked for",
        )
    import_parser.add_argument(
        "--replace", action="store_true", help="also replace secrets that the configuration file has with other values"
    )


def run(args: argparse.Namespace) -> int:
    """Returns 0; 1 if it is refused; 2 for wrong settings. Never prints a secret."""
    if args.word == "rotate":
        return keys_rotation.run(args)
    return options.run_command(f"keys {args.word}", lambda: _export(args) if args.word == "export" else _import(args))


def _export(args: argparse.Namespace) -> int:
    secrets = secrets_of(configuration.from_environment())
    if not secrets:
        raise InstallError("the configuration has no secrets")
    is_new = write_keys(args.file.absolute(), secrets, _passphrase(args.passphrase_file, is_new=not args.file.exists()))
    if is_new:
        sys.stdout.write(f"keys        {args.file}: {', '.join(secrets)}\n")
        sys.stdout.write("keep        the file and its passphrase, each apart from the backups\n")
    else:
        sys.stdout.write(f"{args.file} has these keys; nothing was changed\n")
    return 0


def _import(args: argparse.Namespace) -> int:
    path = configuration.config_path(os.environ) or Path("gateway.toml")
    secrets = read_keys(args.file, _passphrase(args.passphrase_file, is_new=False))
    if unknown_names := sorted(secrets.keys() - configuration.KEYS.keys()):
        raise InstallError(f"this release has no setting {', '.join(unknown_names)}; nothing was changed")
    previous = _previous(path)
    changes = {name: value for name, value in secrets.items() if previous.get(name) != value}
    conflicts = [name for name in changes if previous.get(name)]
    if conflicts and not args.replace:
        raise InstallError(
            f"{path} has other values of {', '.join(conflicts)}; nothing was changed. --replace takes those of the file"
        )
    if not changes:
        sys.stdout.write(f"{path} has these keys; nothing was changed\n")
        return 0
    sections: dict[str, dict[str, Value]] = {}
    for name, value in changes.items():
        section, _, key = name.partition(".")
        sections.setdefault(section, {})[key] = value if isinstance(value, str) else tuple(value)
    try:
        update_file(path, sections)
    except OSError as error:
        raise InstallError(f"{path}: {error.strerror}; nothing was changed") from error
    sys.stdout.write(f"written     {', '.join(changes)} into {path}\n")
    return 0


def _previous(path: Path) -> Secrets:
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    except OSError as error:
        raise OptionError(f"{path}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise OptionError(f"{path}: {error}") from None
    return {f"{section}.{name}": value for section, table in tables.items() for name, value in table.items()}


def _passphrase(file: Path | None, *, is_new: bool) -> str:
    """Reads the file, or asks; a new passphrase twice. Raises InstallError."""
    if file:
        try:
            passphrase = file.read_text(encoding="utf-8").rstrip("\r\n")
        except (OSError, UnicodeDecodeError) as error:
            raise InstallError(f"--passphrase-file {file}: {error}") from None
    elif not sys.stdin.isatty():
        raise InstallError("there is no terminal to ask for the passphrase: --passphrase-file FILE")
    else:
        passphrase = getpass.getpass("Passphrase: ")
        if is_new and getpass.getpass("Once more: ") != passphrase:
            raise InstallError("the two passphrases differ; nothing was written")
    if is_new and len(passphrase) < PASSPHRASE_MIN:
        raise InstallError(f"a passphrase has at least {PASSPHRASE_MIN} characters; nothing was written")
    return passphrase
