"""What is asked of an installation, with what was left open filled in."""

from __future__ import annotations

from pathlib import Path

import msgspec

from gateway.config.dsn import Dsn
from gateway.install.config_file import InstalledConfig
from gateway.install.game_user import GameUser, parse_game_user
from gateway.install.migrate import admin_login, default_host
from gateway.install.names import InstallError, Names


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked of an installation; `family` empty: recognised."""

    admin: Dsn
    login_admin: Dsn
    site_admin: Dsn
    names: Names
    family: str = ""
    handover: bool = False
    no_handover: bool = False
    game_user: GameUser | None = None
    no_game_user: bool = False
    known: InstalledConfig | None = None
    rotate: bool = False
    rotate_secret: bool = False

    views: Path | None = None

    @property
    def apart(self) -> bool:
        """Whether the accounts are on a server of their own."""
        return self.admin.server != self.login_admin.server

    @property
    def site_apart(self) -> bool:
        """Whether the site schema is on another server than the game and the accounts."""
        return self.site_admin.server not in {self.admin.server, self.login_admin.server}


def request(
    admin_dsn: str,
    *,
    game_schema: str = "",
    login_schema: str | None = None,
    views_schema: str = "gateway_views",
    site_schema: str = "gateway_site",
    login_admin_dsn: str | None = None,
    site_admin_dsn: str | None = None,
    family: str = "",
    user_prefix: str | None = None,
    user_host: str | None = None,
    handover: bool | None = None,
    game_user: str | None = None,
    known: InstalledConfig | None = None,
    rotate: bool = False,
    rotate_secret: bool = False,
    views: Path | None = None,
) -> Request:
    """The installation asked for, with what was left open filled in. Raises InstallError.

    Users are named after the views schema (`gateway_views` → `gateway_read` …), so that installations beside each other
    on one server do not share any. `known` keeps the passwords and the secret of an earlier run; `rotate` makes all of
    them anew, `rotate_secret` the secret alone. The secret before it stays good for tokens that were signed with it.

    `handover` left open keeps the user of an earlier run where there is one, False takes him away; so does `game_user`,
    where an empty text takes the rights away. `views`: a file of the operator's own, instead of the family's.
    """
    admin = admin_login(admin_dsn)
    login_admin = admin_login(login_admin_dsn, "--login-admin-dsn") if login_admin_dsn else admin
    site_admin = admin_login(site_admin_dsn, "--site-admin-dsn") if site_admin_dsn else admin
    game = game_schema or admin.schema
    if not game:
        raise InstallError("which schema is the game's? Name it with --game-schema or in the administrator's DSN")
    names = Names(
        game=game,
        login=login_schema or (login_admin.schema if login_admin_dsn else "") or game,
        views=views_schema,
        site=site_schema,
        user_prefix=user_prefix or views_schema.removesuffix("_views"),
        read_host=user_host or default_host(admin),
        auth_host=user_host or default_host(login_admin),
        site_host=user_host or default_host(site_admin),
    )
    return Request(
        admin=admin,
        login_admin=login_admin,
        site_admin=site_admin,
        names=names,
        family=family,
        handover=bool(known and known.handover_dsn) if handover is None else handover,
        no_handover=handover is False,
        game_user=parse_game_user(game_user) if game_user else None,
        no_game_user=game_user == "",
        known=known,
        rotate=rotate,
        rotate_secret=rotate or rotate_secret,
        views=views,
    )
