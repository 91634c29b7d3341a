"""Error responses in one format. Texts of unexpected exceptions never reach a client."""

from collections.abc import Mapping, MutableMapping, Sequence
from datetime import datetime
from typing import Any, cast

import msgspec
import structlog
from litestar import Request, Response
from litestar.exceptions import HTTPException, MethodNotAllowedException, ValidationException
from litestar.openapi.datastructures import ResponseSpec

from gateway.concurrency.errors import NotReady
from gateway.database.errors import DatabaseUnavailable, causes
from gateway.http.proof_of_work import ProofRequest
from gateway.observability.logging import RateLimitedLogger, add_log_fields
from gateway.texts import SOURCE, Text, Value, preferred, text

REQUEST_ID = "gateway.request_id"  # the key in the ASGI scope
PROBLEMS = "gateway.problems"
"""Key in the ASGI scope of a list that gets the problem of the response."""
WITHOUT_FACTOR = "gateway.without_factor"
"""Key in `opt` of the routes with a token that never answer FactorRequired."""

log = RateLimitedLogger(structlog.stdlib.get_logger("gateway.http"))


class Reason(msgspec.Struct, frozen=True, omit_defaults=True):
    """A text of a body. `code`: the part of its code in the catalogues that follows the section."""

    code: str
    values: Mapping[str, Value] = {}


class ProblemBody(msgspec.Struct, omit_defaults=True, kw_only=True):
    """Body of an error response.

    `message`: in the reader's language, as the header `Accept-Language` has it; English without one. `values`: of the
    message. `reasons`: what the message says, where `error` alone does not. `fields`: error text by input field, set by
    validation errors only; `field_codes`: its code and values. `proof`: work after which a refused login or
    registration may be repeated with the header `X-Proof`. `until`: the request is refused up to this moment.
    `factors`: ways to prove the second factor that is asked for; `challenge`: of a login, for `POST
    /api/auth/login/factor`.
    """

    message: str
    error: str
    status: int
    request_id: str
    values: Mapping[str, Value] = {}
    reasons: Sequence[Reason] = ()
    fields: dict[str, str] | msgspec.UnsetType = msgspec.UNSET
    field_codes: dict[str, Reason] | msgspec.UnsetType = msgspec.UNSET
    proof: ProofRequest | msgspec.UnsetType = msgspec.UNSET
    until: datetime | msgspec.UnsetType = msgspec.UNSET
    factors: Sequence[str] | msgspec.UnsetType = msgspec.UNSET
    challenge: str | msgspec.UnsetType = msgspec.UNSET


class Problem(Exception):  # noqa: N818 - also the name of the response
    """Base of the errors that handlers raise. `error`: its code, and that of its text among `refusals`."""

    status = 500
    error = "internal_error"
    reason = ""  # of a 5xx, for the log
    proof: ProofRequest | None = None
    until: datetime | None = None
    factors: Sequence[str] = ()
    challenge: str | None = None

    def __init__(
        self, *reasons: Text, fields: Mapping[str, Text] | None = None, retry_after: int | None = None, **values: Value
    ) -> None:
        """`reasons`: sentences in place of the text of the code. `values`: of that text.

        A single field's text is also the message.
        """
        self.fields = fields or {}
        self.reasons = reasons or (tuple(self.fields.values()) if len(self.fields) == 1 else ())
        self.text = text(f"refusals.{self.error}", **values)
        self.headers = {"Retry-After": str(retry_after)} if retry_after is not None else {}
        super().__init__(self.message())

    @property
    def sentences(self) -> Sequence[Text]:
        return self.reasons or (self.text,)

    def message(self, language: str = SOURCE) -> str:
        return " ".join(sentence.read(language) for sentence in self.sentences)

    def body(self, request_id: str, language: str = SOURCE) -> bytes:
        names = ("proof", "until", "factors", "challenge")
        optional = {name: getattr(self, name) or msgspec.UNSET for name in names}
        if self.fields:
            optional["fields"] = {name: sentence.read(language) for name, sentence in self.fields.items()}
            optional["field_codes"] = {name: _reason(sentence) for name, sentence in self.fields.items()}
        return msgspec.json.encode(
            ProblemBody(
                message=self.message(language),
                error=self.error,
                status=self.status,
                request_id=request_id,
                values=_values(self.text),
                reasons=() if self.fields else tuple(map(_reason, self.reasons)),
                **optional,
            )
        )


