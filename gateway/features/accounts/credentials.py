"""POST /api/auth/change-password and /update-email: changes of the caller's own account."""

from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody

from gateway.database.database import Database, Databases
from gateway.database.database import Session as SiteSession
from gateway.database.queries import query
from gateway.features.accounts import rules
from gateway.features.accounts.limits import HttpRequest
from gateway.features.accounts.login import Authentication
from gateway.features.accounts.repository import Credentials
from gateway.features.accounts.schemas import EmailForm, EmailUpdated, PasswordChanged, PasswordForm
from gateway.features.accounts.session import Caller, Identity, Sessions
from gateway.http.errors import (
    UNAVAILABLE,
    AccountFrozen,
    Conflict,
    NotAuthenticated,
    StaffAccount,
    StepUpRequired,
    ValidationFailed,
)
from gateway.http.routes import post
from gateway.texts import text

CHANGE_PASSWORD = query("accounts.change_password", None)
CHANGE_EMAIL = query("accounts.change_email", None)
SAVE_EMAIL = query("accounts.save_email", None)


class CredentialChanges:
    """Changes the password and the email address of the caller's account."""

    def __init__(self, authentication: Authentication, databases: Databases, sessions: Sessions) -> None:
        self._authentication = authentication
        self._databases = databases
        self._sessions = sessions

    async def change_password(self, caller: Identity, request: HttpRequest, form: PasswordForm) -> str:
        """Returns a token under the new password.

        Raises StaffAccount, StepUpRequired, ValidationFailed, Conflict or TooManyRequests.
        """
        _refuse_staff(caller)
        authentication = self._authentication
        errors = rules.password_change(form.current_password, form.new_password, caller.login, authentication.settings)
        if errors:
            raise ValidationFailed(fields=errors)
        await self._sessions.require_factor(caller)
        account = await authentication.prove_password(
            caller, request, form.current_password, field="current_password", action="PASSWORD_CHANGE"
        )
        scheme = await authentication.accounts.hashing()
        new_hash = await authentication.hasher.hash(form.new_password, scheme)

        async def change(session: SiteSession) -> None:
            await authentication.owners.note_password(session, caller.login, new_hash)
            await authentication.audit_log.within(session).note(
                caller.login, "PASSWORD_CHANGE", caller.address, success=True
            )
            if not await replace_hash(self._databases.auth, account, new_hash):
                raise Conflict

        session = await self._sessions.store.replace_all(caller.login, authentication.client_of(request), change)
        self._sessions.forget(caller.login)
        return authentication.token(caller.login, session, new_hash)

    async def update_email(self, caller: Identity, request: HttpRequest, email: str, current_password: str) -> None:
        """Needs the current password, or a proof within five minutes; of an account with a factor always the proof.

        Raises StaffAccount, ValidationFailed, StepUpRequired, NotAuthenticated or TooManyRequests.
        """
        _refuse_staff(caller)
        accounts, limits = self._authentication.accounts, self._authentication.limits
        family = await accounts.family()
        if errors := rules.email_change(email, await accounts.email_max()):
            raise ValidationFailed(fields=errors)
        if current_password:
            await self._sessions.require_factor(caller)
            await self._authentication.prove_password(
                caller, request, current_password, field="current_password", action="EMAIL_UPDATE"
            )
        else:
            await self._sessions.require_confirmation(caller)
        await limits.take(limits.of_email_change(caller.login))
        if email == (await accounts.member(caller.login)).email:
            raise ValidationFailed(fields={"new_email": text("fields.unchanged.email")})
        if family.has_email:
            changed_rows = await self._databases.auth.write(CHANGE_EMAIL, login=caller.login, email=email)
        else:
            changed_rows = await self._databases.site.write(SAVE_EMAIL, login=caller.login, email=email)
        if not changed_rows:
            raise NotAuthenticated
        await self._authentication.audit_log.note(caller.login, "EMAIL_UPDATE", caller.address, success=True)
        await self._authentication.audit_log.request_confirmation(caller.login, email)


async def replace_hash(auth: Database, account: Credentials, new_hash: str) -> bool:
    """Returns False if the password is no longer the one of `account`: it may have changed in the game meanwhile."""
    row = {"login": account.login, "password": new_hash, "old": account.password or ""}
    return bool(await auth.write(CHANGE_PASSWORD, **row))


def _refuse_staff(caller: Identity) -> None:
    """The view of players has no row of staff, so the database refuses the change as well."""
    if caller.access_level > 0:
        raise StaffAccount


def routes(changes: CredentialChanges) -> list[HTTPRouteHandler]:
    @post("/api/auth/change-password", ValidationFailed, StaffAccount, StepUpRequired, Conflict, *UNAVAILABLE)
    async def change_password(caller: Caller, request: HttpRequest, data: JSONBody[PasswordForm]) -> PasswordChanged:
        """Change the password."""
        token = await changes.change_password(caller, request, data)
        return PasswordChanged(True, "Password changed", token)

    @post("/api/auth/update-email", ValidationFailed, AccountFrozen, StaffAccount, StepUpRequired, *UNAVAILABLE)
    async def update_email(caller: Caller, request: HttpRequest, data: JSONBody[EmailForm]) -> EmailUpdated:
        """Change the email address."""
        email = data.new_email.strip()
        await changes.update_email(caller, request, email, data.current_password)
        return EmailUpdated(True, "Email updated", email)

    return [change_password, update_email]
