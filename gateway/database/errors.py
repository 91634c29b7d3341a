"""Errors of the database client, in the few kinds that its callers tell apart."""

# The names say what happened: `except DuplicateKey` reads as it should.
# ruff: noqa: N818

from __future__ import annotations

_CONNECTION_LOST = frozenset({1053, 1077, 1152, 1158, 1159, 1160, 1161, 1184, 1927, 2006, 2013, 2055, 4031})
# The same statement may succeed when repeated. 1020 is MariaDB's snapshot isolation.
_LOCK_CONFLICT = frozenset({1020, 1205, 1213})
_DUPLICATE_KEY = 1062
# The server answers, but cannot run this now: the statement was stopped, there are too many connections, or a table has
# crashed, is full, is being altered or is missing under its view.
_STOPPED = frozenset({1317, 1969, 3024})
_TOO_MANY = frozenset({1040, 1129, 1203, 1226})
_TABLE = frozenset({1015, 1021, 1030, 1114, 1146, 1194, 1195, 1290, 1356, 1412})
_NOT_NOW = _STOPPED | _TOO_MANY | _TABLE


class DatabaseError(Exception):
    """The statement failed. The text is for the log; visitors see only that it failed."""

    def __init__(self, role: str, message: str, code: int = 0) -> None:
        super().__init__(message)
        self.role = role
        self.code = code


class DatabaseUnavailable(DatabaseError):
    """No connection, no answer in time, or not now. A later attempt may succeed."""


class LockConflict(DatabaseUnavailable):
    """A lock was lost to another transaction, and ours was rolled back."""


class ConnectionLost(DatabaseUnavailable):
    """The connection broke under the statement."""


class StatementTimeout(DatabaseUnavailable):
    """The server was silent: it did not even report that the time limit was reached."""


class DuplicateKey(DatabaseError):
    """A row with this unique key exists."""


class TooManyRows(DatabaseError):
    """A query returned more rows than the limit: a defect of the query."""


def translate(role: str, error: Exception) -> DatabaseError:
    """Returns the driver's error as one of ours."""
    if isinstance(error, OSError):
        return ConnectionLost(role, str(error))
    number = error.args[0] if error.args and isinstance(error.args[0], int) else 0
    message = str(error.args[-1]) if error.args else type(error).__name__
    if number in _CONNECTION_LOST or type(error).__name__ == "InterfaceError":
        return ConnectionLost(role, message, number)
    if number in _LOCK_CONFLICT:
        return LockConflict(role, message, number)
    if number in _NOT_NOW:
        return DatabaseUnavailable(role, message, number)
    if number == _DUPLICATE_KEY:
        return DuplicateKey(role, message, number)
    return DatabaseError(role, f"{message} ({number})", number)
