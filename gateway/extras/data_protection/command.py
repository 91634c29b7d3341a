"""`gateway legal`: publishes versions of the legal texts, and lists them."""

import argparse

from gateway.config import settings as configuration
from gateway.config.settings import SettingsError
from gateway.database.database import Database
from gateway.extras.data_protection import legal_texts
from gateway.extras.data_protection.legal_texts import DOCUMENTS, PublicationRefused, SameText
from gateway.features.operators.command_line import (
    CommandRefused,
    DoneBefore,
    add_operation_arguments,
    add_output,
    execute,
    operation,
)
from gateway.features.operators.report import Answer, moment, table
from gateway.features.site_content import content_store
from gateway.features.site_content.content_files import ContentError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "Versions of the legal texts. A new version asks each player at the next login to accept it."
    words = parser.add_subparsers(dest="word", required=True, metavar="list | publish")
    add_output(words.add_parser("list", help="show the versions, with the number of accounts that accepted each"))
    publish_parser = words.add_parser("publish", help="publish the present text of the content folder")
    publish_parser.add_argument("document", choices=DOCUMENTS)
    add_operation_arguments(publish_parser, reason=True)


def run(args: argparse.Namespace) -> int:
    """Returns 0: done, or done before; 1 if the text is refused; 2 if the site schema cannot be used."""
    if args.word == "list":
        return execute(args, _list)
    return execute(args, lambda site: _publish(site, args), change=operation(args, "legal publish"))


async def _list(site: Database) -> Answer:
    rows = await site.read(legal_texts.ALL_VERSIONS)
    lines = [
        (row.document, row.version, moment(int(row.published_at.timestamp())), row.published_by, row.accepted)
        for row in rows
    ]
    return Answer(table("document, version, published, by, accepted", lines), rows)


async def _publish(site: Database, args: argparse.Namespace) -> Answer:
    settings = configuration.from_environment()
    try:
        legal_texts.require_written(settings, args.document)
        content = content_store.load(content_store.content_folder(settings))
        texts = legal_texts.present_texts(content, args.document)
        async with site.transaction() as session:
            version = await legal_texts.publish(session, args.document, texts, args.by)
    except SameText as error:
        raise DoneBefore(str(error)) from None
    except PublicationRefused as error:
        raise CommandRefused(str(error)) from None
    except ContentError as error:
        raise SettingsError(str(error)) from None
    return Answer([f"version {version} of {args.document} is published; players are asked at their next login"])
