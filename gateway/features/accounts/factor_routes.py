"""Routes by which players set up and remove second factors: authenticator app and recovery codes."""

from collections.abc import Callable

from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody

from gateway.database.database import DuplicateKey
from gateway.features.accounts import totp
from gateway.features.accounts.audit_log import Action
from gateway.features.accounts.login import Authentication
from gateway.features.accounts.schemas import (
    Done,
    FactorForm,
    RecoveryCodes,
    RecoveryCodesState,
    TotpEnrolment,
    TotpState,
)
from gateway.features.accounts.session import Caller, Identity
from gateway.http.errors import (
    UNAVAILABLE,
    WITHOUT_FACTOR,
    AccountFrozen,
    Conflict,
    NotFound,
    RecentRecovery,
    StepUpRequired,
    ValidationFailed,
)
from gateway.http.routes import delete, get, post
from gateway.texts import text

_ERRORS = (AccountFrozen, *UNAVAILABLE)
_CHANGE_ERRORS = (*_ERRORS, RecentRecovery, StepUpRequired)
_OPT = {WITHOUT_FACTOR: True}


class FactorChanges:
    """Changes the factors of the caller's account. Each change needs a proof within five minutes."""

    def __init__(self, authentication: Authentication) -> None:
        self.store = authentication.factors.store
        self._sessions = authentication.sessions
        self._audit_log = authentication.audit_log

    async def require_proof(self, caller: Identity) -> None:
        """Raises RecentRecovery or StepUpRequired."""
        await self._sessions.refuse_after_recovery(caller)
        await self._sessions.require_confirmation(caller)

    async def complete_addition(self, caller: Identity, action: Action) -> list[str] | None:
        """Runs after a factor was added. Returns recovery codes if the account has none left."""
        await self._sessions.confirm_alone(caller)
        await self._note(caller, action)
        if any(code.used_at is None for code in await self.store.recovery_codes(caller.login)):
            return None
        return await self.renew_codes(caller)

    async def complete_removal(self, caller: Identity, action: Action) -> None:
        """Runs after a factor was removed."""
        self._sessions.forget(caller.login)
        await self._note(caller, action)

    async def renew_codes(self, caller: Identity) -> list[str]:
        codes = await self.store.renew_recovery_codes(caller.login)
        await self._note(caller, "RECOVERY_CODES_CREATED")
        return codes

    async def _note(self, caller: Identity, action: Action) -> None:
        await self._audit_log.note(caller.login, action, caller.address, success=True)


def routes(authentication: Authentication, site_name: Callable[[], str]) -> list[HTTPRouteHandler]:
    changes = FactorChanges(authentication)
    return [*_totp_routes(changes, site_name), *_recovery_code_routes(changes)]


def _totp_routes(changes: FactorChanges, site_name: Callable[[], str]) -> list[HTTPRouteHandler]:
    store = changes.store

    @get("/api/auth/totp", *_ERRORS, opt=_OPT)
    async def get_totp(caller: Caller) -> TotpState:
        """State of the account's authenticator app."""
        row = await store.totp(caller.login)
        return TotpState(row.confirmed_at if row else None)

    @post("/api/auth/totp", *_CHANGE_ERRORS, Conflict, opt=_OPT)
    async def start_totp(caller: Caller) -> TotpEnrolment:
        """Get the secret for an authenticator app; it counts once a code has confirmed it."""
        await changes.require_proof(caller)
        try:
            secret = await store.add_totp(caller.login)
        except DuplicateKey:
            raise Conflict(text("details.has_authenticator")) from None
        return TotpEnrolment(secret, totp.provisioning_uri(secret, caller.login, site_name()))

    @post("/api/auth/totp/confirm", ValidationFailed, *_CHANGE_ERRORS, opt=_OPT)
    async def confirm_totp(caller: Caller, data: JSONBody[FactorForm]) -> RecoveryCodes:
        """Turn the authenticator app on by one of its codes."""
        await changes.require_proof(caller)
        if await store.check_totp(caller.login, "".join(data.code.split()), confirm=True) != "accepted":
            raise ValidationFailed(fields={"code": text("fields.code_wrong")})
        return RecoveryCodes(True, "Authenticator app is on", await changes.complete_addition(caller, "TOTP_ADDED"))

    @delete("/api/auth/totp", *_CHANGE_ERRORS, NotFound, opt=_OPT)
    async def remove_totp(caller: Caller) -> Done:
        """Turn the authenticator app off; with the last factor the recovery codes go."""
        await changes.require_proof(caller)
        if not await store.remove_totp(caller.login):
            raise NotFound
        await changes.complete_removal(caller, "TOTP_REMOVED")
        return Done(True, "Authenticator app is off")

    return [get_totp, start_totp, confirm_totp, remove_totp]


def _recovery_code_routes(changes: FactorChanges) -> list[HTTPRouteHandler]:
    store = changes.store

    @get("/api/auth/recovery-codes", *_ERRORS, opt=_OPT)
    async def get_recovery_codes(caller: Caller) -> RecoveryCodesState:
        """Number of unused recovery codes."""
        codes = await store.recovery_codes(caller.login)
        unused_count = sum(code.used_at is None for code in codes)
        return RecoveryCodesState(unused_count, codes[0].created_at if codes else None)

    @post("/api/auth/recovery-codes", *_CHANGE_ERRORS, Conflict, opt=_OPT)
    async def renew_recovery_codes(caller: Caller) -> RecoveryCodes:
        """Make ten new recovery codes, which replace all earlier ones."""
        await changes.require_proof(caller)
        if not await store.kinds(caller.login):
            raise Conflict(text("details.no_factor"))
        return RecoveryCodes(True, "Recovery codes created", await changes.renew_codes(caller))

    return [get_recovery_codes, renew_recovery_codes]
