"""`gateway roulette odds`: cost, odds and expected return of the configured wheel. `rotate --all`: new seeds for all
players. `close-wheel VERSION`: ends the pairs on one wheel.

A wheel that returns more than it takes is refused here and by the service, unless the settings allow it.
"""

import argparse
import sys
import time
from collections.abc import Iterator
from fractions import Fraction

from gateway.config import settings
from gateway.config.money import RouletteSettings
from gateway.database.database import Database
from gateway.features.operators.command_line import (
    CommandRefused,
    add_operation_arguments,
    execute,
    number_up_to,
    operation,
)
from gateway.features.operators.report import Answer, table
from gateway.features.roulette import bulk_rotation, wheel_versions
from gateway.features.roulette.eligibility import spin_rules
from gateway.features.roulette.wheel import SLOTS, configured_wheel, odds, percent


def add_arguments(parser: argparse.ArgumentParser) -> None:
    words = parser.add_subparsers(dest="word", required=True, metavar="odds|rotate|close-wheel")
    words.add_parser("odds", help="the chance of each prize, and the expected return of the wheel")
    rotate_parser = words.add_parser("rotate", help="reveal and replace all seeds, as after a restore")
    rotate_parser.add_argument("--all", action="store_true", required=True, help="of all players")
    close_parser = words.add_parser("close-wheel", help="end all seed pairs of a wheel, reveal their seeds")
    close_parser.add_argument("version", type=number_up_to(2**31 - 1), metavar="VERSION")
    for change_parser in (rotate_parser, close_parser):
        add_operation_arguments(change_parser, reason=True)


def run(args: argparse.Namespace) -> int:
    """`odds` returns 1 if the wheel gives back more than it takes. Raises SettingsError, also for a refused wheel."""
    if args.word != "odds":
        name = f"roulette {args.word} {getattr(args, 'version', '--all')}"
        return execute(args, lambda site: _end_pairs(site, args), change=operation(args, name))
    config = settings.from_environment()
    sys.stdout.writelines(f"{line}\n" for line in format_lines(config.roulette, config.server.time_zone))
    return 1 if configured_wheel(config.roulette).returns(config.roulette.spin_cost) > 1 else 0


async def _end_pairs(site: Database, args: argparse.Namespace) -> Answer:
    rules = spin_rules(settings.from_environment())
    if args.word == "rotate":
        count = await bulk_rotation.replace_all(site, rules, time.time)
        return Answer([f"{count:,} accounts have new seeds; the old ones are revealed, the next ones too"])
    if not await wheel_versions.tables(site, [args.version]):
        raise CommandRefused(f"there is no wheel {args.version}")
    if args.version == await wheel_versions.latest(site, rules, int(time.time())):
        raise CommandRefused(f"wheel {args.version} is the configured one; change roulette.slots or its cost first")
    count = await bulk_rotation.close_wheel(site, rules, args.version, time.time)
    return Answer([f"{count:,} accounts: their pairs on wheel {args.version} are ended, and the seeds are revealed"])


def format_lines(roulette: RouletteSettings, time_zone: str) -> Iterator[str]:
    """Yields lines of text without line ends."""
    wheel, cost = configured_wheel(roulette), roulette.spin_cost
    daily = f"{roulette.max_daily_spins:,} a day" if roulette.max_daily_spins else "no daily limit"
    yield f"a spin costs {cost:,} coins; {daily}, {roulette.cooldown_seconds:,} s between two; the day begins in"
    yield f"{time_zone}. {SLOTS} slots, weights of {wheel.sum:,} together:"
    yield ""
    rows: list[tuple[object, ...]] = []
    for row in odds(wheel):
        chance = Fraction(row.weight, wheel.sum)
        shares = f"{float(chance):.6%}", f"{float(1 / chance):,.1f}", percent(row.prize * chance / cost)
        rows.append((row.tier, row.slots, row.prize, row.weight, *shares))
    yield from table("tier, slots, prize, weight, chance, one in, gives back", rows)
    returns = wheel.returns(cost)
    yield ""
    yield f"gives back {percent(returns)} of what it takes: {float(wheel.mean_prize):,.4f} of {cost:,} coins a spin"
    if returns > 1:
        yield "More than it takes: allowed by roulette.allow_unprofitable_wheel."
    if not roulette.enabled:
        yield "Closed: roulette.enabled is off."
