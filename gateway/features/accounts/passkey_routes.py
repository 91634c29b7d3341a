"""Routes of passkeys: the list of an account, new ones, and the login with a passkey alone."""

from datetime import UTC, datetime, timedelta
from typing import Annotated

from litestar import delete, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody, PathParameter

from gateway.features.accounts.factor_routes import FactorChanges
from gateway.features.accounts.limits import HttpRequest
from gateway.features.accounts.login import Authentication
from gateway.features.accounts.passkey_schemas import (
    PasskeyAdded,
    PasskeyEntry,
    PasskeyForm,
    PasskeyList,
    PasskeyLoginForm,
    PasskeyOptions,
)
from gateway.features.accounts.passkey_store import MAX_PASSKEYS, ListedPasskey
from gateway.features.accounts.schemas import Done, Session
from gateway.features.accounts.session import WITHOUT_FACTOR, Caller
from gateway.features.operators.site_controls import AccountBlocked
from gateway.http.errors import (
    AccountBanned,
    AccountFrozen,
    Conflict,
    GameUnavailable,
    NotAuthenticated,
    NotFound,
    PasskeyRefused,
    PasskeysOff,
    RecentRecovery,
    SiteUnavailable,
    StaffNetworkRefused,
    StepUpRequired,
    TooManyRequests,
    ValidationFailed,
    documented,
)

_ERRORS = (NotAuthenticated, AccountFrozen, PasskeysOff, GameUnavailable, SiteUnavailable)
_OPT = {WITHOUT_FACTOR: True}
_FIRST_DAY = datetime(1970, 1, 1, tzinfo=UTC).date()


def routes(authentication: Authentication) -> list[HTTPRouteHandler]:
    passkeys, changes = authentication.factors.passkeys, FactorChanges(authentication)

    @get(
        "/api/auth/passkeys",
        opt=_OPT,
        responses=documented(*_ERRORS),
        operation_id="listPasskeys",
        summary="Passkeys of the account",
        tags=["auth"],
    )
    async def list_passkeys(caller: Caller) -> PasskeyList:
        passkeys.require_party()
        return PasskeyList([_entry(row) for row in await passkeys.store.of_account(caller.login)], MAX_PASSKEYS)

    @post(
        "/api/auth/passkeys/options",
        status_code=200,
        opt=_OPT,
        responses=documented(*_ERRORS, RecentRecovery, StepUpRequired),
        operation_id="getPasskeyOptions",
        summary="Options for a new passkey, for five minutes",
        tags=["auth"],
    )
    async def creation_options(caller: Caller) -> PasskeyOptions:
        await changes.require_proof(caller)
        return await passkeys.creation_options(caller)

    @post(
        "/api/auth/passkeys",
        opt=_OPT,
        responses=documented(ValidationFailed, PasskeyRefused, *_ERRORS, RecentRecovery, StepUpRequired, Conflict),
        operation_id="addPasskey",
        summary="Add a passkey",
        tags=["auth"],
    )
    async def add_passkey(caller: Caller, request: HttpRequest, data: JSONBody[PasskeyForm]) -> PasskeyAdded:
        await changes.require_proof(caller)
        name = " ".join(data.name.split()) or authentication.client_of(request).device
        await passkeys.add(caller, data.credential, name)
        return PasskeyAdded(True, "Passkey added", await changes.added(caller, "PASSKEY_ADDED"))

    @delete(
        "/api/auth/passkeys/{passkey_id:int}",
        status_code=200,
        opt=_OPT,
        responses=documented(*_ERRORS, RecentRecovery, StepUpRequired, NotFound),
        operation_id="removePasskey",
        summary="Remove a passkey; with the last factor the recovery codes go",
        tags=["auth"],
    )
    async def remove_passkey(caller: Caller, passkey_id: Annotated[int, PathParameter(ge=1, le=2**63 - 1)]) -> Done:
        passkeys.require_party()
        await changes.require_proof(caller)
        if not await passkeys.store.remove(caller.login, passkey_id):
            raise NotFound
        await changes.removed(caller, "PASSKEY_REMOVED")
        return Done(True, "Passkey removed")

    @post(
        "/api/auth/passkeys/login/options",
        status_code=200,
        responses=documented(PasskeysOff),
        operation_id="getPasskeyLoginOptions",
        summary="Options for a proof with a passkey, for five minutes: of a login, a second step or a step-up",
        tags=["auth"],
    )
    async def request_options() -> PasskeyOptions:
        return passkeys.request_options()

    @post(
        "/api/auth/passkeys/login/verify",
        status_code=200,
        responses=documented(
            ValidationFailed,
            PasskeyRefused,
            PasskeysOff,
            AccountBanned,
            AccountBlocked,
            StaffNetworkRefused,
            TooManyRequests,
            GameUnavailable,
            SiteUnavailable,
        ),
        operation_id="loginWithPasskey",
        summary="Log in with a passkey alone",
        tags=["auth"],
    )
    async def login_with_passkey(request: HttpRequest, data: JSONBody[PasskeyLoginForm]) -> Session:
        return await authentication.login_with_passkey(request, data.assertion)

    return [list_passkeys, creation_options, add_passkey, remove_passkey, request_options, login_with_passkey]


def _entry(row: ListedPasskey) -> PasskeyEntry:
    last_used = None if row.used_day is None else _FIRST_DAY + timedelta(days=row.used_day)
    return PasskeyEntry(row.id, row.name, datetime.fromtimestamp(row.created_at, UTC), last_used)
