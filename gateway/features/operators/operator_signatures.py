"""Signatures of operators: a login of the database alone makes no operator and no factor of one.

A signature covers the row of the operator and of each second factor, and is made anew by every change that the product
makes, in its transaction. It stands in an append-only table, so an earlier state that is put back has an old signature.
An operator without a right signature cannot sign in until an administrator has signed what the tables hold.
"""

import hashlib
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Final, Literal

import msgspec
from msgspec import Struct

from gateway.database.database import Database, Session
from gateway.database.installation import has_tables
from gateway.database.queries import query
from gateway.database.sealing import DataKeys, SealedRow, key_of

ACCOUNT_PREFIX: Final = "Operator:"
"""Begins the logins under which factors of operators are stored. Logins of players are in lower case."""
TABLE: Final = "operators"
MAX_OPERATORS: Final = 500
_NEWEST: Final = 50
"""Signatures that are looked at. More wrong ones than these hide a right one: then the operator is refused."""

FactKind = Literal["operator", "totp", "passkey", "recovery_code"]
SignatureState = Literal["signed", "unsigned", "changed"]
"""`unsigned`: there is no signature under a key of the configuration. `changed`: the newest one is of other rows."""


class SignedFact(Struct, frozen=True):
    """A row that lets an operator sign in."""

    kind: FactKind
    identity: str
    fact_1: str
    fact_2: str
    fact_3: str
    fact_4: str


class StoredSignature(Struct, frozen=True):
    """`state`: SHA-256 of the facts."""

    revision: int
    state: str
    signature: str


class NamedOperator(Struct, frozen=True):
    name: str


FACTS = query("operator_signatures.state", SignedFact)
NEWEST = query("operator_signatures.newest", StoredSignature)
ADD = query("operator_signatures.add", None)
LOCK = query("operator_signatures.lock", NamedOperator)
NAMES = query("operator_signatures.names", NamedOperator)


class Signatures(Struct, frozen=True):
    """The rows of an operator, and the newest right signature. `wrong_count`: wrong signatures under known keys."""

    facts: frozenset[SignedFact]
    newest: StoredSignature | None
    wrong_count: int

    @property
    def state(self) -> SignatureState:
        if self.newest is None:
            return "unsigned"
        return "signed" if self.newest.state == _hash(self.facts) else "changed"


async def read(site: Database | Session, keys: DataKeys, name: str) -> Signatures:
    facts = frozenset(await site.read(FACTS, name=name))
    rows = await site.read(NEWEST, name=name, limit=_NEWEST)
    right_rows = [row for row in rows if keys.is_signed(_text(row), row.signature, _place(name))]
    wrong_count = sum(key_of(row.signature) in keys for row in rows) - len(right_rows)
    return Signatures(facts, right_rows[0] if right_rows else None, wrong_count)


async def is_signed(site: Database | Session, keys: DataKeys, name: str) -> bool:
    return (await read(site, keys, name)).state == "signed"


async def names(site: Database) -> list[str]:
    """Returns nothing where the administration has no tables."""
    if not await has_tables(site, "administration"):
        return []
    return [row.name for row in await site.read(NAMES, limit=MAX_OPERATORS)]


async def sign(session: Session, keys: DataKeys, name: str) -> None:
    """Signs what the tables hold of the operator. Raises KeyLost without a key."""
    await session.one(LOCK, name=name)
    await _add(session, keys, name, await read(session, keys, name))


@asynccontextmanager
async def signed_change(session: Session, keys: DataKeys, account: str, kind: FactKind | None) -> AsyncGenerator[None]:
    """Signs the operator anew after the block, if the signature was right before it.

    `account`: the login of a factor; nothing is done for a player's. `kind`: the only rows that may differ afterwards;
    None: any. Rows of another kind that were changed meanwhile leave the operator unsigned.
    """
    name = account.removeprefix(ACCOUNT_PREFIX)
    if name == account:
        yield
        return
    await session.one(LOCK, name=name)
    before = await read(session, keys, name)
    yield
    after = await read(session, keys, name)
    changed_kinds = {fact.kind for fact in before.facts ^ after.facts}
    if before.state == "signed" and changed_kinds and (kind is None or changed_kinds == {kind}):
        await _add(session, keys, name, after)


async def sign_anew(session: Session, keys: DataKeys, name: str) -> bool:
    """Signs with the current key what an older one has signed. Returns False if there is no right signature."""
    await session.one(LOCK, name=name)
    signatures = await read(session, keys, name)
    if signatures.state != "signed" or signatures.newest is None:
        return False
    if key_of(signatures.newest.signature) != keys.current:
        await _add(session, keys, name, signatures)
    return True


async def _add(session: Session, keys: DataKeys, name: str, signatures: Signatures) -> None:
    revision = signatures.newest.revision + 1 if signatures.newest else 1
    row = StoredSignature(revision, _hash(signatures.facts), "")
    signature = keys.sign(_text(row), _place(name))
    now = int(time.time())
    await session.write(ADD, name=name, revision=revision, state=row.state, signature=signature, now=now)


def _hash(facts: frozenset[SignedFact]) -> str:
    rows = sorted(msgspec.structs.astuple(fact) for fact in facts)
    return hashlib.sha256(msgspec.json.encode(rows)).hexdigest()


def _text(row: StoredSignature) -> str:
    return f"{row.revision} {row.state}"


def _place(name: str) -> SealedRow:
    return SealedRow(TABLE, name, "signature")
