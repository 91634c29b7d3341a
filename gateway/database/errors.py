"""Errors of the database client, in the few kinds that its callers tell apart."""

# The names say what happened: `except DuplicateKey` reads as it should.
# ruff: noqa: N818

from collections.abc import Iterator

_CONNECTION_LOST = frozenset({1053, 1077, 1152, 1158, 1159, 1160, 1161, 1184, 1927, 2006, 2013, 2055, 4031})
# The same statement may succeed when repeated. 1020 is MariaDB's snapshot isolation.
_LOCK_CONFLICT = frozenset({1020, 1205, 1213})
_DUPLICATE_KEY = 1062
_TOO_LONG = 1406
CRASHED_TABLE = (126, 127, 134, 144, 145, 1034, 1035, 1194, 1195)
# The server answers, but cannot run this now; the reason is for the log, the metrics and readiness.
_NOT_NOW = {
    **dict.fromkeys((1317, 1969, 3024), "statement_limit"),
    **dict.fromkeys((1040, 1129, 1203, 1226), "too_many_connections"),
    **dict.fromkeys((1044, 1045, 1142, 1143, 1227, 1370), "rights"),
    **dict.fromkeys((1146, 1356), "view"),  # a table or a right is missing under the view
    **dict.fromkeys(CRASHED_TABLE, "crashed_table"),
    **dict.fromkeys((1015, 1021, 1030, 1114), "storage"),
    1290: "read_only",
    1412: "table_altered",
}


# The server answers, and refuses or gives up this statement: others may go on. A missing column or index has no reason.
_STATEMENT_REASONS = frozenset({"error", "statement_limit", "rights", "view", "crashed_table", "table_altered"})
_LOGIN_REFUSED = frozenset({1044, 1045})


class DatabaseError(Exception):
    """The statement failed. The text is for the log; visitors see only that it failed.

    `query`: its name, if known. `is_encrypted`: the connection that could not be opened would have used TLS.
    """

    reason = "error"
    query = ""
    is_encrypted = False

    def __init__(self, role: str, message: str, code: int = 0, reason: str = "") -> None:
        super().__init__(message)
        self.role = role
        self.code = code
        self.reason = _NOT_NOW.get(code) or reason or self.reason

    @property
    def is_of_statement(self) -> bool:
        """True if the server has answered that it cannot run this statement: another table may still be read."""
        return self.code not in {0, *_LOGIN_REFUSED} and self.reason in _STATEMENT_REASONS


class DatabaseUnavailable(DatabaseError):
    """No connection, no answer in time, or not now. A later attempt may succeed."""

    reason = "connection"


class LockConflict(DatabaseUnavailable):
    """A lock was lost to another transaction, and ours was rolled back."""

    reason = "lock"


class ConnectionLost(DatabaseUnavailable):
    """The connection broke under the statement."""


class StatementTimeout(DatabaseUnavailable):
    """The server did not even report that the time limit of the statement was reached.

    `is_server_down`: a probe found that the server answers no other connection either. Without a probe: the timer that
    ended the statement was on time.
    """

    is_server_down = False


class DuplicateKey(DatabaseError):
    """A row with this unique key exists."""

    reason = "duplicate_key"


class TooManyRows(DatabaseError):
    """A query returned more rows than the limit: a defect of the query."""


def translate(role: str, error: Exception) -> DatabaseError:
    """Returns the driver's error as one of ours."""
    if isinstance(error, OSError):
        return ConnectionLost(role, str(error) or type(error).__name__)
    number = error.args[0] if error.args and isinstance(error.args[0], int) else 0
    message = f"{error.args[-1]} ({number})" if error.args else type(error).__name__
    if number in _CONNECTION_LOST or type(error).__name__ == "InterfaceError":
        return ConnectionLost(role, message, number)
    if number in _LOCK_CONFLICT:
        return LockConflict(role, message, number)
    if number in _NOT_NOW:
        return DatabaseUnavailable(role, message, number)
    if number == _DUPLICATE_KEY:
        return DuplicateKey(role, message, number)
    if number == _TOO_LONG and role == "auth":  # a column of this pack is narrower than that of its family
        return DatabaseUnavailable(role, message, number, "column_too_narrow")
    return DatabaseError(role, message, number)


def causes(error: BaseException | None) -> Iterator[DatabaseError]:
    """Yields the errors of the database in the chain of an exception, outermost first."""
    while error is not None:
        if isinstance(error, DatabaseError):
            yield error
        error = error.__cause__ or error.__context__
