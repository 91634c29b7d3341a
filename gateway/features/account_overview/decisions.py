"""Decisions of an operator about one account, in the transaction of the caller; each is logged with its values."""

import time
from collections.abc import Callable

from gateway.database.database import Session
from gateway.database.queries import query
from gateway.features.accounts import audit_log, factor_store
from gateway.features.accounts.audit_log import Action
from gateway.features.accounts.session_store import end_all
from gateway.features.messages.mail import add_notice
from gateway.features.operators import operator_log
from gateway.features.operators.controls_command import BlockNotice

ADOPT = query("account_owners.adopt", None)


async def end_sessions(session: Session, login: str) -> int:
    """Ends all sessions of a player. Returns their number."""
    session_count = await end_all(session, login)
    await operator_log.record(session, f"account:{login}", before={"sessions": session_count}, after={"sessions": 0})
    return session_count


async def reset_factors(session: Session, login: str, *, sends_mail: bool) -> int | None:
    """Removes all second factors and ends all sessions. Returns the number of sessions; None if there was no factor."""
    if not await factor_store.remove_all(session, login):
        return None
    session_count = await end_all(session, login)
    await _announce(session, login, "FACTORS_RESET", sends_mail=sends_mail)
    old_values, new_values = {"factors": "set up", "sessions": session_count}, {"factors": "none", "sessions": 0}
    await operator_log.record(session, f"account:{login}", before=old_values, after=new_values)
    return session_count


async def note_block(session: Session, login: str, *, is_blocked: bool, sends_mail: bool) -> None:
    """Tells the player that a block of the account on the site has begun or was lifted, without the reason."""
    await _announce(session, login, "ACCOUNT_BLOCKED" if is_blocked else "ACCOUNT_UNBLOCKED", sends_mail=sends_mail)


def block_notice(sends_mail: Callable[[], bool]) -> BlockNotice:
    """Returns what `gateway block` does in the transaction of a change."""

    async def tell(session: Session, login: str, is_blocked: bool) -> None:
        await note_block(session, login, is_blocked=is_blocked, sends_mail=sends_mail())

    return tell


async def _announce(session: Session, login: str, action: Action, *, sends_mail: bool) -> None:
    """Adds a line to the security log, which the next login shows, and a mail to the confirmed address."""
    row = {"login": login, "action": action, "ip_address": "", "at": int(time.time()), "success": 1}
    await session.write(audit_log.ADD, **row)
    if sends_mail:
        await add_notice(session, login, action)


async def adopt(session: Session, login: str, frozen_at: int, born_at: int | None) -> bool:
    """Gives coins and history of an earlier account to the present one. Returns False if it is not frozen."""
    if not await session.write(ADOPT, login=login, born_at=born_at):
        return False
    await factor_store.remove_all(session, login)
    await operator_log.record(session, f"account:{login}", before={"frozen_at": frozen_at}, after={"frozen_at": None})
    return True
