"""Sign-in of operators: name, password and second factor; a new operator sets up the factor before anything else.

Passwords, factors, challenges and limits are those of players' accounts, under a login that no player can have.
"""

import asyncio
from collections.abc import Callable, Collection
from typing import Annotated, Final

from litestar import Response
from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody, PathParameter, QueryParameter
from msgspec.structs import replace

from gateway.administration import operator_changes
from gateway.administration.operator_changes import PasswordRefused
from gateway.administration.origin import session_cookie
from gateway.administration.permissions import PERMISSIONS, WITHOUT_SESSION
from gateway.administration.routes import delete, get, post
from gateway.administration.schemas import (
    FactorSet,
    OperatorPermission,
    OperatorSession,
    OwnFactors,
    OwnPasskey,
    OwnPasswordForm,
    SignInForm,
)
from gateway.administration.sessions import (
    LIFETIME_SECONDS,
    Operator,
    OperatorIdentity,
    OperatorSessions,
)
from gateway.config.currencies import DIGITS_EXCEPTIONS
from gateway.database.database import Database, DuplicateKey
from gateway.database.sealing import DataKeys
from gateway.database.times import to_datetime
from gateway.features.accounts import totp
from gateway.features.accounts.audit_log import Action
from gateway.features.accounts.limits import HttpRequest, LoginAttempt
from gateway.features.accounts.login import Authentication
from gateway.features.accounts.passkey_schemas import PasskeyForm, PasskeyOptions
from gateway.features.accounts.password_hashing import PasswordHasher
from gateway.features.accounts.schemas import Done, FactorForm, LoginFactorForm, TotpEnrolment
from gateway.features.accounts.session import Identity
from gateway.features.operators import operators
from gateway.features.operators.operator_log import Operation, record, record_refusal, running
from gateway.features.operators.operators import StoredOperator, account_of
from gateway.http.errors import (
    ChallengeExpired,
    Conflict,
    InvalidCredentials,
    NotFound,
    NotPermitted,
    PasskeyRefused,
    PasskeysOff,
    Problem,
    SecondFactorRequired,
    ValidationFailed,
)
from gateway.texts import text

_PURPOSE: Final = "operator sign-in"
"""Purpose of the challenges between password and second factor."""
_COMMAND: Final = "sign in"
PasskeyId = Annotated[int, PathParameter(ge=1, le=2**63 - 1)]


