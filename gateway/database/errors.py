"""What can go wrong at the door, in the few kinds that anybody above it has to tell apart."""

# The names say what happened: `except DuplicateKey` reads as it should.
# ruff: noqa: N818

from __future__ import annotations

# The connection is gone, or the server is going.
_BROKEN = frozenset({1053, 1077, 1152, 1158, 1159, 1160, 1161, 1184, 1927, 2006, 2013, 2055, 4031})
# A lock was lost: the same again may succeed. 1020 is MariaDB's snapshot isolation.
_CONFLICT = frozenset({1020, 1205, 1213})
_DUPLICATE_KEY = 1062
# The server answers, but not with this now: the statement's limit, too many connections, a table that crashed, is full,
# is being altered or is gone from under its view.
STOPPED = frozenset({1317, 1969, 3024})
_TOO_MANY = frozenset({1040, 1129, 1203, 1226})
_TABLE = frozenset({1015, 1021, 1030, 1114, 1146, 1194, 1195, 1290, 1356, 1412})
_NOT_NOW = STOPPED | _TOO_MANY | _TABLE


class DatabaseError(Exception):
    """The statement failed. What reaches a visitor of it is nothing but the fact; `str()` is for the log."""

    def __init__(self, role: str, message: str, code: int = 0) -> None:
        super().__init__(message)
        self.role = role
        self.code = code


class DatabaseUnavailable(DatabaseError):
    """No connection, no answer in time, or not now. It may go better in a moment."""


class Conflict(DatabaseUnavailable):
    """A lock was lost to another transaction, and ours was rolled back."""


class Broken(DatabaseUnavailable):
    """The connection died under the statement."""


class Silent(DatabaseUnavailable):
    """The server did not even say that the limit was reached."""


class DuplicateKey(DatabaseError):
    """A row with this unique key exists."""


class TooManyRows(DatabaseError):
    """A query returned more rows than the limit: the query is wrong, not the visitor."""


def translate(role: str, error: Exception) -> DatabaseError:
    """The driver's error as one of ours."""
    if isinstance(error, OSError):
        return Broken(role, str(error))
    number = error.args[0] if error.args and isinstance(error.args[0], int) else 0
    message = str(error.args[-1]) if error.args else type(error).__name__
    if number in _BROKEN or type(error).__name__ == "InterfaceError":
        return Broken(role, message, number)
    if number in _CONFLICT:
        return Conflict(role, message, number)
    if number in _NOT_NOW:
        return DatabaseUnavailable(role, message, number)
    if number == _DUPLICATE_KEY:
        return DuplicateKey(role, message, number)
    return DatabaseError(role, f"{message} ({number})", number)
