"""Permissions of the administration: one table from permissions to roles.

A route names its permission. To add one: a line here, and `permission=` at the route; `test_access.py` then tries the
route with every role.
"""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from gateway.features.operators.roles import ROLES, Role

STEP_UP_SECONDS: Final = 300


class Permission(Struct, frozen=True):
    """`step_up`: needs a proof of the second factor within five minutes.

    `per_day`: changes of one operator in 24 hours, by role; a role that is not named has no limit.
    """

    roles: tuple[Role, ...]
    step_up: bool = False
    per_day: Mapping[Role, int] = {}


PERMISSIONS: Final[dict[str, Permission]] = {
    "session": Permission(ROLES),
    "own_factors": Permission(ROLES, step_up=True),
    "own_password": Permission(ROLES, step_up=True),
    "overview.read": Permission(ROLES),
    "doctor.run": Permission(("owner", "support")),
    "extras.read": Permission(("owner", "support")),
    "operators.read": Permission(("owner",)),
    "operators.change": Permission(("owner",), step_up=True),
    "log.read": Permission(("owner", "finance", "support")),
    "players.read": Permission(("owner", "finance", "support")),
    "players.reveal": Permission(("owner", "support")),
    "players.search_game": Permission(("owner", "support")),
    "notes.add": Permission(("owner", "finance", "support")),
    "money.read": Permission(("owner", "finance")),
    "money.export": Permission(("owner", "finance")),
    "money.evidence": Permission(("owner", "finance")),
    "money.reconcile": Permission(("owner", "finance"), step_up=True),
    "wheel.read": Permission(("owner", "finance", "support")),
    "codes.read": Permission(("owner", "finance", "content")),
    "codes.change": Permission(("owner", "content"), step_up=True, per_day={"content": 20}),
    "campaigns.read": Permission(("owner", "finance", "content")),
    "campaigns.change": Permission(("owner", "finance"), step_up=True, per_day={"finance": 20}),
    "competitions.read": Permission(ROLES),
    "competitions.change": Permission(("owner", "content"), per_day={"content": 20}),
    "competitions.pay": Permission(("owner", "finance"), step_up=True, per_day={"finance": 50}),
    "votes.read": Permission(("owner", "support", "content")),
    "tickets.read": Permission(("owner", "finance", "support")),
    "tickets.answer": Permission(("owner", "finance", "support")),
    "economy.read": Permission(("owner", "finance", "support")),
    "economy.acknowledge": Permission(("owner", "support")),
    "alerts.read": Permission(("owner", "finance", "support")),
    "alerts.change": Permission(("owner",)),
    "insight.read": Permission(("owner", "finance")),
    "insight.export": Permission(("owner", "finance")),
    "controls.read": Permission(ROLES),
    "switches.change": Permission(("owner", "support")),
    "notices.change": Permission(("owner", "support", "content")),
    "opening.read": Permission(("owner", "support", "content")),
    "opening.change": Permission(("owner", "content")),
    "content.read": Permission(("owner", "support", "content")),
    "content.change": Permission(("owner", "content")),
    "coins.adjust": Permission(("owner", "finance"), step_up=True, per_day={"finance": 50}),
    "coins.read": Permission(("owner", "finance")),
    "coins.release": Permission(("owner", "finance"), step_up=True),
    "payments.refund": Permission(("owner", "finance"), step_up=True, per_day={"finance": 50}),
    "deliveries.settle": Permission(("owner", "finance", "support"), step_up=True, per_day={"support": 50}),
    "accounts.block": Permission(("owner", "support")),
    "accounts.end_sessions": Permission(("owner", "support")),
    "accounts.reset_factors": Permission(("owner", "support"), step_up=True, per_day={"support": 10}),
    "accounts.adopt": Permission(("owner",), step_up=True),
    "accounts.export": Permission(("owner",), step_up=True),
    "accounts.erase": Permission(("owner",), step_up=True),
    "erasures.hold": Permission(("owner", "support")),
    "legal.publish": Permission(("owner", "content")),
}
"""Permission → the roles that have it."""

WITHOUT_SESSION: Final = "none"
"""Permission of the routes that begin a session."""
WITHOUT_FACTOR: Final = frozenset({"session", "own_factors"})
"""Permissions of an operator who has not set up a second factor yet."""
