"""Routes of the Security page: the live sessions, their end, and the step-up of a session."""

from typing import Annotated

from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody, PathParameter

from gateway.database.times import to_datetime
from gateway.features.accounts.limits import HttpRequest
from gateway.features.accounts.login import Authentication
from gateway.features.accounts.schemas import Done, PasswordChanged, ProofState, SessionEntry, SessionList, StepUpForm
from gateway.features.accounts.session import Caller, Identity
from gateway.features.accounts.session_store import CONFIRMED_SECONDS, LiveSession
from gateway.http.errors import (
    UNAVAILABLE,
    WITHOUT_FACTOR,
    NotAuthenticated,
    NotFound,
    ValidationFailed,
)
from gateway.http.routes import delete, get, post
from gateway.texts import text


def _proof_route(authentication: Authentication) -> HTTPRouteHandler:
    @get("/api/auth/step-up", *UNAVAILABLE)
    async def get_proof(caller: Caller) -> ProofState:
        """State of the proof that a change of the account needs."""
        confirmed_until = await authentication.sessions.confirmed_at(caller) + CONFIRMED_SECONDS
        return ProofState(to_datetime(confirmed_until), await authentication.factors.store.kinds(caller.login))

    return get_proof


def routes(authentication: Authentication) -> list[HTTPRouteHandler]:
    sessions, audit_log = authentication.sessions, authentication.audit_log

    @get("/api/auth/sessions", *UNAVAILABLE)
    async def list_sessions(caller: Caller) -> SessionList:
        """Live sessions of the account."""
        return SessionList([_entry(row, caller) for row in await sessions.store.live(caller.login)])

    @delete("/api/auth/sessions/{session_id:str}", *UNAVAILABLE, NotFound)
    async def end_session(caller: Caller, session_id: Annotated[str, PathParameter(max_length=64)]) -> Done:
        """End one session."""
        if not await sessions.end(caller.login, session_id):
            raise NotFound
        await audit_log.note(caller.login, "LOGOUT", caller.address, success=True)
        return Done(True, "Session ended")

    @post("/api/auth/logout", *UNAVAILABLE, opt={WITHOUT_FACTOR: True})
    async def logout(caller: Caller) -> Done:
        """End the session of the token."""
        await sessions.end(caller.login, caller.session)
        await audit_log.note(caller.login, "LOGOUT", caller.address, success=True)
        return Done(True, "Logged out")

    @post("/api/auth/logout-all", *UNAVAILABLE)
    async def logout_all(caller: Caller, request: HttpRequest) -> PasswordChanged:
        """End all other sessions; the token in the response replaces that of the request."""
        account = await sessions.read(caller.login)
        if account is None:
            raise NotAuthenticated
        session = await sessions.store.replace_all(caller.login, authentication.client_of(request))
        sessions.forget(caller.login)
        await audit_log.note(caller.login, "LOGOUT", caller.address, success=True)
        return PasswordChanged(
            True, "All other sessions ended", authentication.token(caller.login, session, account.password or "")
        )

    @post("/api/auth/step-up", ValidationFailed, *UNAVAILABLE, opt={WITHOUT_FACTOR: True})
    async def step_up(caller: Caller, request: HttpRequest, data: JSONBody[StepUpForm]) -> Done:
        """Prove the second factor, or else the password; counts for five minutes."""
        if await authentication.factors.store.kinds(caller.login):
            async with authentication.min_duration():
                await authentication.factors.prove(request, caller.login, data, "STEP_UP")
        elif not data.password:
            raise ValidationFailed(fields={"password": text("fields.required.password")})
        else:
            await authentication.prove_password(caller, request, data.password, field="password", action="STEP_UP")
        await sessions.confirm(caller)
        return Done(True, "Confirmed")

    return [list_sessions, end_session, logout, logout_all, _proof_route(authentication), step_up]


def _entry(row: LiveSession, caller: Identity) -> SessionEntry:
    return SessionEntry(
        id=row.id,
        created_at=to_datetime(row.created_at),
        last_seen=to_datetime(row.seen_at).date(),
        device=row.device,
        network=row.network or None,
        current=row.id == caller.session,
    )
