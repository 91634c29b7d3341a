"""The game's own accounts: who logs in, with which password, and whose token a request brings."""

from gateway.features.accounts import credentials, login, user
from gateway.features.accounts.repository import Member, family, member, prepare
from gateway.features.accounts.session import CALLER, Caller, Sessions, caller

__all__ = ["CALLER", "Caller", "Member", "Sessions", "caller", "family", "member", "prepare", "routes"]

routes = [*login.routes, *user.routes, *credentials.routes]
