"""Changes of operators that the command line and the page share: passwords, and the removal of factors."""

import secrets
from typing import Final

from gateway.database.database import Session
from gateway.database.sealing import DataKeys
from gateway.features.accounts import factor_store
from gateway.features.operators import operator_log, operators
from gateway.features.operators.operator_signatures import signed_change
from gateway.features.operators.operators import PASSWORD_MIN, StoredOperator
from gateway.game import passwords
from gateway.texts import Refusal, text

_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without those that look like others."""
_GROUPS, _GROUP_LENGTH = 4, 5


class PasswordRefused(Refusal):
    """The password is too short or too long."""


def hash_of(password: str) -> str:
    """Returns the hash of an operator's password, which takes a while. Raises PasswordRefused."""
    if len(password) < PASSWORD_MIN or not passwords.is_hashable(password):
        raise PasswordRefused(text("reasons.operator_password", length=PASSWORD_MIN))
    return passwords.hash_password(password, "bcrypt")


def new_password() -> str:
    """Returns a random password of 99 bits, in groups to read out."""
    groups = ("".join(secrets.choice(_LETTERS) for _ in range(_GROUP_LENGTH)) for _ in range(_GROUPS))
    return "-".join(groups)


async def reset_factors(session: Session, keys: DataKeys, operator: StoredOperator) -> bool:
    """Removes all factors and ends the sessions. Returns False if the operator had no factor."""
    account = operators.account_of(operator.name)
    async with signed_change(session, keys, account, None):
        is_removed = await factor_store.remove_all(session, account)
    await session.write(operators.END_SESSIONS, operator=operator.name)
    if is_removed:
        await operator_log.record(session, operators.subject(operator.name), after={"factors": "removed"})
    return is_removed