class SignIn:
    """Checks passwords and factors of operators, and begins their sessions.

    Hashes have threads of their own: a flood of players' logins keeps no operator waiting, nor the other way round.
    """

    def __init__(
        self,
        site: Database,
        keys: DataKeys,
        authentication: Authentication,
        sessions: OperatorSessions,
        site_name: Callable[[], str],
        currency: str,
        extras: Collection[str],
    ) -> None:
        """`extras`: names of those that are on."""
        self.sessions = sessions
        self.factors = authentication.factors
        self.hasher = PasswordHasher(authentication.settings.hash_threads)
        self.authentication = authentication
        self.site_name, self._currency = site_name, currency
        self._site, self._extras = site, sorted(extras)
        self._keys = keys

    async def with_password(self, request: HttpRequest, name: str, password: str) -> str:
        """Returns the cookie of a session that can only set up a factor.

        Raises SecondFactorRequired for the right password of an operator with a factor, InvalidCredentials, and
        TooManyRequests.
        """
        authentication, account = self.authentication, account_of(name)
        attempt = await authentication.limits.take_login(request, account)
        failures = authentication.limits.count_failures(attempt.limits, failure=InvalidCredentials)
        async with failures, self.hasher.turn(attempt.lane):
            row = await self._verify(request, name, password, attempt)
        await self._require_signature(request, name)
        kinds = await self.sessions.kinds(name)
        if kinds:
            raise SecondFactorRequired(authentication.challenges.issue(_PURPOSE, account, row.password), kinds)
        return await self._begin(request, row, with_factor=False)

    async def set_own_password(self, request: HttpRequest, operator: OperatorIdentity, form: OwnPasswordForm) -> str:
        """Ends all sessions of the operator. Returns the cookie of a new one.

        Raises ValidationFailed for a wrong password or an unfit new one, and TooManyRequests.
        """
        guesses = self.authentication.limits
        limits = guesses.of_password_proof(request, operator.account)
        await guesses.take(limits)
        async with guesses.count_failures(limits, failure=ValidationFailed):
            row = await self._site.one(operators.OPERATOR, name=operator.name)
            if row is None or not await self.hasher.verify(form.password, row.password):
                raise ValidationFailed(fields={"password": text("fields.wrong_password")})
        try:
            password_hash = await asyncio.to_thread(operator_changes.hash_of, form.new_password)
        except PasswordRefused as error:
            raise ValidationFailed(fields={"new_password": error.reason}) from None
        with running(operator.operation("own password")):
            async with self._site.transaction() as session:
                await operators.set_password(session, self._keys, row, password_hash)
        return await self.sessions.begin(replace(row, password=password_hash), with_factor=True)

    async def log_own_factor(self, operator: OperatorIdentity, action: Action, change: str) -> None:
        await self.authentication.audit_log.note(operator.account, action, operator.address, success=True)
        with running(operator.operation("own factors")):
            async with self._site.transaction() as session:
                await record(session, operators.subject(operator.name), after={"factors": change})

    async def _verify(self, request: HttpRequest, name: str, password: str, attempt: LoginAttempt) -> StoredOperator:
        failures, address = self.authentication.failures, self.sessions.address(request)
        row = await self._site.one(operators.OPERATOR, name=name) if operators.NAME.fullmatch(name) else None
        if row is None:
            await self.hasher.verify_dummy()
            raise InvalidCredentials
        is_right = await self.hasher.verify(password, row.password)
        if not is_right or row.disabled_at is not None:
            if attempt.is_besieged:
                await failures.announce(account_of(name), address)
            if await failures.note(account_of(name), address):
                await self._refuse(request, name, InvalidCredentials())
            raise InvalidCredentials
        return row

    async def with_factor(self, request: HttpRequest, form: LoginFactorForm) -> str:
        """Returns the cookie of a session. Raises ChallengeExpired, and what `Factors.prove` raises."""
        challenges = self.authentication.challenges
        challenge = challenges.read(form.challenge)
        name = challenge.subject.removeprefix(account_of(""))
        row = await self._site.one(operators.OPERATOR, name=name)
        if row is None or row.disabled_at is not None or challenge.subject != account_of(name):
            raise ChallengeExpired
        challenges.verify(challenge, _PURPOSE, row.password)
        await self._require_signature(request, name)
        await self.prove(request, name, form, "LOGIN")
        await challenges.use(challenge)
        return await self._begin(request, row, with_factor=True)

    async def prove(self, request: HttpRequest, name: str, form: FactorForm, action: Action) -> None:
        """Logs a failure. Raises what `Factors.prove` raises."""
        try:
            await self.factors.prove(request, account_of(name), form, action)
        except (ValidationFailed, PasskeyRefused) as problem:
            await self._refuse(request, name, problem)

    async def _require_signature(self, request: HttpRequest, name: str) -> None:
        if not await self.sessions.is_signed(name):
            await self._refuse(request, name, NotPermitted(text("reasons.not_signed")))

    async def _begin(self, request: HttpRequest, operator: StoredOperator, *, with_factor: bool) -> str:
        address, name = self.sessions.address(request), operator.name
        await self.authentication.audit_log.note(account_of(name), "LOGIN", address, success=True)
        with running(Operation(operator=name, command=_COMMAND, reason="", via="admin", address=address)):
            async with self._site.transaction() as session:
                await record(session, f"operator:{name}")
        return await self.sessions.begin(operator, with_factor=with_factor)

    async def _refuse(self, request: HttpRequest, name: str, problem: Problem) -> None:
        """Raises the problem after it is in the log."""
        address = self.sessions.address(request)
        operation = Operation(operator=name, command=_COMMAND, reason="", via="admin", address=address)
        await record_refusal(self._site, operation, f"operator:{name}", problem.sentences)
        raise problem

    async def state(self, operator: OperatorIdentity) -> OperatorSession:
        return OperatorSession(
            name=operator.name,
            role=operator.role,
            site_name=self.site_name(),
            currency=self._currency,
            digits=DIGITS_EXCEPTIONS,
            factor_required=operator.factor_at is None,
            factors=list[str](await self.sessions.kinds(operator.name)),
            passkeys=self.factors.passkeys.is_on,
            idle_ends_at=to_datetime(operator.idle_ends_at),
            ends_at=to_datetime(operator.ends_at),
            permissions={
                name: OperatorPermission(operator.role in permission.roles, list(permission.roles))
                for name, permission in PERMISSIONS.items()
            },
            extras=self._extras,
        )

    async def complete_enrolment(self, operator: OperatorIdentity, action: Action) -> FactorSet:
        """Completes the set-up of a factor. Returns recovery codes if the operator has none left."""
        await self.sessions.confirm(operator.session)
        await self.authentication.audit_log.note(operator.account, action, operator.address, success=True)
        codes = await self.factors.store.recovery_codes(operator.account)
        if any(code.used_at is None for code in codes):
            return FactorSet(None)
        return FactorSet(await self.factors.store.renew_recovery_codes(operator.account))


