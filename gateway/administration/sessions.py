"""Sessions of operators. The cookie is random, and the site stores its keyed hash. A session ends after 15 minutes
without a request, and after 8 hours in any case.

Every request reads the session's row, so a change of the role and the end of a session hold at once. The row is signed
together with the operator's role and password, and the operator's own signature is checked too (`operator_signatures`).
"""

import secrets
import time
from typing import Final, TypeAlias

import msgspec
import structlog
from litestar.di import NamedDependency
from litestar.handlers import BaseRouteHandler
from msgspec import Struct
from msgspec.structs import replace

from gateway.administration.origin import COOKIE, Connection, check_origin
from gateway.administration.permissions import PERMISSIONS, STEP_UP_SECONDS, WITHOUT_FACTOR, WITHOUT_SESSION, Role
from gateway.administration.routes import PERMISSION
from gateway.database.database import Database, Session
from gateway.database.queries import query
from gateway.database.sealing import DataKeys, SealedRow
from gateway.features.accounts.factor_store import FactorKind, FactorStore
from gateway.features.accounts.limits import HttpRequest
from gateway.features.operators import operator_signatures
from gateway.features.operators.operator_log import Operation, record_refusal
from gateway.features.operators.operator_signatures import NamedOperator
from gateway.features.operators.operators import StoredOperator, account_of
from gateway.features.operators.retention import SESSION_SECONDS
from gateway.http.errors import (
    FactorRequired,
    NotAuthenticated,
    NotPermitted,
    StepUpRequired,
    reader_language,
    unavailable,
)
from gateway.http.rate_limit import Clients
from gateway.observability.logging import RateLimitedLogger, add_log_fields
from gateway.texts import SOURCE

IDLE_SECONDS: Final = 15 * 60
LIFETIME_SECONDS: Final = SESSION_SECONDS
SEEN_EVERY_SECONDS: Final = 30
BACKGROUND: Final = "X-Background"
"""Header of a page's own repeated reads, which do not count as use of the session."""
_TOKEN_BYTES: Final = 32
_TABLE: Final = "operator_sessions"
_OPERATOR: Final = "operator"
"""Key in the state of a request."""

log = RateLimitedLogger(structlog.get_logger("gateway.admin"))


class StoredSession(Struct, frozen=True):
    """`hash`: of the cookie. `factor_at`: None until a second factor was proved. `password`: the operator's hash."""

    hash: str
    name: str
    role: Role
    password: str
    created_at: int
    seen_at: int
    confirmed_at: int
    factor_at: int | None
    signature: str = ""


class OperatorIdentity(Struct, frozen=True, kw_only=True):
    """The operator of a request. `session`: the hash of the cookie."""

    name: str
    role: Role
    address: str
    session: str
    permission: str
    confirmed_at: int
    factor_at: int | None
    idle_ends_at: int
    ends_at: int
    language: str = SOURCE

    @property
    def account(self) -> str:
        return account_of(self.name)

    def may(self, permission: str) -> bool:
        return self.role in PERMISSIONS[permission].roles

    def operation(self, command: str = "", reason: str = "") -> Operation:
        """Returns the operator's work for the log. `command`: empty: the permission."""
        return Operation(
            operator=self.name, command=command or self.permission, reason=reason, via="admin", address=self.address
        )


ADD = query("admin.add_session", None)
SESSION = query("admin.session", StoredSession)
LOCK_SESSION = query("admin.lock_session", NamedOperator)
CHANGE = query("admin.change_session", None)
END = query("admin.end_session", None)


