"""What an operator may do about a database that refuses a command: one sentence after the server's own words."""

from __future__ import annotations

from gateway.database.errors import DatabaseError

_AWAY = "is the server up, and are host and port right?"
_NOT_WHOLE = "the installation is not whole: run `gateway install --apply`, which leaves what is there"
_WORDS = {
    1044: "that user may not use that schema: run `gateway install --apply`, which sets the rights anew",
    1045: "name and password are not those of a user there; `gateway install --apply` sets the service's anew",
    1049: "is the schema's name right? `gateway install --apply` makes the gateway's own",
    1142: _NOT_WHOLE,
    1146: _NOT_WHOLE,
    1305: _NOT_WHOLE,
    1698: "that user logs in over the socket of the machine itself: add ?unix_socket=/path to the DSN",
    2002: _AWAY,
    2003: _AWAY,
    2005: _AWAY,
}


def advised(error: Exception) -> str:
    """Cause and next step, on one line; of another error than the database's, itself."""
    advice = _WORDS.get(_code(error))
    return f"{error}. What to do: {advice}" if advice else str(error)


def _code(error: BaseException | None) -> int:
    """The server's number; a pool hides it one or two errors deeper."""
    while error is not None:
        if isinstance(error, DatabaseError) and error.code:
            return error.code
        error = error.__cause__
    return 0