def _reason(sentence: Text) -> Reason:
    return Reason(sentence.code.split(".")[1], _values(sentence))


def _values(sentence: Text) -> Mapping[str, Value]:
    """Returns the values of a refusal, which has no decimals and no texts among them."""
    return cast("Mapping[str, Value]", sentence.values)


def reader_language(scope: Mapping[str, Any], default: str = SOURCE) -> str:
    """Returns the language of a request's `Accept-Language`, else the default."""
    header = next((value for name, value in scope["headers"] if name == b"accept-language"), b"")
    return preferred(header.decode("latin-1"), default)


class BadRequest(Problem):
    status = 400
    error = "bad_request"


class PasskeyRefused(Problem):
    status = 400
    error = "passkey_refused"


class ValidationFailed(Problem):
    status = 400
    error = "validation_failed"


class NotAuthenticated(Problem):
    status = 401
    error = "not_authenticated"


class InvalidCredentials(Problem):
    status = 401
    error = "invalid_credentials"


class SecondFactorRequired(Problem):
    """The password is right. `factors` and `challenge` are set."""

    status = 401
    error = "second_factor_required"

    def __init__(self, challenge: str, factors: Sequence[str]) -> None:
        super().__init__()
        self.challenge, self.factors = challenge, factors


class ChallengeExpired(Problem):
    status = 401
    error = "challenge_expired"


class AccountBanned(Problem):
    status = 403
    error = "account_banned"


class StaffAccount(Problem):
    status = 403
    error = "staff_account"


class StaffNetworkRefused(Problem):
    status = 403
    error = "account_blocked"

    def __init__(self) -> None:
        super().__init__(text("details.staff_network"))


class StepUpRequired(Problem):
    """`factors`: empty if the account has none, and is confirmed by its password."""

    status = 403
    error = "step_up_required"

    def __init__(self, factors: Sequence[str] = ()) -> None:
        super().__init__()
        self.factors = factors


class CrossSite(Problem):
    status = 403
    error = "cross_site"


class NotPermitted(Problem):
    status = 403
    error = "not_permitted"


class FactorRequired(Problem):
    status = 403
    error = "factor_required"


class NotFound(Problem):
    status = 404
    error = "not_found"


class MethodNotAllowed(Problem):
    status = 405
    error = "method_not_allowed"


class RequestTimeout(Problem):
    """The rest of the body is not read, so the connection cannot be used again."""

    status = 408
    error = "request_timeout"

    def __init__(self) -> None:
        super().__init__()
        self.headers = {"Connection": "close"}


class Conflict(Problem):
    status = 409
    error = "conflict"


class RecentRecovery(Problem):
    status = 409
    error = "recent_recovery"


class PasskeysOff(Problem):
    status = 409
    error = "passkeys_off"


class UsernameTaken(Problem):
    status = 409
    error = "username_taken"


class AccountFrozen(Problem):
    status = 409
    error = "account_frozen"


class TooLarge(Problem):
    status = 413
    error = "too_large"


class UnsupportedMediaType(Problem):
    status = 415
    error = "unsupported_media_type"


class TooManyRequests(Problem):
    status = 429
    error = "too_many_requests"


class InternalError(Problem):
    """Response to an unexpected exception."""


class PaymentProviderFailed(NotReady, Problem):
    status = 502
    error = "payment_provider_failed"
    reason = "provider"