def routes(sign_in: SignIn) -> list[HTTPRouteHandler]:
    return [
        *_sign_in_routes(sign_in),
        *_session_routes(sign_in),
        *_factor_routes(sign_in),
        *_own_access_routes(sign_in),
    ]


def _sign_in_routes(sign_in: SignIn) -> list[HTTPRouteHandler]:
    sign_in_errors = (ValidationFailed, InvalidCredentials, SecondFactorRequired, NotPermitted)
    factor_errors = (ValidationFailed, ChallengeExpired, PasskeyRefused, NotPermitted)

    @post("/api/admin/sign-in", *sign_in_errors, permission=WITHOUT_SESSION)
    async def sign_in_with_password(request: HttpRequest, data: JSONBody[SignInForm]) -> Response[Done]:
        """First step of a sign-in: name and password."""
        credentials = {"name": data.name.strip(), "password": data.password}
        if missing := {key: text("fields.required.any") for key, value in credentials.items() if not value}:
            raise ValidationFailed(fields=missing)
        async with sign_in.authentication.min_duration():
            token = await sign_in.with_password(request, data.name.strip().lower(), data.password)
        return _with_cookie(sign_in, request, token)

    @post("/api/admin/sign-in/factor", *factor_errors, permission=WITHOUT_SESSION)
    async def sign_in_with_factor(request: HttpRequest, data: JSONBody[LoginFactorForm]) -> Response[Done]:
        """Second step of a sign-in: the second factor."""
        async with sign_in.authentication.min_duration():
            token = await sign_in.with_factor(request, data)
        return _with_cookie(sign_in, request, token)

    @post("/api/admin/passkey-options", PasskeysOff, permission=WITHOUT_SESSION)
    async def get_operator_passkey_options() -> PasskeyOptions:
        """Options for a proof with a passkey, for five minutes."""
        return sign_in.factors.passkeys.request_options()

    return [sign_in_with_password, sign_in_with_factor, get_operator_passkey_options]


def _session_routes(sign_in: SignIn) -> list[HTTPRouteHandler]:
    @get("/api/admin/session", permission="session")
    async def get_operator_session(operator: Operator) -> OperatorSession:
        """The operator of the session, its end, and what the operator may do."""
        return await sign_in.state(operator)

    @delete("/api/admin/session", permission="session")
    async def sign_out(operator: Operator, request: HttpRequest) -> Response[Done]:
        """End the session."""
        await sign_in.sessions.end(operator.session)
        return _with_cookie(sign_in, request, "")

    @post("/api/admin/session/confirm", ValidationFailed, PasskeyRefused, permission="session")
    async def confirm_operator(operator: Operator, request: HttpRequest, data: JSONBody[FactorForm]) -> Done:
        """Prove the second factor again; counts for five minutes."""
        async with sign_in.authentication.min_duration():
            await sign_in.prove(request, operator.name, data, "STEP_UP")
        await sign_in.sessions.confirm(operator.session)
        return Done(True, "Confirmed")

    return [get_operator_session, sign_out, confirm_operator]


