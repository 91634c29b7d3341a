"""`gateway account LOGIN`: one account on one screen: ban, characters, coins, donations with what happened to each and
the next command, deliveries, spins, logins, and what operators did. It only reads.
"""

import argparse
import time
from collections.abc import Iterable, Iterator

import msgspec

from gateway.config import settings as configuration
from gateway.database.database import Database
from gateway.features.account_overview.overview import AccountOverview, GameAccount, collect
from gateway.features.deliveries import command as deliveries
from gateway.features.ledger import statement
from gateway.features.operators import log_command
from gateway.features.operators.account_lookup import require_account
from gateway.features.operators.command_line import Answer, escaped, execute, login, moment
from gateway.features.payments import donation_list


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (__doc__ or "").strip()
    parser.add_argument("login", type=login, metavar="LOGIN")
    parser.add_argument("--json", action="store_true", help="the same as JSON")


def run(args: argparse.Namespace) -> int:
    """Returns 0; 1 for an unknown account; 2 if the site schema cannot be read."""

    async def answer(site: Database) -> Answer:
        await require_account(site, args.login)
        overview = await collect(configuration.from_environment(), site, args.login)
        if args.json:
            return 0, [msgspec.json.format(msgspec.json.encode(overview), indent=2).decode()]
        return 0, list(format_lines(overview, int(time.time())))

    return execute("account", answer)


def format_lines(overview: AccountOverview, now: int) -> Iterator[str]:
    """Yields lines of text without line ends."""
    yield f"account {escaped(overview.login)}"
    yield from _profile(overview)
    balances, wheel = overview.balances, overview.roulette
    yield (
        f"  coins: wallet {balances.wallet:,}, on their way {balances.in_transit:,}, held {balances.held:,}, "
        f"debt {balances.debt:,}"
    )
    yield f"  roulette: {wheel.total_spins:,} spins, spent {wheel.total_spent:,}, won {wheel.total_won:,}"
    yield from _section("characters", _characters(overview.game))
    yield from _section("donations", donation_list.format_lines(overview.donations))
    yield from _section("deliveries", deliveries.format_lines(overview.deliveries, now))
    yield from _section("wallet", statement.format_lines("wallet", overview.entries))
    yield from _section(
        "spins",
        (
            f"{spin.timestamp:%Y-%m-%dT%H:%M:%SZ}  {spin.id:<10}  cost {spin.cost:,}, won {spin.prize_won:,}"
            for spin in overview.spins
        ),
    )
    yield from _section(
        "security log",
        (
            f"{moment(row.at)}  {row.action:<16}  {escaped(row.ip_address):<15}  {'ok' if row.success else 'refused'}"
            for row in overview.security_log
        ),
    )
    yield from _section("operators", log_command.format_lines(overview.operator_log))


def _profile(overview: AccountOverview) -> Iterator[str]:
    game, logins, block = overview.game, overview.logins, overview.block
    if game.problem:
        yield f"  the game's tables cannot be read: {escaped(game.problem)}"
    elif not game.exists:
        yield "  the game has no such account any more"
    else:
        ban = f", banned until {moment(game.banned_until)}" if game.banned_until else ""
        yield f"  access level {game.access_level} ({game.access_label}){ban}"
    if member := game.member:
        played = f"last played {member.last_active or '-'} from {escaped(member.last_ip or '-')}"
        yield f"  e-mail {escaped(member.email or '-')}, made {member.created_at or '-'}, {played}"
    if logins:
        yield f"  on the site: first login {moment(logins.first_login_at)}, last {moment(logins.last_login_at)}"
    if block:
        yield f"  blocked on the site until {moment(block.until)} by {escaped(f'{block.operator}: {block.reason}')}"


def _characters(game: GameAccount) -> Iterator[str]:
    for row in game.characters:
        seen = "online" if row.online else f"last seen {moment(row.last_access)}"
        yield f"{row.id:>10}  {escaped(row.name):<16}  level {row.level:<3}  {seen}"


def _section(title: str, lines: Iterable[str]) -> Iterator[str]:
    yield ""
    yield f"{title}:"
    rows = [f"  {line}" for line in lines]
    yield from rows or ["  none"]
