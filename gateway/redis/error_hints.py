"""Turns errors of Redis and of Sentinels into a problem and a next step for operators."""

import re
import ssl
from collections.abc import Iterator

import msgspec
from redis import exceptions

_MAX_LENGTH = 200
_PERMISSION_DENIED = "its user lacks a permission: {}"
_GRANT = "grant the rights of gateway/docs/operators/scaling.md"
_UNREADABLE = (FileNotFoundError, PermissionError)
_HINTS: tuple[tuple[type[BaseException] | tuple[type[BaseException], ...], str, str, str], ...] = (
    # error class, pattern in its message, problem ({} stands for the message), next step
    (exceptions.NoPermissionError, "", _PERMISSION_DENIED, _GRANT),
    (exceptions.ResponseError, "user executing the script can't|ACL failure in script", _PERMISSION_DENIED, _GRANT),
    (
        exceptions.AuthenticationError,
        "",
        "login refused: {}",
        "check redis.username and redis.password (redis.sentinel_username and redis.sentinel_password for Sentinels)",
    ),
    (exceptions.ReadOnlyError, "", "it is a replica and takes no writes", "name the master, or the Sentinels"),
    (
        exceptions.OutOfMemoryError,
        "",
        "its memory is full",
        "set maxmemory-policy to allkeys-lru, if nothing else lives in this Redis, or raise maxmemory",
    ),
    (
        ssl.SSLCertVerificationError,
        "",
        "certificate refused: {}",
        "name the signing authority in redis.tls_ca; the certificate must name the address (subjectAltName)",
    ),
    (
        ssl.SSLError,
        "",
        "TLS failed: {}",
        "check that the port speaks TLS, that redis.tls_ca is a PEM file, and that tls-auth-clients is no",
    ),
    (_UNREADABLE, "", "redis.tls_ca cannot be read: {}", "give the path of a readable PEM file"),
    (ConnectionRefusedError, "", "connection refused", "check that it runs and that this machine can reach it"),
    (
        exceptions.TimeoutError,
        "",
        "no answer in time",
        "check that it runs, that it can be reached, and that both sides use TLS (redis.tls, rediss://)",
    ),
    (
        exceptions.ConnectionError,
        "closed|reset",
        "it closed the connection",
        "check that it runs, that both sides use TLS (redis.tls, rediss://), and that tls-auth-clients is no",
    ),
)


class RedisProblem(msgspec.Struct, frozen=True):
    """`text` follows a name and a colon; `hint` is the next step."""

    text: str
    hint: str
    is_permission_denied: bool = False
    """Redis answers, but its user lacks the permission."""


def explain(error: BaseException) -> RedisProblem:
    """Returns the problem behind an error of redis-py. Messages are cut short and contain no password."""
    for cause in _chain(error):
        for kind, pattern, text, hint in _HINTS:
            if isinstance(cause, kind) and re.search(pattern, str(cause)):
                return RedisProblem(text.format(_message(cause)), hint, is_permission_denied=text == _PERMISSION_DENIED)
    return RedisProblem(_message(error), "see its log")


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """Yields an error and its causes, the innermost last: redis-py wraps the errors of the system."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _message(error: BaseException) -> str:
    return " ".join(str(error).split())[:_MAX_LENGTH] or type(error).__name__
