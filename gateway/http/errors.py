"""One error shape for every answer that is not a success. Nothing but what is written here ever reaches it."""

import re
from typing import Any, cast

import msgspec
import structlog
from litestar import Request, Response
from litestar.exceptions import HTTPException, MethodNotAllowedException, ValidationException
from litestar.openapi.datastructures import ResponseSpec

from gateway.database.errors import DatabaseUnavailable

REQUEST_ID = "gateway.request_id"  # the key in the ASGI scope

log = structlog.stdlib.get_logger("gateway.http")


class ProblemBody(msgspec.Struct, omit_defaults=True):
    """What is sent. `fields` says what is wrong with which input, and only validation has it."""

    message: str
    error: str
    status: int
    request_id: str
    fields: dict[str, str] | msgspec.UnsetType = msgspec.UNSET


class Problem(Exception):  # noqa: N818 - it is the name of what is sent, too
    """Raised by handlers. A subclass is a status, a code and the text for a person."""

    status = 500
    error = "internal_error"
    message = "Something went wrong on our side. Please try again later."

    def __init__(
        self, message: str | None = None, *, fields: dict[str, str] | None = None, retry_after: int | None = None
    ) -> None:
        self.message = message or self.message
        self.fields = fields
        self.headers = {"Retry-After": str(retry_after)} if retry_after is not None else {}
        super().__init__(self.message)

    def body(self, request_id: str) -> bytes:
        fields = self.fields or msgspec.UNSET
        return msgspec.json.encode(ProblemBody(self.message, self.error, self.status, request_id, fields))


class BadRequest(Problem):
    status, error, message = 400, "bad_request", "The request could not be understood."


class ValidationFailed(Problem):
    status, error, message = 400, "validation_failed", "Some of the values are not valid."


class NotAuthenticated(Problem):
    status, error, message = 401, "not_authenticated", "Please log in."


class InvalidCredentials(Problem):
    status, error, message = 401, "invalid_credentials", "Wrong username or password."


class AccountBanned(Problem):
    status, error, message = 403, "account_banned", "This account is banned."


class NotFound(Problem):
    status, error, message = 404, "not_found", "There is nothing here."


class MethodNotAllowed(Problem):
    status, error, message = 405, "method_not_allowed", "This method is not allowed here."


class Conflict(Problem):
    status, error, message = 409, "conflict", "This contradicts something that is already there."


class UsernameTaken(Problem):
    status, error, message = 409, "username_taken", "This username is already taken."


class TooLarge(Problem):
    status, error, message = 413, "too_large", "The request is too large."


class UnsupportedMediaType(Problem):
    status, error, message = 415, "unsupported_media_type", "Please send JSON."


class TooManyRequests(Problem):
    status, error, message = 429, "too_many_requests", "Too many requests. Please slow down."


class InternalError(Problem):
    """What an unforeseen exception becomes."""


class PaymentProviderFailed(Problem):
    status, error = 502, "payment_provider_failed"
    message = "The payment provider cannot be reached right now. Nothing was charged."


class GameUnavailable(Problem):
    status, error, message = 503, "game_unavailable", "The game server's data cannot be reached right now."


class SiteUnavailable(Problem):
    status, error, message = 503, "site_unavailable", "The site cannot do this right now."


RETRY_AFTER = 5  # seconds, with every 503

_KNOWN = (BadRequest, NotAuthenticated, NotFound, MethodNotAllowed, Conflict, TooLarge, UnsupportedMediaType)
_BY_STATUS: dict[int, type[Problem]] = {kind.status: kind for kind in _KNOWN}


def unavailable(role: str) -> Problem:
    """A database that does not answer: the site's own, or one of the game's."""
    return (SiteUnavailable if role == "site" else GameUnavailable)(retry_after=RETRY_AFTER)


def translate(wrong: Exception) -> Problem:
    """The problem that an exception means. Unknown ones are InternalError, whatever their text says."""
    match wrong:
        case Problem():
            return wrong
        case DatabaseUnavailable():
            return unavailable(wrong.role)
        case ValidationException():
            return ValidationFailed(fields=_fields(wrong.extra))
        case MethodNotAllowedException():
            problem = MethodNotAllowed()
            problem.headers = dict(wrong.headers or {})
            return problem
        case HTTPException() if wrong.status_code in _BY_STATUS:
            return _BY_STATUS[wrong.status_code]()
        case _:
            return InternalError()


def respond(request: Request[Any, Any, Any], wrong: Exception) -> Response[bytes]:
    """Litestar's exception handler for everything."""
    problem, scope = translate(wrong), cast("dict[str, Any]", request.scope)
    request_id = scope.get(REQUEST_ID, "")
    if isinstance(problem, InternalError):
        log.error("unhandled", request_id=request_id, path=scope["path"], exc_info=wrong)
    return Response(
        problem.body(request_id),
        status_code=problem.status,
        media_type="application/json",
        headers={**problem.headers, "Cache-Control": "no-store"},
    )


# msgspec's words for a wrong value, and ours
_TEXTS = [
    (re.compile(r"Expected `int` >= (-?\d+)"), "Must be at least {0}"),
    (re.compile(r"Expected `int` <= (-?\d+)"), "Must be at most {0}"),
    (re.compile(r"Expected `str` of length >= (\d+)"), "Must have at least {0} characters"),
    (re.compile(r"Expected `str` of length <= (\d+)"), "Must have at most {0} characters"),
    (re.compile(r"Expected `int"), "Must be a whole number"),
    (re.compile(r"Expected `bool"), "Must be true or false"),
    (re.compile(r"Expected `str"), "Must be a text"),
    (re.compile(r"Expected `object"), "Must be an object"),
    (re.compile(r"Object missing required field"), "Required"),
    (re.compile(r"Missing required"), "Required"),
    (re.compile(r"Object contains unknown field"), "Unknown field"),
]
_NAMED = re.compile(r"field `(\w{1,40})`")
_BODY = "data"  # what the framework calls it


def _fields(errors: Any) -> dict[str, str]:
    """Litestar's list of {message, key} as field: text."""
    fields: dict[str, str] = {}
    for entry in errors or ():
        text = str(entry.get("message", ""))
        named = _NAMED.search(text)
        key = str(entry.get("key", _BODY))
        fields[named.group(1) if named else "body" if key == _BODY else key] = _text(text)
    return fields


def _text(message: str) -> str:
    for pattern, text in _TEXTS:
        if found := pattern.search(message):
            return text.format(*found.groups())
    return "Invalid value"


def documented(*problems: type[Problem]) -> dict[int, ResponseSpec]:
    """`responses=` of a handler: what OpenAPI says of its refusals."""
    codes: dict[int, list[str]] = {}
    for kind in problems:
        codes.setdefault(kind.status, []).append(kind.error)
    return {
        status: ResponseSpec(ProblemBody, description=", ".join(names), generate_examples=False)
        for status, names in codes.items()
    }
