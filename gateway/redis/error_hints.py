"""Turns errors of Redis and of Sentinels into a problem and a next step for operators."""

import re
import ssl
from collections.abc import Iterator

import msgspec
from redis import exceptions

from gateway.texts import Text, text

_MAX_LENGTH = 200
_DENIED = "denied"
_UNREADABLE = (FileNotFoundError, PermissionError)
_KINDS: tuple[tuple[type[BaseException] | tuple[type[BaseException], ...], str, str], ...] = (
    # error class, pattern in its message, key of the problem in the catalogue
    (exceptions.NoPermissionError, "", _DENIED),
    (exceptions.ResponseError, "user executing the script can't|ACL failure in script", _DENIED),
    (exceptions.AuthenticationError, "", "login"),
    (exceptions.ReadOnlyError, "", "is_replica"),
    (exceptions.OutOfMemoryError, "", "full"),
    (ssl.SSLCertVerificationError, "", "certificate"),
    (ssl.SSLError, "", "tls"),
    (_UNREADABLE, "", "no_file"),
    (ConnectionRefusedError, "", "refused"),
    (exceptions.TimeoutError, "", "silent"),
    (exceptions.ConnectionError, "closed|reset", "closed"),
)


class RedisProblem(msgspec.Struct, frozen=True):
    """`text` follows a name and a colon; `hint` is the next step."""

    text: Text
    hint: Text
    is_permission_denied: bool = False
    """Redis answers, but its user lacks the permission."""


def explain(error: BaseException) -> RedisProblem:
    """Returns the problem behind an error of redis-py. Messages are cut short and contain no password."""
    for cause in _chain(error):
        for kind, pattern, key in _KINDS:
            if isinstance(cause, kind) and re.search(pattern, str(cause)):
                return problem(key, is_permission_denied=key == _DENIED, message=_message(cause))
    return problem("other", message=_message(error))


def problem(key: str, *, is_permission_denied: bool = False, **values: str) -> RedisProblem:
    """`key`: of the problem in the catalogue; that of its next step is beside it."""
    next_step = text(f"doctor.redis.{key}_do")
    return RedisProblem(text(f"doctor.redis.{key}", **values), next_step, is_permission_denied=is_permission_denied)


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """Yields an error and its causes, the innermost last: redis-py wraps the errors of the system."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _message(error: BaseException) -> str:
    return " ".join(str(error).split())[:_MAX_LENGTH] or type(error).__name__
