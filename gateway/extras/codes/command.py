"""`gateway code`: makes campaigns of promo and gift codes, lists them, and closes them."""

import argparse
import time
from collections.abc import Awaitable, Callable

from gateway.database.database import Database
from gateway.database.times import to_datetime
from gateway.extras.codes import campaigns
from gateway.extras.codes.campaigns import CampaignClosed, CampaignRefused
from gateway.extras.codes.rules import (
    COINS_MAX,
    GIFT_CODES_MAX,
    NAME_MAX,
    REDEMPTIONS_MAX,
    Campaign,
    refusal,
    state_of,
)
from gateway.features.operators import coin_grants
from gateway.features.operators.coin_grants import GrantRefused, GrantReleased
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


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "Codes that players redeem for coins, once per campaign and account."
    words = parser.add_subparsers(dest="word", required=True, metavar="create | list | close | release")
    create_parser = words.add_parser("create", help="make a campaign and print its codes, once")
    create_parser.add_argument("name", type=text_up_to(NAME_MAX), metavar="NAME")
    create_parser.add_argument("--coins", type=number_up_to(COINS_MAX), required=True, help="of each redemption")
    create_parser.add_argument(
        "--expires", type=point_in_time, required=True, metavar="TIME", help="as 2026-12-01T03:00Z"
    )
    create_parser.add_argument("--starts", type=point_in_time, metavar="TIME", help="now, unless given")
    kind = create_parser.add_mutually_exclusive_group(required=True)
    kind.add_argument("--uses", type=number_up_to(REDEMPTIONS_MAX), help="a promo code for so many accounts")
    kind.add_argument("--gifts", type=number_up_to(GIFT_CODES_MAX), help="so many gift codes for one redemption each")
    create_parser.add_argument("--code", default="", help="the promo code; a random one unless given")
    add_output(words.add_parser("list", help="show all campaigns, the newest first"))
    close_parser = words.add_parser("close", help="end a campaign: its codes give no more coins")
    close_parser.add_argument("id", type=number_up_to(2**32 - 1), metavar="ID")
    release_parser = words.add_parser("release", help="let a campaign above its maker's daily sum give its coins")
    release_parser.add_argument("id", type=number_up_to(2**32 - 1), metavar="ID")
    for change_parser in (create_parser, close_parser, release_parser):
        change_parser.add_argument("--dry-run", action="store_true", help="show what would change, and change nothing")
        add_operation_arguments(change_parser, reason=True)


def run(args: argparse.Namespace) -> int:
    """Returns 0: done, or done before; 1 if the change is refused; 2 if the site schema cannot be read or written."""
    if args.word == "list":
        return execute(args, _list)
    works: dict[str, Callable[[Database, argparse.Namespace], Awaitable[Answer]]] = {
        "create": _create,
        "close": _close,
        "release": _release,
    }
    return execute(args, lambda site: works[args.word](site, args), change=operation(args, f"code {args.word}"))


async def _list(site: Database) -> Answer:
    now, rows = time.time(), await campaigns.all_campaigns(site)
    table_rows = [
        (
            row.id,
            row.name,
            row.kind,
            f"{row.coins:,}",
            f"{row.redeemed}/{row.max_redemptions}",
            _time(row.expires_at),
            state_of(row, now),
            row.made_by,
        )
        for row in rows
    ]
    return Answer(table("id, name, kind, coins, redeemed, expires, state, made by", table_rows), rows)


async def _create(site: Database, args: argparse.Namespace) -> Answer:
    now = int(time.time())
    campaign = Campaign(
        id=0,
        name=args.name,
        kind="gift" if args.gifts else "promo",
        coins=args.coins,
        starts_at=args.starts or now,
        expires_at=args.expires,
        max_redemptions=args.gifts or args.uses,
    )
    if problem := refusal(campaign, args.code, now):
        raise CommandRefused(f"{problem[0]}: {problem[1]}")
    summary = pairs(
        {
            "campaign": campaign.name,
            "times": f"{_time(campaign.starts_at)} to {_time(campaign.expires_at)}",
            "coins": f"{campaign.coins:,} for each of {campaign.max_redemptions:,} redemptions",
            "in all": f"{campaign.coins * campaign.max_redemptions:,} coins at most",
        }
    )
    try:
        async with change_transaction(site, is_dry_run=args.dry_run) as session:
            number, codes = await campaigns.create_with_codes(session, campaign, args.code, now)
    except CampaignRefused as error:
        raise CommandRefused(str(error)) from None
    if args.dry_run:
        return Answer([*summary, DRY_RUN])
    return Answer([*summary, f"campaign {number} is made; its codes are shown this once:", *codes])


async def _close(site: Database, args: argparse.Namespace) -> Answer:
    try:
        async with change_transaction(site, is_dry_run=args.dry_run) as session:
            await campaigns.close(session, args.id, int(time.time()))
    except CampaignClosed:
        raise DoneBefore(f"campaign {args.id} is closed already") from None
    except CampaignRefused as error:
        raise CommandRefused(str(error)) from None
    if args.dry_run:
        return Answer([f"campaign {args.id} would be closed", DRY_RUN])
    return Answer([f"campaign {args.id} is closed"])


async def _release(site: Database, args: argparse.Namespace) -> Answer:
    try:
        async with change_transaction(site, is_dry_run=args.dry_run) as session:
            await coin_grants.release_campaign(session, args.id, args.by, int(time.time()))
    except GrantReleased:
        raise DoneBefore(f"campaign {args.id} is released already") from None
    except GrantRefused as error:
        raise CommandRefused(str(error)) from None
    if args.dry_run:
        return Answer([f"campaign {args.id} would be released", DRY_RUN])
    return Answer([f"campaign {args.id} is released"])


def _time(second: int) -> str:
    return to_datetime(second).strftime("%Y-%m-%d %H:%M")