class GameUnavailable(NotReady, Problem):
    status = 503
    error = "game_unavailable"


class SiteUnavailable(NotReady, Problem):
    status = 503
    error = "site_unavailable"


RETRY_AFTER = 5  # seconds, with every 503

_BY_FRAMEWORK = (BadRequest, NotAuthenticated, NotFound, MethodNotAllowed, Conflict, TooLarge, UnsupportedMediaType)
_BY_STATUS: dict[int, type[Problem]] = {kind.status: kind for kind in _BY_FRAMEWORK}


def unavailable(role: str, reason: str = "") -> Problem:
    """Returns the error for an unavailable database: `role` is "site", "game" or "auth"."""
    problem = (SiteUnavailable if role == "site" else GameUnavailable)(retry_after=RETRY_AFTER)
    problem.reason = reason
    return problem


def to_problem(error: Exception) -> Problem:
    """Returns the error response for an exception; InternalError for unexpected ones."""
    match error:
        case Problem():
            return error
        case DatabaseUnavailable():
            return unavailable(error.role)
        case ValidationException():
            names = [str(entry.get("key", "parameter")) for entry in cast("list[dict[str, object]]", error.extra or [])]
            return ValidationFailed(fields=dict.fromkeys(names, text("fields.invalid")))
        case MethodNotAllowedException():
            problem = MethodNotAllowed()
            problem.headers = dict(error.headers or {})
            return problem
        case HTTPException() if error.status_code in _BY_STATUS:
            return _BY_STATUS[error.status_code]()
        case _:
            return InternalError()


def log_fields(error: Exception) -> dict[str, str]:
    """Returns the error code for the access log; with a server error also why, in which query and for which role."""
    problem = to_problem(error)
    fields = {"error": problem.error}
    if problem.status < 500:
        return fields
    if not (chain := list(causes(error))):
        return {**fields, "reason": problem.reason or type(error).__name__}
    fields |= {"reason": chain[-1].reason, "role": chain[-1].role}
    fields |= {"query": query} if (query := chain[-1].query) else {}
    # The words of other errors may contain values of a row.
    return fields | ({"detail": str(chain[0])} if isinstance(chain[0], DatabaseUnavailable) else {})


def handle_exception(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """Handles all exceptions of the framework's handlers."""
    scope = cast("dict[str, Any]", request.scope)
    request_id = scope.get(REQUEST_ID, "")
    problem = logged_problem(scope, error, request_id)
    scope.get(PROBLEMS, []).append(problem)
    return Response(
        problem.body(request_id, reader_language(scope)),
        status_code=problem.status,
        media_type="application/json",
        headers={**problem.headers, "Cache-Control": "no-store"},
    )


def logged_problem(scope: MutableMapping[str, Any], error: Exception, request_id: str) -> Problem:
    """Returns the error response for an exception of a handler, which the access log names."""
    problem = to_problem(error)
    add_log_fields(scope, **log_fields(error))
    if isinstance(problem, InternalError):
        log_unhandled(error, request_id, scope.get("path_template") or scope["path"])
    return problem


def log_unhandled(error: Exception, request_id: str, path: str) -> None:
    """Logs the stack trace; of repeated errors of one type, one a minute."""
    log.error("unhandled_exception", key=type(error).__qualname__, request_id=request_id, path=path, exc_info=error)


UNAVAILABLE = (GameUnavailable, SiteUnavailable)
"""Errors of a route that reads the game's database and the site's."""


def response_specs(*problems: type[Problem]) -> dict[int, ResponseSpec]:
    """Returns `responses=` for a handler: its errors in the OpenAPI document."""
    codes: dict[int, list[str]] = {}
    for kind in problems:
        codes.setdefault(kind.status, []).append(kind.error)
    return {
        status: ResponseSpec(ProblemBody, description=", ".join(names), generate_examples=False)
        for status, names in codes.items()
    }
