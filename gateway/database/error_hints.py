"""Next steps for operators after an error of the database: one sentence behind the server's own words."""

import re
from typing import Final

from gateway.database.errors import CRASHED_TABLE, DatabaseError, causes
from gateway.texts import Text, text

_UNREACHABLE = "is the server up, and are host and port right?"
DAMAGED_TABLE: Final = text("doctor.database.damaged")
_INCOMPLETE = (
    "the installation is not complete: run `gateway install --apply`, which keeps existing data, and makes the tables "
    "of what `extras.enabled` and `admin.enabled` turn on"
)
_REQUIRE_SSL = "; for a user with REQUIRE SSL, add ?ssl_mode=REQUIRED to the DSN"
_ACCESS_DENIED = 1045
_HINTS: dict[int, str | Text] = {
    1044: "the user has no right on that schema: run `gateway install --apply`, which grants the rights",
    1045: "user name or password is wrong; `gateway install --apply` sets the service's own anew",
    1049: "is the name of the schema right? `gateway install --apply` creates the gateway's own",
    1130: "no user may log in from this machine's address: see `--user-host` in gateway/docs/operators/install.md",
    1142: _INCOMPLETE,
    1146: _INCOMPLETE,
    1305: _INCOMPLETE,
    1406: "a column of the game's accounts is narrower than its family's: `gateway doctor` names it",
    1698: "that user logs in over the machine's own socket: add ?unix_socket=/path to the DSN",
    **dict.fromkeys(
        (1547, 1548, 1558, 1728),
        "the server was upgraded and its own tables were not: run `mariadb-upgrade` as its administrator",
    ),
    3159: "the server takes encrypted connections only: add ?ssl_mode=REQUIRED to the DSN",
    **dict.fromkeys(CRASHED_TABLE, DAMAGED_TABLE),
    2002: _UNREACHABLE,
    2003: _UNREACHABLE,
    2005: _UNREACHABLE,
}
_OF_CONNECTING: Final = (
    (
        re.compile("local issuer certificate|certificate signature failure|self.signed certificate"),
        text("doctor.database.authority"),
    ),
    (
        re.compile("Hostname mismatch|IP address mismatch"),
        text("doctor.database.other_host"),
    ),
    (re.compile("certificate has expired"), text("doctor.database.expired")),
    (
        re.compile("WRONG_VERSION_NUMBER|doesn't support SSL"),
        text("doctor.database.no_tls"),
    ),
    (
        re.compile("Packet sequence number wrong|Lost connection|timed out|TimeoutError"),
        text("doctor.database.no_database"),
    ),
    (
        re.compile("Name or service not known|nodename nor servname|getaddrinfo failed"),
        text("doctor.database.no_such_host"),
    ),
)
"""Words of errors while connecting, and their hint. asyncmy has code 2003 for all failures of TLS."""


def with_hint(error: Exception) -> str:
    """Returns the error and the next step on one line; for an unknown error its text alone."""
    hint = _hint_of(error)
    return f"{error}. What to do: {hint}" if hint else str(error)


def _hint_of(error: Exception) -> str:
    cause = next((cause for cause in causes(error) if cause.code), None) or next(causes(error), None)
    if cause is None:
        return ""
    hint = str(connecting_hint(str(error)) or _HINTS.get(cause.code, ""))
    if cause.code != _ACCESS_DENIED:
        return hint
    if getattr(error, "role", "") == "admin":
        hint = "user name or password is wrong: correct the administrator's login"
    return hint + _require_ssl(cause)


def connecting_hint(error: str) -> Text | None:
    """Returns the next step after a failure to connect; None for other errors and for unknown ones."""
    if "cannot connect as" not in error:
        return None
    return next((hint for pattern, hint in _OF_CONNECTING if pattern.search(error)), None)


def is_damaged(error: str) -> bool:
    """Returns True for the text of an error about a damaged table."""
    code = re.search(r"\((\d+)\)$", error)
    return code is not None and int(code[1]) in CRASHED_TABLE


def _require_ssl(error: DatabaseError) -> str:
    return "" if error.is_encrypted else _REQUIRE_SSL
