"""POST /api/auth/change-password and /update-email: what a player may change of his account."""

import time
from typing import Any

from litestar import Request, post
from litestar.params import JSONBody

from gateway.database.queries import query
from gateway.features.accounts import audit_log, limits, rules
from gateway.features.accounts.constant_time import floor
from gateway.features.accounts.login import is_right
from gateway.features.accounts.repository import family, member
from gateway.features.accounts.schemas import EmailForm, EmailUpdated, PasswordChanged, PasswordForm
from gateway.features.accounts.session import CALLER, Caller
from gateway.http.errors import (
    Conflict,
    GameUnavailable,
    NotAuthenticated,
    SiteUnavailable,
    TooManyRequests,
    ValidationFailed,
    documented,
)
from gateway.state import GatewayState

CHANGE_PASSWORD = query("accounts.change_password", None)
CHANGE_EMAIL = query("accounts.change_email", None)
KEEP_EMAIL = query("accounts.keep_email", None)


@post(
    "/api/auth/change-password",
    status_code=200,
    dependencies=CALLER,
    responses=documented(
        ValidationFailed, NotAuthenticated, Conflict, TooManyRequests, GameUnavailable, SiteUnavailable
    ),
    operation_id="changePassword",
    summary="Change the password",
    tags=["auth"],
)
async def change_password(
    state: GatewayState, caller: Caller, request: Request[Any, Any, Any], data: JSONBody[PasswordForm]
) -> PasswordChanged:
    if wrong := rules.change_of_password(data.current_password, data.new_password, state.settings.accounts):
        raise ValidationFailed(fields=wrong)
    async with floor(state.settings.accounts.login_floor_ms / 1000):
        counted = limits.of_password_change(state, request, caller.login)
        await limits.take(state, counted)
        try:
            token = await _change_password(state, caller, data)
        except ValidationFailed:
            raise
        except Exception:  # nobody can tell whether it was right
            await limits.give_back(state, counted)
            raise
        await limits.give_back(state, counted)
        return PasswordChanged(True, "Password changed", token)


async def _change_password(state: GatewayState, caller: Caller, data: PasswordForm) -> str:
    account = await state.sessions.read(caller.login)
    if account is None:
        raise NotAuthenticated
    if not await is_right(state, account, data.current_password):
        await audit_log.note(state, caller.login, "PASSWORD_CHANGE", caller.address, success=False)
        raise ValidationFailed(fields={"current_password": "Current password is incorrect"})
    stored = await state.hashing.hashed(data.new_password, (await family(state)).hashing)
    # Somebody may have changed it in the game meanwhile: only what was checked is replaced.
    if not await state.db.auth.write(CHANGE_PASSWORD, login=account.login, password=stored, old=account.password or ""):
        raise Conflict
    state.sessions.forget(caller.login)
    await audit_log.note(state, caller.login, "PASSWORD_CHANGE", caller.address, success=True)
    return state.tokens.issue(caller.login, stored, time.time())


@post(
    "/api/auth/update-email",
    status_code=200,
    dependencies=CALLER,
    responses=documented(ValidationFailed, NotAuthenticated, TooManyRequests, GameUnavailable, SiteUnavailable),
    operation_id="updateEmail",
    summary="Change the e-mail address",
    tags=["auth"],
)
async def update_email(state: GatewayState, caller: Caller, data: JSONBody[EmailForm]) -> EmailUpdated:
    kind, email = await family(state), data.new_email.strip()
    if wrong := rules.change_of_email(email, rules.longest_email(kind.key)):
        raise ValidationFailed(fields=wrong)
    await limits.take(state, limits.of_email_change(state, caller.login))
    if email == (await member(state, caller.login)).email:
        raise ValidationFailed(fields={"new_email": "New email must be different from current email"})
    if kind.has_email:
        changed = await state.db.auth.write(CHANGE_EMAIL, login=caller.login, email=email)
    else:
        changed = await state.db.site.write(KEEP_EMAIL, login=caller.login, email=email)
    if not changed:
        raise NotAuthenticated
    await audit_log.note(state, caller.login, "EMAIL_UPDATE", caller.address, success=True)
    return EmailUpdated(True, "Email updated", email)


routes = [change_password, update_email]
