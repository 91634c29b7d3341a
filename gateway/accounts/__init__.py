"""The game's own accounts: who logs in, with which password, and whose token a request brings."""

from gateway.accounts import changes, entry, user
from gateway.accounts.reading import Member, family, member, prepare
from gateway.accounts.session import CALLER, Caller, Sessions, caller

__all__ = ["CALLER", "Caller", "Member", "Sessions", "caller", "family", "member", "prepare", "routes"]

routes = [*entry.routes, *user.routes, *changes.routes]
