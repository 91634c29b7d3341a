"""`gateway block`: as `controls_command`, and tells the player."""

import argparse

from gateway.config import settings as configuration
from gateway.features.account_overview import decisions
from gateway.features.operators import controls_command
from gateway.features.operators.controls_command import add_arguments

__all__ = ["add_arguments", "run"]


def run(args: argparse.Namespace) -> int:
    """Returns as `controls_command.run`."""
    return controls_command.run(args, decisions.block_notice(lambda: configuration.from_environment().sends_mail))
