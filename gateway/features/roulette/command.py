"""`gateway roulette odds`: what the wheel of these settings costs, pays, and gives back on the long run.

A wheel that gives back more than it takes is refused here as it is by the service, unless it is forced.
"""

import argparse
import sys
from collections.abc import Iterator
from fractions import Fraction

from gateway.config import settings
from gateway.config.roulette import Roulette
from gateway.features.roulette.wheel import SLOTS, odds, percent


def add_arguments(parser: argparse.ArgumentParser) -> None:
    shared = argparse.ArgumentParser(add_help=False)
    # Without a default of its own, which would hide what was given before the word.
    shared.add_argument("--config", metavar="FILE", default=argparse.SUPPRESS, help=argparse.SUPPRESS)
    words = parser.add_subparsers(dest="word", required=True, metavar="odds")
    words.add_parser("odds", parents=[shared], help="the chance of each prize, and what the wheel gives back")


def run(_args: argparse.Namespace) -> int:
    """0, or 1 where the wheel gives back more than it takes. Raises SettingsError, also for such a wheel unforced."""
    wanted = settings.from_environment()
    sys.stdout.writelines(f"{line}\n" for line in told(wanted.roulette, wanted.coins.name))
    return 1 if wanted.roulette.wheel.returns(wanted.roulette.spin_cost) > 1 else 0


def told(wanted: Roulette, coin: str) -> Iterator[str]:
    """The lines of text, without their ends."""
    wheel, cost = wanted.wheel, wanted.spin_cost
    daily = f"{wanted.max_daily_spins:,} a day" if wanted.max_daily_spins else "as many a day as can be paid"
    yield f"a spin costs {cost:,} {coin}; {daily}, {wanted.cooldown_seconds:,} s between two; the day turns in"
    yield f"{wanted.time_zone}. {SLOTS} slots, weights of {wheel.sum:,} together:"
    yield ""
    yield f"{'tier':<12}{'slots':>6}{'prize':>15}{'weight':>15}{'chance':>15}{'one in':>15}{'gives back':>13}"
    for row in odds(wheel):
        chance = Fraction(row.weight, wheel.sum)
        yield (
            f"{row.tier:<12}{row.slots:>6}{row.prize:>15,}{row.weight:>15,}{float(chance):>15.6%}"
            f"{float(1 / chance):>15,.1f}{percent(row.prize * chance / cost):>13}"
        )
    back = wheel.returns(cost)
    yield ""
    yield f"gives back {percent(back)} of what it takes: {float(wheel.mean_prize):,.4f} of {cost:,} {coin} a spin"
    if back > 1:
        yield "More than it takes: forced by roulette.allow_unprofitable_wheel."
    if not wanted.enabled:
        yield "Closed: roulette.enabled is off."
