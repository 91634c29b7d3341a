"""The game server's own user: the operator has made it; install lets it call the procedures of deliveries."""

from __future__ import annotations

import re

import msgspec

from gateway.database.database import Connection, DatabaseError, Session
from gateway.database.queries import query
from gateway.install.names import HOST, InstallError, Names
from gateway.install.plan import game_rights

_USER = re.compile(r"[0-9A-Za-z_.$-]{1,80}")
# There is no such grant to take away, or nobody any more to take it from.
_NOTHING_TO_REVOKE = frozenset({1133, 1141, 1269, 1305, 1403})
GAME_USER = "game_user"
"""Under which name the site schema keeps whom the rights were given."""


class Host(msgspec.Struct):
    host: str


class Value(msgspec.Struct):
    value: str


HOSTS = query("install.hosts_of", Host)
RECORD = query("install.record", None)
RECORDED = query("install.recorded", Value)
FORGET = query("install.forget", None)


class GameUser(msgspec.Struct, frozen=True):
    """`'l2j'@'localhost'`, as the server knows it."""

    name: str
    host: str

    def __str__(self) -> str:
        return f"{self.name}@{self.host}"

    @property
    def account(self) -> str:
        return f"'{self.name}'@'{self.host}'"


def parse_game_user(text: str) -> GameUser:
    """NAME@HOST, the host as the user was made with it (`%` for everywhere). Raises InstallError."""
    name, mark, host = text.rpartition("@")
    user = GameUser(name, host)
    if not (mark and _USER.fullmatch(name) and HOST.fullmatch(host)):
        raise InstallError(f"--game-user {text!r}: expected NAME@HOST, as l2j@localhost or l2j@%")
    return user


async def check_game_user(admin: Connection, user: GameUser, names: Names) -> None:
    """Raises InstallError where the server knows no such user: install makes none, and changes none."""
    if user.name.startswith(f"{names.user_prefix}_"):
        raise InstallError(f"--game-user {user}: that is a user of the gateway's own; name the one of the game server")
    hosts = await _hosts(Session("admin", admin, rows=1000, on_query=None), user)
    if user.host in hosts:
        return
    others = ", ".join(f"{user.name}@{host}" for host in hosts)
    known = f"; there is {others}" if others else ""
    raise InstallError(
        f"--game-user: there is no user {user} on this server{known}. Install makes none: "
        "name the one with which the game server logs in, as the server lists it"
    )


async def _hosts(session: Session, user: GameUser) -> list[str]:
    try:
        return sorted({row.host for row in await session.read(HOSTS, user=user.name)})
    except DatabaseError as error:
        raise InstallError(f"--game-user: the administrator has to be able to read mysql.user ({error})") from None


async def settle_game_user(site: Connection, names: Names, wanted: GameUser | None, *, remove: bool = False) -> None:
    """Gives the rights to the user asked for, else to the one of an earlier run, over a connection to the site schema.

    Another one of an earlier run loses them.
    """
    session = Session("admin", site, rows=1000, on_query=None)
    before = await session.one(RECORDED, name=GAME_USER)
    known = parse_game_user(before.value) if before else None
    if known and not wanted and known.host not in await _hosts(session, known):
        remove = True  # the operator has dropped him since, and his rights went with him
    user = None if remove else wanted or known
    if known and known != user:
        for statement in game_rights(names.site, known.account, "revoke"):
            await _revoke(site, statement)
        await session.write(FORGET, name=GAME_USER)
    if user is None:
        return
    for statement in game_rights(names.site, user.account):
        await site.execute(statement)
    await session.write(RECORD, name=GAME_USER, value=str(user))


async def _revoke(site: Connection, statement: str) -> None:
    try:
        await site.execute(statement)
    except DatabaseError as error:
        if error.code not in _NOTHING_TO_REVOKE:
            raise