class OperatorSessions:
    """Begins and ends sessions, and checks each request against its session and the permission of its route."""

    def __init__(self, site: Database, keys: DataKeys, factors: FactorStore, clients: Clients, public_url: str) -> None:
        self._site = site
        self._keys = keys
        self._factors = factors
        self._clients = clients
        self.public_url = public_url

    def address(self, request: HttpRequest) -> str:
        return self._clients.address(request.scope)

    async def operator(self, request: HttpRequest) -> OperatorIdentity:
        """Returns the operator that `authorize` has accepted."""
        return request.scope["state"][_OPERATOR]

    async def begin(self, operator: StoredOperator, *, with_factor: bool) -> str:
        """Returns the cookie of a new session. Raises SiteUnavailable without a data key."""
        token, now = secrets.token_urlsafe(_TOKEN_BYTES), int(time.time())
        hashes = self._hashes(token)
        if not hashes:
            raise unavailable("site", "key_lost")
        factor_at = now if with_factor else None
        row = StoredSession(
            hash=hashes[0],
            name=operator.name,
            role=operator.role,
            password=operator.password,
            created_at=now,
            seen_at=now,
            confirmed_at=now,
            factor_at=factor_at,
        )
        values = {name: getattr(row, name) for name in ("hash", "created_at", "seen_at", "confirmed_at", "factor_at")}
        await self._site.write(ADD, operator=row.name, signature=sign(self._keys, row), **values)
        return token

    async def end(self, session: str) -> None:
        await self._site.write(END, hash=session)

    async def confirm(self, session: str) -> None:
        """Notes that a second factor was proved in the session."""
        await self._site.transact(lambda transaction: self._change(transaction, session, is_confirmed=True))

    async def kinds(self, name: str) -> list[FactorKind]:
        return await self._factors.kinds(account_of(name))

    async def authorize(self, connection: Connection, route: BaseRouteHandler) -> None:
        """Guard of all routes: refuses a request of the administration before its body is read.

        Raises CrossSite, NotAuthenticated, FactorRequired, NotPermitted or StepUpRequired.
        """
        if PERMISSION not in route.opt:
            return
        check_origin(connection, self.public_url)
        if route.opt[PERMISSION] != WITHOUT_SESSION:
            connection.scope["state"][_OPERATOR] = await self._operator(connection, route.opt[PERMISSION])

    async def _operator(self, request: Connection, permission: str) -> OperatorIdentity:
        now, address = int(time.time()), self._clients.address(request.scope)
        token = request.cookies.get(COOKIE, "")
        row = await self._read(self._site, self._hashes(token), now) if token else None
        if row is None or not await self.is_signed(row.name) or (row.factor_at is None and await self.kinds(row.name)):
            # A factor that was set up in another session is proved by a new sign-in.
            raise NotAuthenticated
        add_log_fields(request.scope, operator=row.name)
        if row.factor_at is None and permission not in WITHOUT_FACTOR:
            raise FactorRequired
        if row.role not in PERMISSIONS[permission].roles:
            problem = NotPermitted()
            operation = Operation(operator=row.name, command=permission, reason="", via="admin", address=address)
            await record_refusal(self._site, operation, request.scope["path"], problem.sentences)
            raise problem
        if PERMISSIONS[permission].step_up and now - row.confirmed_at > STEP_UP_SECONDS:
            raise StepUpRequired(await self.kinds(row.name))
        is_background = BACKGROUND in request.headers
        if not is_background and now - row.seen_at >= SEEN_EVERY_SECONDS:
            await self._site.transact(lambda session: self._change(session, row.hash))
        return OperatorIdentity(
            name=row.name,
            role=row.role,
            address=address,
            session=row.hash,
            permission=permission,
            confirmed_at=row.confirmed_at,
            factor_at=row.factor_at,
            idle_ends_at=(row.seen_at if is_background else now) + IDLE_SECONDS,
            ends_at=row.created_at + LIFETIME_SECONDS,
            language=reader_language(request.scope),
        )

    async def is_signed(self, name: str) -> bool:
        """Returns False, and logs it, if the rows of the operator are not those that were signed."""
        if await operator_signatures.is_signed(self._site, self._keys, name):
            return True
        log.warning("operator_not_signed", operator=name)
        return False

    async def _read(self, site: Database | Session, hashes: list[str], now: int) -> StoredSession | None:
        """Returns the live session of a cookie if its row was signed."""
        if not hashes:
            return None
        oldest = {"created_after": now - LIFETIME_SECONDS, "seen_after": now - IDLE_SECONDS}
        row = await site.one(SESSION, hashes=hashes, **oldest)
        return row if row and self._keys.is_signed(_text(row), row.signature, _place(row)) else None

    async def _change(self, session: Session, hash: str, *, is_confirmed: bool = False) -> None:
        """Notes the use of a session, and the proof of a factor, unless the session has ended meanwhile."""
        now = int(time.time())
        await session.one(LOCK_SESSION, hash=hash)
        if row := await self._read(session, [hash], now):
            row = replace(row, seen_at=now)
            if is_confirmed:
                row = replace(row, confirmed_at=now, factor_at=row.factor_at or now)
            times = {"seen_at": row.seen_at, "confirmed_at": row.confirmed_at, "factor_at": row.factor_at}
            await session.write(CHANGE, hash=hash, signature=sign(self._keys, row), **times)

    def _hashes(self, token: str) -> list[str]:
        return self._keys.token_hashes(token, _TABLE)


def sign(keys: DataKeys, row: StoredSession) -> str:
    """Returns the signature of a session's row."""
    return keys.sign(_text(row), _place(row))


def _text(row: StoredSession) -> str:
    """Returns what a signature covers. With role and password, so that no session outlives a change of them."""
    facts = (row.name, row.role, row.password, row.created_at, row.seen_at, row.confirmed_at, row.factor_at)
    return msgspec.json.encode(facts).decode()


def _place(row: StoredSession) -> SealedRow:
    return SealedRow(_TABLE, row.name, row.hash)


Operator: TypeAlias = NamedDependency[OperatorIdentity]
"""A handler asks for the operator by a parameter `operator: Operator`; the app provides it."""
