"""Routes of the Security page: live sessions, their end, and the proof that the player is still the one."""

from datetime import UTC, datetime
from typing import Annotated

from litestar import delete, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody, PathParameter

from gateway.features.accounts.limits import HttpRequest
from gateway.features.accounts.login import Authentication
from gateway.features.accounts.schemas import Done, PasswordChanged, SessionEntry, SessionList, StepUpForm
from gateway.features.accounts.session import Caller, Identity
from gateway.features.accounts.session_store import LiveSession
from gateway.http.errors import (
    WITHOUT_FACTOR,
    GameUnavailable,
    NotAuthenticated,
    NotFound,
    SiteUnavailable,
    TooManyRequests,
    ValidationFailed,
    documented,
)

_ERRORS = (NotAuthenticated, GameUnavailable, SiteUnavailable)


def routes(authentication: Authentication) -> list[HTTPRouteHandler]:
    sessions, audit_log = authentication.sessions, authentication.audit_log

    @get(
        "/api/auth/sessions",
        responses=documented(*_ERRORS),
        operation_id="listSessions",
        summary="Live sessions of the account",
        tags=["auth"],
    )
    async def list_sessions(caller: Caller) -> SessionList:
        return SessionList([_entry(row, caller) for row in await sessions.store.live(caller.login)])

    @delete(
        "/api/auth/sessions/{session_id:str}",
        status_code=200,
        responses=documented(*_ERRORS, NotFound),
        operation_id="endSession",
        summary="End one session",
        tags=["auth"],
    )
    async def end_session(caller: Caller, session_id: Annotated[str, PathParameter(max_length=64)]) -> Done:
        if not await sessions.end(caller.login, session_id):
            raise NotFound
        await audit_log.note(caller.login, "LOGOUT", caller.address, success=True)
        return Done(True, "Session ended")

    @post(
        "/api/auth/logout",
        status_code=200,
        opt={WITHOUT_FACTOR: True},
        responses=documented(*_ERRORS),
        operation_id="logout",
        summary="End the session of the token",
        tags=["auth"],
    )
    async def logout(caller: Caller) -> Done:
        await sessions.end(caller.login, caller.session)
        await audit_log.note(caller.login, "LOGOUT", caller.address, success=True)
        return Done(True, "Logged out")

    @post(
        "/api/auth/logout-all",
        status_code=200,
        responses=documented(*_ERRORS),
        operation_id="logoutAll",
        summary="End all other sessions; the token in the response replaces that of the request",
        tags=["auth"],
    )
    async def logout_all(caller: Caller, request: HttpRequest) -> PasswordChanged:
        account = await sessions.read(caller.login)
        if account is None:
            raise NotAuthenticated
        opened = await sessions.store.replace_all(caller.login, authentication.client_of(request))
        sessions.forget(caller.login)
        await audit_log.note(caller.login, "LOGOUT", caller.address, success=True)
        return PasswordChanged(
            True, "All other sessions ended", authentication.token(caller.login, opened, account.password or "")
        )

    @post(
        "/api/auth/step-up",
        status_code=200,
        opt={WITHOUT_FACTOR: True},
        responses=documented(ValidationFailed, *_ERRORS, TooManyRequests),
        operation_id="stepUp",
        summary="Prove the second factor, or else the password; counts for five minutes",
        tags=["auth"],
    )
    async def step_up(caller: Caller, request: HttpRequest, data: JSONBody[StepUpForm]) -> Done:
        if await authentication.factors.kinds(caller.login):
            async with authentication.min_duration():
                await authentication.factors.prove(request, caller.login, data, "STEP_UP")
        elif not data.password:
            raise ValidationFailed(fields={"password": "Password is required"})
        else:
            await authentication.prove_password(caller, request, data.password, field="password", action="STEP_UP")
        await sessions.confirm(caller)
        return Done(True, "Confirmed")

    return [list_sessions, end_session, logout, logout_all, step_up]


def _entry(row: LiveSession, caller: Identity) -> SessionEntry:
    return SessionEntry(
        id=row.id,
        created_at=datetime.fromtimestamp(row.created_at, UTC),
        last_seen=datetime.fromtimestamp(row.seen_at, UTC).date(),
        device=row.device,
        network=row.network or None,
        current=row.id == caller.session,
    )
