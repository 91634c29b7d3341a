"""Proofs of a second factor: at the second step of a login, and at the step-up of a session.

The field `assertion` of a form is the proof of a passkey. The field `code` is a code of the authenticator app or a
recovery code; recovery codes are longer.
"""

from gateway.features.accounts import totp
from gateway.features.accounts.audit_log import Action, AuditLog
from gateway.features.accounts.factor_store import FactorStore
from gateway.features.accounts.limits import AccountLimits, HttpRequest
from gateway.features.accounts.passkeys import Passkeys
from gateway.features.accounts.schemas import FactorForm
from gateway.http.errors import ValidationFailed
from gateway.texts import text


class Factors:
    """Checks proofs of the factors of accounts."""

    def __init__(self, store: FactorStore, passkeys: Passkeys, limits: AccountLimits, audit_log: AuditLog) -> None:
        self.store = store
        self.passkeys = passkeys
        self._limits = limits
        self._audit_log = audit_log

    async def prove(self, request: HttpRequest, login: str, form: FactorForm, action: Action) -> None:
        """Returns if the form proves a factor of the account; a proof works once.

        `action`: entry of the security log for a failure. Raises ValidationFailed, PasskeyRefused or
        TooManyRequests.
        """
        if form.assertion:
            await self.passkeys.prove(request, form.assertion, action, login)
            return
        code = "".join(form.code.split())
        if not code:
            refusal = ValidationFailed(fields={"code": text("fields.required.code")})
            refusal.factors = await self.store.kinds(login)
            raise refusal
        try:
            if len(code) > totp.DIGITS:
                await self._prove_recovery_code(request, login, code)
            else:
                await self._prove_totp(request, login, code)
        except ValidationFailed:
            await self._audit_log.note(login, action, self._limits.address(request), success=False)
            raise

    async def _prove_totp(self, request: HttpRequest, login: str, code: str) -> None:
        limits = await self._limits.of_factor_code(request, login)
        await self._limits.take(limits)
        async with self._limits.count_failures(limits, failure=ValidationFailed):
            outcome = await self.store.check_totp(login, code)
            if outcome != "accepted":
                raise ValidationFailed(fields={"code": text(f"fields.code_{outcome}")})

    async def _prove_recovery_code(self, request: HttpRequest, login: str, code: str) -> None:
        """No limit by account: 80 random bits cannot be guessed, and a flood must not keep the owner out."""
        if not await self.store.use_recovery_code(login, code):
            raise ValidationFailed(fields={"code": text("fields.code_wrong")})
        await self._audit_log.note(login, "RECOVERY_CODE_USED", self._limits.address(request), success=True)
