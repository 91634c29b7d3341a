"""Next steps for operators after an error of the database: one sentence behind the server's own words."""

from gateway.database.errors import causes

_UNREACHABLE = "is the server up, and are host and port right?"
_INCOMPLETE = "the installation is not complete: run `gateway install --apply`, which keeps existing data"
_ACCESS_DENIED = 1045
_HINTS = {
    1044: "the user has no right on that schema: run `gateway install --apply`, which grants the rights",
    1045: "user name or password is wrong; `gateway install --apply` sets the service's own anew",
    1049: "is the name of the schema right? `gateway install --apply` creates the gateway's own",
    1142: _INCOMPLETE,
    1146: _INCOMPLETE,
    1305: _INCOMPLETE,
    1406: "a column of the game's accounts is narrower than its family's: `gateway doctor` names it",
    1698: "that user logs in over the machine's own socket: add ?unix_socket=/path to the DSN",
    2002: _UNREACHABLE,
    2003: _UNREACHABLE,
    2005: _UNREACHABLE,
}


def with_hint(error: Exception) -> str:
    """Returns the error and the next step on one line; for an unknown error its text alone."""
    code = next((cause.code for cause in causes(error) if cause.code), 0)
    hint = _HINTS.get(code)
    if code == _ACCESS_DENIED and getattr(error, "role", "") == "admin":
        hint = "user name or password is wrong: correct the administrator's login"
    return f"{error}. What to do: {hint}" if hint else str(error)
