"""`gateway doctor`: what is well and what is not, and what to do about it.

One module a topic; `examination` runs them over one patient: the settings, the doors of the service's own logins and,
where there is one, an administrator's login. Nothing here writes to the game.
"""

from gateway.doctor.command import add_arguments, run
from gateway.doctor.findings import Finding, Level
from gateway.doctor.runner import TOPICS, examine

__all__ = ["TOPICS", "Finding", "Level", "add_arguments", "examine", "run"]
