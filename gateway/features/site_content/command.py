"""`gateway content init|check|preview`: makes the folder of the site's own content, checks it, and shows the site."""

import argparse
import sys
from pathlib import Path
from typing import Final

from gateway.config import settings
from gateway.features.site_content import content_store, sample
from gateway.features.site_content.content_files import ContentError

PREVIEW_PORT: Final = 8080


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = __doc__
    words = parser.add_subparsers(dest="word", required=True, metavar="init|check|preview")
    init = words.add_parser("init", help="make a folder that claims nothing, to be filled in")
    init.add_argument("folder", type=Path)
    check = words.add_parser("check", help="name the file, the line and the reason of each error")
    preview = words.add_parser("preview", help="serve the site with this content on 127.0.0.1, without databases")
    preview.add_argument("--port", type=int, default=PREVIEW_PORT, help=f"default: {PREVIEW_PORT}; 0 takes a free one")
    for command in (check, preview):
        command.add_argument("folder", type=Path, nargs="?", help="default: content.folder of the settings")


def run(args: argparse.Namespace) -> int:
    """Returns 0; 1 if the folder exists, cannot be written or is invalid, or if the port is taken.

    Raises SettingsError.
    """
    try:
        if args.word == "init":
            return _init(args.folder, settings.from_environment().server.language)
        if args.word == "preview":
            return args.preview(args.folder, args.port)
        return _check(args.folder or content_store.content_folder(settings.from_environment()))
    except ContentError as error:
        sys.stderr.write(f"gateway content: {error}\n")
    except OSError as error:
        is_init = args.word == "init"
        reason = f"{args.folder}: {error.strerror}; nothing was overwritten" if is_init else str(error)
        sys.stderr.write(f"gateway content: {reason}\n")
    return 1


def _init(folder: Path, language: str) -> int:
    sample.write(folder, language)
    sys.stdout.write(
        f"{folder} is made. Replace each {sample.UNKNOWN!r} in its files, run `gateway content check {folder}`, and "
        "name it as `folder` under [content].\n"
    )
    return 0


def _check(folder: Path) -> int:
    if errors := content_store.refused_files(folder):
        sys.stderr.write("".join(f"gateway content: {error}\n" for error in errors))
        return 1
    content = content_store.load(folder)
    sys.stdout.write(
        f"{folder}: valid; {len(content.texts.media)} media, {len(content.texts.downloads.items)} downloads, "
        f"{len(content.pictures)} pictures, {len(content.files)} files\n"
    )
    return 0
