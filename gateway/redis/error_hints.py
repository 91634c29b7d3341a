"""Why Redis or a Sentinel did not answer, and what an operator may do about it, in plain words."""

from __future__ import annotations

import re
import ssl
from collections.abc import Generator

import msgspec
import redis.exceptions
from redis.asyncio.sentinel import MasterNotFoundError
from redis.exceptions import AuthenticationError, NoPermissionError, OutOfMemoryError, ReadOnlyError

from gateway.redis.tls import UnreadableAuthority

_LONGEST = 200  # letters of what a server says
_ANOTHER_HOST = frozenset({62, 64})  # OpenSSL's numbers: not for this name, not for this address
_UP = "is it running, and can this machine reach it?"
_SILENT = "is it running, can this machine reach it, and does it speak TLS there if we do (redis.tls, or rediss://)?"
_LOGIN = "see to redis.username and redis.password (or to those in redis.url)"
_SENTINEL_LOGIN = "see to redis.sentinel_username and redis.sentinel_password"
_HUNG_UP = (
    "does it speak TLS (redis.tls, or rediss://)? If so, does it ask its clients for certificates (then set "
    "tls-auth-clients no)? And is it running?"
)
_NO_CERTIFICATE = "let it ask for no certificate of its clients: tls-auth-clients no"
_FULL = "set maxmemory-policy to allkeys-lru, if nothing else lives in this Redis, or raise maxmemory"
_RIGHTS = "give it the rights that gateway/docs/scaling.md names"
# What OpenSSL calls a server that speaks in the clear, and one that wants to see a certificate of ours.
_IN_THE_CLEAR = ("WRONG_VERSION_NUMBER", "RECORD_LAYER_FAILURE", "UNEXPECTED_EOF", "PACKET_LENGTH_TOO_LONG")
_WANTS_OURS = ("CERTIFICATE_REQUIRED", "HANDSHAKE_FAILURE")
# How Redis 7.0 and 7.2 word a want of rights within a script, and what else they say of the script.
_DENIED = re.compile("user executing the script can't|ACL failure in script")
_PLACE = re.compile(r"\s*script: [0-9a-f]{40}.*")


class Trouble(msgspec.Struct, frozen=True):
    """`text` follows on a name, a colon and a blank; `do` is the next step."""

    text: str
    do: str
    denied: bool = False
    """It answers, and its user may not do what was asked."""


class NoMaster(MasterNotFoundError):  # noqa: N818 - it says what the Sentinels say
    """No Sentinel names a master that lives."""

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(trouble.text)  # pyright: ignore[reportUnknownMemberType]
        self.trouble = trouble


def trouble_of(error: BaseException, *, of_sentinel: bool = False) -> Trouble:
    """What a call to Redis ended with. The words of a server are cut short; none of them repeats a password."""
    if isinstance(error, NoMaster):
        return error.trouble
    for each in _chain(error):
        if found := _known(each):
            return msgspec.structs.replace(found, do=_SENTINEL_LOGIN) if of_sentinel and found.do == _LOGIN else found
    said = " ".join(str(error).split())[:_LONGEST]
    return Trouble(f"it cannot be used: {said or type(error).__name__}", "see its log")


def _chain(error: BaseException | None) -> Generator[BaseException]:
    """From what was raised to what it was raised for: the client words anew what the system said."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _known(error: BaseException) -> Trouble | None:
    said = str(error)
    match error:
        case ssl.SSLError():
            return _encrypted(error)
        case redis.exceptions.ResponseError() if isinstance(error, NoPermissionError) or _DENIED.search(said):
            told = f"its user may not do that: {_PLACE.sub('', said)[:_LONGEST]}"
            return Trouble(told, _RIGHTS, denied=True)
        case AuthenticationError():
            return Trouble(_login(said), _LOGIN)
        case ReadOnlyError():
            return Trouble("it is a replica, which takes no writes", "name the master in redis.url, or the Sentinels")
        case OutOfMemoryError():
            return Trouble("it is full, and refuses to keep more", _FULL)
        case ConnectionRefusedError():
            return Trouble("nobody listens there", _UP)
        case UnreadableAuthority():
            told = f"the authorities of redis.tls_ca cannot be read ({said[:_LONGEST]})"
            return Trouble(told, "give the path of a file of certificates (PEM) that the gateway may read")
        case redis.exceptions.TimeoutError() | TimeoutError():
            return Trouble("it gave no answer in time", _SILENT)
        case redis.exceptions.ConnectionError() | ConnectionError() if "closed" in said or "reset" in said:
            return Trouble("it hung up", _HUNG_UP)
        case _:
            return None


def _login(said: str) -> str:
    if "without any password configured" in said or "no password is set" in said:
        return "it knows no password, and was given one"
    if "required" in said.lower():
        return "it wants name and password"
    return "name and password are not those of a user there"


def _encrypted(error: ssl.SSLError) -> Trouble:
    reason = str(error.reason or "")
    if isinstance(error, ssl.SSLCertVerificationError):
        told = f"its certificate is refused: {error.verify_message}"
        if error.verify_code in _ANOTHER_HOST:
            return Trouble(told, "let the certificate name (subjectAltName) the address at which it is reached")
        return Trouble(told, "name the authority that signed it in redis.tls_ca")
    if any(word in reason for word in _IN_THE_CLEAR):
        return Trouble("it does not speak TLS at that port", "give the port of its tls-port, or leave redis.tls off")
    if any(word in reason for word in _WANTS_OURS):
        return Trouble("it wants to see a certificate of ours", _NO_CERTIFICATE)
    return Trouble(f"TLS fails: {reason or error.strerror}", "see its log")
