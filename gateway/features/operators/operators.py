"""Operators: rows of the site schema, and the names under which their factors and log entries are stored.

A change of an operator that was signed signs it anew; one that was not signed stays so.
"""

import re
import time
from typing import Final

from msgspec import Struct

from gateway.database.database import Database, Session
from gateway.database.queries import query
from gateway.database.sealing import DataKeys
from gateway.features.operators import operator_log, operator_signatures
from gateway.features.operators.operator_signatures import ACCOUNT_PREFIX, MAX_OPERATORS, NamedOperator, signed_change
from gateway.features.operators.roles import Role
from gateway.texts import Refusal, text

NAME: Final = re.compile(r"[a-z][a-z0-9._-]{1,31}")
PASSWORD_MIN: Final = 12


class StoredOperator(Struct, frozen=True):
    """`password`: a bcrypt hash."""

    name: str
    role: Role
    password: str
    created_at: int
    disabled_at: int | None


class LastOwner(Refusal):
    """No other owner could sign in."""


class ListedOperator(Struct, frozen=True):
    name: str
    role: Role
    created_at: int
    disabled_at: int | None
    factors: int


OPERATOR = query("operators.operator", StoredOperator)
OPERATORS = query("operators.list", ListedOperator)
ADD = query("operators.add_operator", None)
SET_ROLE = query("operators.set_role", None)
SET_PASSWORD = query("operators.set_password", None)
SET_DISABLED = query("operators.set_disabled", None)
LOCK_OWNERS = query("operators.lock_owners", NamedOperator)
END_SESSIONS = query("operators.end_sessions", None)


def account_of(name: str) -> str:
    """Returns the login under which an operator's factors and security log are stored."""
    return f"{ACCOUNT_PREFIX}{name}"


async def all_operators(site: Database) -> list[ListedOperator]:
    return await site.read(OPERATORS, limit=MAX_OPERATORS)


async def add(session: Session, keys: DataKeys, name: str, role: Role, password: str) -> None:
    """`password`: its hash. Raises DuplicateKey, and KeyLost without a data key."""
    await session.write(ADD, name=name, role=role, password=password, now=int(time.time()))
    await operator_signatures.sign(session, keys, name)
    await operator_log.record(session, subject(name), after={"role": role})


async def set_role(session: Session, keys: DataKeys, operator: StoredOperator, role: Role) -> None:
    """Raises LastOwner."""
    if role != "owner":
        await _require_another_owner(session, keys, operator)
    async with signed_change(session, keys, account_of(operator.name), "operator"):
        await session.write(SET_ROLE, name=operator.name, role=role)
    await session.write(END_SESSIONS, operator=operator.name)
    await operator_log.record(session, subject(operator.name), before={"role": operator.role}, after={"role": role})


async def set_password(session: Session, keys: DataKeys, operator: StoredOperator, password: str) -> None:
    """`password`: its hash."""
    async with signed_change(session, keys, account_of(operator.name), "operator"):
        await session.write(SET_PASSWORD, name=operator.name, password=password)
    await session.write(END_SESSIONS, operator=operator.name)
    await operator_log.record(session, subject(operator.name), after={"password": "changed"})


async def set_disabled(session: Session, keys: DataKeys, operator: StoredOperator, *, disabled: bool) -> None:
    """Raises LastOwner."""
    if disabled:
        await _require_another_owner(session, keys, operator)
    disabled_at = (operator.disabled_at or int(time.time())) if disabled else None
    async with signed_change(session, keys, account_of(operator.name), "operator"):
        await session.write(SET_DISABLED, name=operator.name, disabled_at=disabled_at)
    await session.write(END_SESSIONS, operator=operator.name)
    old_values = {"disabled": operator.disabled_at is not None}
    await operator_log.record(session, subject(operator.name), before=old_values, after={"disabled": disabled})


async def _require_another_owner(session: Session, keys: DataKeys, operator: StoredOperator) -> None:
    """Raises LastOwner if the operator is the only owner who can sign in. Owners do not change until the commit."""
    if operator.role != "owner" or operator.disabled_at is not None:
        return
    for owner in await session.read(LOCK_OWNERS):
        if owner.name != operator.name and await operator_signatures.is_signed(session, keys, owner.name):
            return
    raise LastOwner(text("reasons.last_owner", name=operator.name))


def subject(name: str) -> str:
    """Returns the subject of an operator's entries in the log."""
    return f"operator:{name}"
