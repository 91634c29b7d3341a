"""`gateway campaign`: makes recharge campaigns, lists them, and ends them before their time."""

import argparse
import re
import time
from typing import Final

from msgspec.structs import replace

from gateway.database.database import Database
from gateway.database.times import to_datetime
from gateway.extras.campaigns import campaigns
from gateway.extras.campaigns.campaigns import CampaignFigures, RechargeEnded, RechargeRefused
from gateway.extras.campaigns.rules import (
    COINS_MAX,
    NAME_MAX,
    RechargeCampaign,
    Steps,
    encode_steps,
    refusal,
    state_of,
)
from gateway.features.operators.command_line import (
    DRY_RUN,
    CommandRefused,
    DoneBefore,
    add_operation_arguments,
    add_output,
    change_transaction,
    execute,
    number_up_to,
    operation,
    point_in_time,
    text_up_to,
)
from gateway.features.operators.report import Answer, pairs, table

_STEP: Final = re.compile(r"(?:([0-9]{1,9}):)?([0-9]{1,3})")
_OPTIONS: Final = {"steps": "--bonus", "ends_at": "--ends"}
"""The option of a field that is refused after the arguments were read."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "Bonus coins for donations that begin within a period. Players see a campaign once it is made."
    words = parser.add_subparsers(dest="word", required=True, metavar="create | list | end")
    create_parser = words.add_parser("create", help="make a campaign; its terms cannot be changed later")
    create_parser.add_argument("name", type=text_up_to(NAME_MAX), metavar="NAME", help="players read it")
    create_parser.add_argument(
        "--bonus",
        type=steps_of,
        required=True,
        metavar="STEPS",
        help="percent of a donation's coins: 20, or by its coins 50:10,500:20",
    )
    create_parser.add_argument("--ends", type=point_in_time, required=True, metavar="TIME", help="as 2026-12-01T03:00Z")
    create_parser.add_argument("--starts", type=point_in_time, metavar="TIME", help="now, unless given")
    create_parser.add_argument("--account-cap", type=number_up_to(COINS_MAX), help="bonus coins of one account at most")
    create_parser.add_argument("--total-cap", type=number_up_to(COINS_MAX), help="bonus coins of all accounts at most")
    create_parser.add_argument("--first", action="store_true", help="for accounts without a paid donation alone, once")
    add_output(words.add_parser("list", help="show all campaigns, the newest first"))
    end_parser = words.add_parser("end", help="end a campaign; donations that began keep their bonus")
    end_parser.add_argument("id", type=number_up_to(2**32 - 1), metavar="ID")
    for change_parser in (create_parser, end_parser):
        change_parser.add_argument("--dry-run", action="store_true", help="show what would change, and change nothing")
        add_operation_arguments(change_parser, reason=True)


def steps_of(text: str) -> Steps:
    """Parses `20` and `50:10,500:20`. Raises ArgumentTypeError."""
    matches = [_STEP.fullmatch(part) for part in text.split(",")]
    if not all(matches):
        raise argparse.ArgumentTypeError(f"{text!r} is not a bonus such as 20 or 50:10,500:20")
    return tuple((int(match[1] or 1), int(match[2])) for match in matches if match)


def run(args: argparse.Namespace) -> int:
    """Returns 0: done, or done before; 1 if the change is refused; 2 if the site schema cannot be read or written."""
    if args.word == "list":
        return execute(args, _list)
    work = _create if args.word == "create" else _end
    return execute(args, lambda site: work(site, args), change=operation(args, f"campaign {args.word}"))


async def _list(site: Database) -> Answer:
    now, rows = time.time(), await site.read(campaigns.ALL)
    figures = await campaigns.figures_of(site)
    promised = await campaigns.promised_by(site, rows)
    table_rows = [
        (
            row.id,
            row.name,
            bonus_text(row),
            _time(row.starts_at),
            _time(row.ended_at or row.ends_at),
            state_of(row, now),
            figures.get(row.id, CampaignFigures(row.id)).donations,
            f"{promised[row.id].coins if row.id in promised else 0:,}",
            f"{figures.get(row.id, CampaignFigures(row.id)).given:,}",
        )
        for row in rows
    ]
    return Answer(table("id, name, bonus, starts, ends, state, donations, promised, given", table_rows), rows)


async def _create(site: Database, args: argparse.Namespace) -> Answer:
    now = int(time.time())
    campaign = RechargeCampaign(
        id=0,
        name=args.name,
        steps=encode_steps(args.bonus),
        starts_at=args.starts or now,
        ends_at=args.ends,
        account_cap=args.account_cap,
        total_cap=args.total_cap,
        first_only=int(args.first),
    )
    if problem := refusal(campaign, now):
        raise CommandRefused(f"{_OPTIONS.get(problem[0], problem[0])}: {problem[1]}")
    for row in await site.read(campaigns.ANNOUNCED, now=now):
        same_terms = replace(campaign, id=row.id, starts_at=args.starts or row.starts_at, created_at=row.created_at)
        if row == same_terms:
            raise DoneBefore(f"campaign {row.id} has these terms already")
    summary = pairs(
        {
            "campaign": campaign.name,
            "times": f"{_time(campaign.starts_at)} to {_time(campaign.ends_at)}",
            "bonus": bonus_text(campaign),
            "for one account": _cap_text(campaign.account_cap),
            "in all": _cap_text(campaign.total_cap),
            "accounts": "those without a paid donation" if campaign.first_only else "all",
        }
    )
    number = 0
    async with change_transaction(site, is_dry_run=args.dry_run) as session:
        number = await campaigns.create(session, campaign, now)
    return Answer([*summary, DRY_RUN if args.dry_run else f"campaign {number} is made"])


async def _end(site: Database, args: argparse.Namespace) -> Answer:
    try:
        async with change_transaction(site, is_dry_run=args.dry_run) as session:
            await campaigns.end(session, args.id, int(time.time()))
    except RechargeEnded:
        raise DoneBefore(f"campaign {args.id} has ended already") from None
    except RechargeRefused as error:
        raise CommandRefused(str(error)) from None
    if args.dry_run:
        return Answer([f"campaign {args.id} would end now", DRY_RUN])
    return Answer([f"campaign {args.id} has ended; donations that began keep their bonus"])


def bonus_text(campaign: RechargeCampaign) -> str:
    return ", ".join(f"{percent}%" + f" from {least:,} coins" * (least > 1) for least, percent in campaign.percents)


def _cap_text(cap: int | None) -> str:
    return "no limit" if cap is None else f"{cap:,} coins at most"


def _time(second: int) -> str:
    return to_datetime(second).strftime("%Y-%m-%d %H:%M")
