"""`gateway roulette odds`: cost, odds and expected return of the configured wheel.

A wheel that returns more than it takes is refused here and by the service, unless the settings allow it.
"""

import argparse
import sys
from collections.abc import Iterator
from fractions import Fraction

from gateway.config import settings
from gateway.config.sections import RouletteSettings
from gateway.features.operators.command_line import shared_arguments
from gateway.features.operators.report import table
from gateway.features.roulette.wheel import SLOTS, configured_wheel, odds, percent


def add_arguments(parser: argparse.ArgumentParser) -> None:
    words = parser.add_subparsers(dest="word", required=True, metavar="odds")
    words.add_parser(
        "odds", parents=[shared_arguments()], help="the chance of each prize, and the expected return of the wheel"
    )


def run(_args: argparse.Namespace) -> int:
    """Returns 1 if the wheel gives back more than it takes. Raises SettingsError, also if that is not allowed."""
    config = settings.from_environment()
    sys.stdout.writelines(f"{line}\n" for line in format_lines(config.roulette, config.coins.name))
    return 1 if configured_wheel(config.roulette).returns(config.roulette.spin_cost) > 1 else 0


def format_lines(roulette: RouletteSettings, coin: str) -> Iterator[str]:
    """Yields lines of text without line ends."""
    wheel, cost = configured_wheel(roulette), roulette.spin_cost
    daily = f"{roulette.max_daily_spins:,} a day" if roulette.max_daily_spins else "no daily limit"
    yield f"a spin costs {cost:,} {coin}; {daily}, {roulette.cooldown_seconds:,} s between two; the day begins in"
    yield f"{roulette.time_zone}. {SLOTS} slots, weights of {wheel.sum:,} together:"
    yield ""
    rows: list[tuple[object, ...]] = []
    for row in odds(wheel):
        chance = Fraction(row.weight, wheel.sum)
        shares = f"{float(chance):.6%}", f"{float(1 / chance):,.1f}", percent(row.prize * chance / cost)
        rows.append((row.tier, row.slots, row.prize, row.weight, *shares))
    yield from table("tier, slots, prize, weight, chance, one in, gives back", rows)
    returned = wheel.returns(cost)
    yield ""
    yield f"gives back {percent(returned)} of what it takes: {float(wheel.mean_prize):,.4f} of {cost:,} {coin} a spin"
    if returned > 1:
        yield "More than it takes: allowed by roulette.allow_unprofitable_wheel."
    if not roulette.enabled:
        yield "Closed: roulette.enabled is off."
