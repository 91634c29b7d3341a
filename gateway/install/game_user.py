"""The game server's own user, made by the operator: install lets it call the procedures of deliveries."""

import msgspec

from gateway.database.database import Connection, DatabaseError, Session
from gateway.database.installation import RECORDED_VALUE
from gateway.database.queries import query
from gateway.install.names import GameUser, InstallError, Names, parse_game_user
from gateway.install.script import game_rights

# There is no such grant, user or procedure any more.
_NOTHING_TO_REVOKE = frozenset({1133, 1141, 1269, 1305, 1403})
GAME_USER = "game_user"
"""The name under which `installation` records the user with the rights."""


class UserHost(msgspec.Struct):
    host: str


HOSTS = query("install.hosts_of", UserHost)
RECORD = query("install.record", None)
FORGET = query("install.forget", None)


async def hosts_of(session: Session, user: str) -> set[str]:
    """The hosts that the user may log in from. Raises InstallError."""
    try:
        return {row.host for row in await session.read(HOSTS, user=user)}
    except DatabaseError as error:
        raise InstallError(f"the administrator needs the right to read mysql.user ({error})") from None


async def check_game_user(session: Session, user: GameUser, names: Names) -> None:
    """Raises InstallError if the server has no such user: install makes none and changes none."""
    if user.name.startswith(f"{names.user_prefix}_"):
        raise InstallError(f"--game-user {user}: that is a user of the gateway's own; name the one of the game server")
    hosts = await hosts_of(session, user.name)
    if user.host in hosts:
        return
    known_users = ", ".join(f"{user.name}@{host}" for host in sorted(hosts))
    hint = f"; there is {known_users}" if known_users else ""
    raise InstallError(
        f"--game-user: there is no user {user} on this server{hint}. Install makes none: "
        "name the one with which the game server logs in, as the server lists it"
    )


async def set_game_user(site: Connection, names: Names, user: GameUser | None, *, remove: bool = False) -> None:
    """Gives the rights to this user, else to the one of an earlier run; any other one loses them.

    `site`: a connection to the site schema.
    """
    session = Session("admin", site, max_rows=1000, on_query=None)
    row = await session.one(RECORDED_VALUE, name=GAME_USER)
    previous = parse_game_user(row.value) if row else None
    if previous and not user and previous.host not in await hosts_of(session, previous.name):
        remove = True  # the operator has dropped the user since, and its rights with it
    user = None if remove else user or previous
    if previous and previous != user:
        for statement in game_rights(names.site, previous.account, "revoke"):
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
