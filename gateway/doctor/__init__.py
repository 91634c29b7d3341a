"""`gateway doctor`: checks the databases, the settings and this machine, and says what to do about each problem.

One module per topic. It writes nothing to the game's tables.
"""

from gateway.doctor.findings import Finding, Level
from gateway.doctor.runner import TOPICS, add_arguments, examine, run

__all__ = ["TOPICS", "Finding", "Level", "add_arguments", "examine", "run"]
