"""POST /api/auth/login and /register: how somebody gets a token."""

import time
from typing import Any

from litestar import Request, post
from litestar.params import JSONBody
from msgspec import Struct

from gateway.database.database import DatabaseUnavailable, DuplicateKey
from gateway.database.queries import query
from gateway.features.accounts import audit_log, limits, rules
from gateway.features.accounts.constant_time import floor
from gateway.features.accounts.repository import Credentials, family, find
from gateway.features.accounts.schemas import LoginForm, RegisterForm, Session
from gateway.features.accounts.user import user_of
from gateway.game.passwords import scheme_of
from gateway.http.errors import (
    AccountBanned,
    Conflict,
    GameUnavailable,
    InvalidCredentials,
    SiteUnavailable,
    TooManyRequests,
    UsernameTaken,
    ValidationFailed,
    documented,
)
from gateway.state import GatewayState


class Wallets(Struct, frozen=True):
    wallets: int


HAS_WALLET = query("accounts.has_wallet", Wallets)
OPEN = query("accounts.open", None)
OPEN_WITH_EMAIL = query("accounts.open_with_email", None)


@post(
    "/api/auth/login",
    status_code=200,
    responses=documented(
        ValidationFailed, InvalidCredentials, AccountBanned, TooManyRequests, GameUnavailable, SiteUnavailable
    ),
    operation_id="login",
    summary="Log in",
    tags=["auth"],
)
async def login(state: GatewayState, request: Request[Any, Any, Any], data: JSONBody[LoginForm]) -> Session:
    if wrong := rules.login(data.username, data.password):
        raise ValidationFailed(fields=wrong)
    async with floor(state.settings.accounts.login_floor_ms / 1000):
        return await _login(state, request, data.username.strip().lower(), data.password)


async def _login(state: GatewayState, request: Request[Any, Any, Any], name: str, password: str) -> Session:
    address = state.clients.address(request.scope)
    # A refusal is the same for every name and costs no hash, or a flood of them would keep the threads from players.
    counted = await limits.take_login(state, request, name)
    try:
        account = await _checked(state, name, password, address)
    except InvalidCredentials:
        raise
    except Exception:  # nobody can tell whether it was right
        await limits.give_back(state, counted)
        raise
    await limits.give_back(state, counted)
    is_banned = account.is_banned(time.time())
    await audit_log.note(state, account.account, "LOGIN", address, success=not is_banned)
    if is_banned:
        raise AccountBanned
    await audit_log.logged_in(state, account.account)
    return await _session(state, account)


async def _checked(state: GatewayState, name: str, password: str, address: str) -> Credentials:
    """The account whose password it is. Raises InvalidCredentials."""
    account = await find(state.db.auth, name) if rules.may_be_account(name) else None
    if account is None:
        await _waste(state)
        await audit_log.knows(state, name, address)  # the site is asked as often as for a name that is there
        raise InvalidCredentials
    if not await is_right(state, account, password):
        await audit_log.note(state, account.account, "LOGIN", address, success=False)
        raise InvalidCredentials
    return account


async def is_right(state: GatewayState, account: Credentials, password: str) -> bool:
    """Whether it is the account's password; where others would cost a bcrypt check, so does every one."""
    stored = account.password or ""
    if scheme_of(stored) != "bcrypt":
        await _waste(state)
    return await state.hashing.verify(password, stored)


async def _waste(state: GatewayState) -> None:
    """What a check costs where passwords are bcrypt; also where nobody can tell just now."""
    try:
        is_dear = (await family(state)).hashing == "bcrypt"
    except (DatabaseUnavailable, SiteUnavailable):
        is_dear = True
    if is_dear:
        await state.hashing.waste()


@post(
    "/api/auth/register",
    responses=documented(ValidationFailed, UsernameTaken, Conflict, TooManyRequests, GameUnavailable, SiteUnavailable),
    operation_id="register",
    summary="Open an account",
    tags=["auth"],
)
async def register(state: GatewayState, request: Request[Any, Any, Any], data: JSONBody[RegisterForm]) -> Session:
    kind, wanted = await family(state), state.settings.accounts
    longest = rules.longest_email(kind.key)
    if wrong := rules.registration(data.username, data.email, data.password, wanted, longest):
        raise ValidationFailed(fields=wrong)
    await limits.take(state, limits.of_registration(state, request))
    account = data.username.lower()
    await _open(state, account, data.email.strip(), data.password)
    opened = await find(state.db.auth, account)
    if opened is None:
        raise Conflict
    await audit_log.note(state, account, "ACCOUNT_CREATED", state.clients.address(request.scope), success=True)
    return await _session(state, opened)


async def _open(state: GatewayState, account: str, email: str, password: str) -> None:
    """The game's row first, then ours. The game itself opens accounts at any time, so only its key decides."""
    remembered = await state.db.site.one(
        HAS_WALLET, wallet=f"wallet:{account}", hold=f"hold:{account}", debt=f"debt:{account}"
    )
    if remembered and remembered.wallets:
        raise UsernameTaken
    kind = await family(state)
    stored = await state.hashing.hashed(password, kind.hashing)
    try:
        if kind.has_email:
            await state.db.auth.write(OPEN_WITH_EMAIL, login=account, password=stored, email=email)
        else:
            await state.db.auth.write(OPEN, login=account, password=stored)
    except DuplicateKey:
        raise UsernameTaken from None
    await audit_log.opened(state, account, None if kind.has_email else email)


async def _session(state: GatewayState, account: Credentials) -> Session:
    token = state.tokens.issue(account.account, account.password or "", time.time())
    return Session(token, await user_of(state, account.account, account.access_level))


routes = [register, login]
