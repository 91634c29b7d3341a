"""`gateway content init|check`: makes the folder of the site's own content, and checks it."""

import argparse
import sys
from pathlib import Path

from gateway.config import settings
from gateway.features.site_content import content_store, sample
from gateway.features.site_content.content_files import ContentError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = __doc__
    words = parser.add_subparsers(dest="word", required=True, metavar="init|check")
    init = words.add_parser("init", help="make a folder that claims nothing, to be filled in")
    init.add_argument("folder", type=Path)
    check = words.add_parser("check", help="name the file, the line and the reason of the first error")
    check.add_argument("folder", type=Path, nargs="?", help="default: content.folder of the settings")


def run(args: argparse.Namespace) -> int:
    """Returns 0; 1 if the folder exists, cannot be written or is invalid. Raises SettingsError."""
    try:
        if args.word == "init":
            return _init(args.folder)
        return _check(args.folder or content_store.content_folder(settings.from_environment()))
    except ContentError as error:
        sys.stderr.write(f"gateway content: {error}\n")
    except OSError as error:
        sys.stderr.write(f"gateway content: {args.folder}: {error.strerror}; nothing was overwritten\n")
    return 1


def _init(folder: Path) -> int:
    sample.write(folder)
    sys.stdout.write(
        f"{folder} is made. Replace each {sample.UNKNOWN!r} in its files, run `gateway content check {folder}`, and "
        "name it as `folder` under [content].\n"
    )
    return 0


def _check(folder: Path) -> int:
    content = content_store.load(folder)
    sys.stdout.write(
        f"{folder}: valid; {len(content.texts.media)} media, {len(content.texts.downloads.items)} downloads, "
        f"{len(content.pictures)} pictures, {len(content.files)} files\n"
    )
    return 0
