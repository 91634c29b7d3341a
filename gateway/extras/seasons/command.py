"""`gateway season`: starts a season after a wipe, takes the start back, lists the seasons."""

import argparse
import time
from collections.abc import Awaitable
from datetime import UTC, datetime
from typing import Final

from gateway.config import settings as configuration
from gateway.config.settings import Settings
from gateway.database.database import Database, Session
from gateway.database.installation import site_days
from gateway.extras import world_events
from gateway.extras.competitions import repository as competitions
from gateway.extras.competitions.rules import state_of
from gateway.extras.seasons.offer import losses
from gateway.extras.world_events import Season
from gateway.extras.world_events.seasons import SeasonRefused, start, undo
from gateway.features.operators import operator_log
from gateway.features.operators.command_line import (
    CommandRefused,
    DoneBefore,
    add_operation_arguments,
    add_output,
    execute,
    operation,
    text_up_to,
)
from gateway.features.operators.report import Answer, pairs, sections, table

NAME_MAX: Final = 64
_EFFECTS: Final = (
    "firsts, gains, the castles' history and the readings of the world begin anew at the next reading",
    "characters that come back with less experience begin a new history, also under the same name",
    "events and reports of the season before stay at their addresses, with the names of then",
    "ledger, wallets, deliveries, limits, privacy and accounts do not change",
)
_NO_WIPE: Final = "this does not look like a wipe yet: characters that are there now take the firsts of their levels"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "Seasons of the game's world. Start one after a wipe, before the game is open again."
    words = parser.add_subparsers(dest="word", required=True, metavar="list | start | undo")
    add_output(words.add_parser("list", help="show all seasons"))
    start_parser = words.add_parser("start", help="begin a season (a dry run first)")
    start_parser.add_argument("name", type=text_up_to(NAME_MAX), metavar="NAME")
    undo_parser = words.add_parser("undo", help="take the start back (a dry run first)")
    for changing_parser in (start_parser, undo_parser):
        changing_parser.add_argument("--apply", action="store_true", help="change it; else show what would change")
        add_operation_arguments(changing_parser)


def run(args: argparse.Namespace) -> int:
    """Returns 0: done, or done before; 1 if the change is refused; 2 if the site schema cannot be used."""
    settings = configuration.from_environment()
    if args.word == "list":
        return execute(args, _list)
    work = _start if args.word == "start" else _undo
    change = operation(args, f"season {args.word}")
    return execute(args, lambda site: work(site, args, settings), change=change)


async def _list(site: Database) -> Answer:
    rows = await world_events.seasons(site)
    lines = [(row.number, row.name or "-", _moment(row.started_at), _moment(row.ended_at)) for row in rows]
    return Answer(table("season, name, started, ended", lines), rows)


async def _start(site: Database, args: argparse.Namespace, settings: Settings) -> Answer:
    now, zone = int(time.time()), settings.server.zone
    current, recent_losses = (await world_events.seasons(site))[-1], await losses(site, zone, now)
    if args.name == current.name:
        raise DoneBefore(f"the season {args.name!r} began at {_moment(current.started_at)}")
    await _require_no_competition(site, settings, now)
    new = Season(current.number + 1, args.name, now)
    if args.apply:
        async with site.transaction() as session:
            new = await _refusable(start(session, args.name, now))
            await operator_log.record(session, f"season:{new.number}", after=_values(new))
    elif args.name in {row.name for row in await world_events.seasons(site)}:
        raise CommandRefused(f"there is a season {args.name!r} already")
    changes = {"before": pairs(_values(current)), "after": pairs(_values(new))}
    doubts = [] if recent_losses.look_like_a_wipe else [_NO_WIPE]
    notes = {"seen in seven days": [str(recent_losses.text), *doubts], "effects": _EFFECTS}
    return Answer([*sections(changes | notes), *_end(args)])


async def _undo(site: Database, args: argparse.Namespace, _settings: Settings) -> Answer:
    rows = await world_events.seasons(site)
    if len(rows) == 1:
        raise CommandRefused("no season was started: there is nothing to undo")
    if args.apply:
        async with site.transaction() as session:
            old_season = await _refusable(undo(session))
            await operator_log.record(session, f"season:{old_season.number}", before=_values(old_season))
    changes = {"before": pairs(_values(rows[-1])), "after": pairs(_values(rows[-2]))}
    effects = ("events since then belong to the season before again; refused once there is a first of the world",)
    return Answer([*sections(changes | {"effects": effects}), *_end(args)])


async def _require_no_competition(site: Database | Session, settings: Settings, now: int) -> None:
    days = await site_days(site, settings.server.zone)
    for record in await competitions.records(site):
        state = state_of(record.competition, record.board, now, days)
        is_settled = state == "final" and all(prize.outcome is not None for prize in record.prizes)
        if state != "closed" and not is_settled:
            raise CommandRefused(
                f"competition {record.competition.id} is {state}, and its entrants would vanish: wait until it is "
                f"final and paid (`gateway competition pay {record.competition.id}`), or close it"
            )


async def _refusable(change: Awaitable[Season]) -> Season:
    try:
        return await change
    except SeasonRefused as error:
        raise CommandRefused(str(error)) from None


def _values(season: Season) -> dict[str, object]:
    return {"season": season.number, "name": season.name, "started": _moment(season.started_at)}


def _moment(seconds: int | None) -> str | None:
    return datetime.fromtimestamp(seconds, UTC).isoformat() if seconds else None


def _end(args: argparse.Namespace) -> list[str]:
    return [] if args.apply else ["dry run: nothing was changed; add --apply"]
