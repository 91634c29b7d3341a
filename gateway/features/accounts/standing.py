"""Reasons for which an account gets no coins as a reward."""

from typing import Literal

from gateway.database.database import Database
from gateway.features.accounts.repository import AccountRepository
from gateway.features.accounts.reused_names import OWNER
from gateway.features.operators import site_controls


async def reason_against(
    accounts: AccountRepository, site: Database, login: str, now: int
) -> Literal["gone", "banned", "staff", "blocked"] | None:
    """Returns why the account gets no reward; None if it may. A frozen account counts as blocked."""
    account = await accounts.find(login)
    if account is None:
        return "gone"
    if account.is_banned(now):
        return "banned"
    if account.access_level > 0:
        return "staff"
    owner = await site.one(OWNER, login=login)
    if owner and owner.frozen_at:
        return "blocked"
    controls = await site_controls.read(site)
    is_blocked = any(row.kind == "block" and row.name == login and row.is_in_force for row in controls)
    return "blocked" if is_blocked else None