def _factor_routes(sign_in: SignIn) -> list[HTTPRouteHandler]:
    store, passkeys = sign_in.factors.store, sign_in.factors.passkeys

    @post("/api/admin/factors/totp", Conflict, permission="own_factors")
    async def start_operator_totp(
        operator: Operator, replace: Annotated[bool, QueryParameter()] = False
    ) -> TotpEnrolment:
        """Get the secret for an authenticator app; it counts once a code has confirmed it. The one before may end"""
        try:
            secret = await store.add_totp(operator.account, replace=replace)
        except DuplicateKey:
            raise Conflict(text("reasons.has_app")) from None
        if replace:
            await sign_in.log_own_factor(operator, "TOTP_REMOVED", "authenticator app replaced")
        return TotpEnrolment(secret, totp.provisioning_uri(secret, operator.name, f"{sign_in.site_name()} admin"))

    @post("/api/admin/factors/totp/confirm", ValidationFailed, permission="own_factors")
    async def confirm_operator_totp(operator: Operator, data: JSONBody[FactorForm]) -> FactorSet:
        """Turn the authenticator app on by one of its codes."""
        if await store.check_totp(operator.account, "".join(data.code.split()), confirm=True) != "accepted":
            raise ValidationFailed(fields={"code": text("fields.code_wrong")})
        return await sign_in.complete_enrolment(operator, "TOTP_ADDED")

    @post("/api/admin/factors/passkeys/options", PasskeysOff, permission="own_factors")
    async def get_operator_new_passkey_options(operator: Operator) -> PasskeyOptions:
        """Options for a new passkey, for five minutes."""
        return await passkeys.creation_options(_identity(operator))

    @post("/api/admin/factors/passkeys", PasskeyRefused, PasskeysOff, Conflict, permission="own_factors")
    async def add_operator_passkey(operator: Operator, request: HttpRequest, data: JSONBody[PasskeyForm]) -> FactorSet:
        """Add a passkey."""
        name = " ".join(data.name.split()) or sign_in.authentication.client_of(request).device
        await passkeys.add(_identity(operator), data.credential, name)
        return await sign_in.complete_enrolment(operator, "PASSKEY_ADDED")

    return [start_operator_totp, confirm_operator_totp, get_operator_new_passkey_options, add_operator_passkey]


def _own_access_routes(sign_in: SignIn) -> list[HTTPRouteHandler]:
    store, passkeys = sign_in.factors.store, sign_in.factors.passkeys

    @post("/api/admin/session/password", ValidationFailed, permission="own_password")
    async def set_own_password(
        operator: Operator, request: HttpRequest, data: JSONBody[OwnPasswordForm]
    ) -> Response[Done]:
        """Set another password; all other sessions end."""
        async with sign_in.authentication.min_duration():
            token = await sign_in.set_own_password(request, operator, data)
        return _with_cookie(sign_in, request, token)

    @get("/api/admin/factors", permission="session")
    async def list_own_factors(operator: Operator) -> OwnFactors:
        """The operator's own second factors."""
        app = await store.totp(operator.account)
        codes = await store.recovery_codes(operator.account)
        return OwnFactors(
            app_since=app.confirmed_at if app else None,
            passkeys=[
                OwnPasskey(row.id, row.name, row.created_at)
                for row in await passkeys.store.of_account(operator.account)
            ],
            codes=sum(code.used_at is None for code in codes),
        )

    @delete("/api/admin/factors/passkeys/{passkey_id:int}", NotFound, Conflict, permission="own_password")
    async def remove_own_passkey(operator: Operator, passkey_id: PasskeyId) -> Done:
        """Remove a passkey, unless it is the last factor."""
        app, passkey_rows = await store.totp(operator.account), await passkeys.store.of_account(operator.account)
        if (app is None or app.confirmed_at is None) and len(passkey_rows) == 1:
            raise Conflict(text("reasons.last_factor"))
        if not await passkeys.store.remove(operator.account, passkey_id):
            raise NotFound
        await sign_in.log_own_factor(operator, "PASSKEY_REMOVED", "passkey removed")
        return Done(True, "Passkey removed")

    @post("/api/admin/factors/recovery-codes", permission="own_password")
    async def renew_own_recovery_codes(operator: Operator) -> FactorSet:
        """Make ten new recovery codes, which replace all earlier ones."""
        codes = await store.renew_recovery_codes(operator.account)
        await sign_in.log_own_factor(operator, "RECOVERY_CODES_CREATED", "recovery codes renewed")
        return FactorSet(codes)

    return [set_own_password, list_own_factors, remove_own_passkey, renew_own_recovery_codes]


def _identity(operator: OperatorIdentity) -> Identity:
    return Identity(operator.account, 0, address=operator.address, session=operator.session)


def _with_cookie(sign_in: SignIn, request: HttpRequest, token: str) -> Response[Done]:
    """Sets the session's cookie; an empty token removes it."""
    cookie = session_cookie(request, sign_in.sessions.public_url, token, LIFETIME_SECONDS if token else 0)
    return Response(Done(True, "Signed in" if token else "Signed out"), cookies=[cookie])
