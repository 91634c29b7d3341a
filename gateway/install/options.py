"""The options of `gateway install`, `migrate` and `uninstall`, with defaults filled in."""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import msgspec

from gateway.config.dsn import Dsn, DsnError, parse_dsn
from gateway.install.config_file import InstalledConfig
from gateway.install.names import GameUser, InstallError, Names, parse_game_user

ADMIN_DSN = "GATEWAY_ADMIN_DSN"
LOGIN_ADMIN_DSN = "GATEWAY_ADMIN_LOGIN_DSN"
SITE_ADMIN_DSN = "GATEWAY_ADMIN_SITE_DSN"


class AdminLogins(msgspec.Struct, frozen=True, kw_only=True):
    """The administrator's logins on the servers of the game, of the accounts and of the site schema."""

    admin: Dsn
    login_admin: Dsn
    site_admin: Dsn

    @property
    def dsns(self) -> Mapping[Literal["game", "login", "site"], Dsn]:
        return {"game": self.admin, "login": self.login_admin, "site": self.site_admin}

    @property
    def apart(self) -> bool:
        """True if the accounts are on a server of their own."""
        return self.admin.server != self.login_admin.server

    @property
    def site_apart(self) -> bool:
        """True if the site schema is on another server than the game and the accounts."""
        return self.site_admin.server not in {self.admin.server, self.login_admin.server}


class InstallOptions(AdminLogins, frozen=True, kw_only=True):
    """The options of an installation; see `install_options`."""

    names: Names
    family: str = ""
    """Empty: detected."""
    handover: bool = False
    no_handover: bool = False
    """Removes the user of an earlier run."""
    game_user: GameUser | None = None
    no_game_user: bool = False
    previous: InstalledConfig | None = None
    rotate: bool = False
    rotate_secret: bool = False
    views: Path | None = None


def install_options(
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
    previous: InstalledConfig | None = None,
    rotate: bool = False,
    rotate_secret: bool = False,
    views: Path | None = None,
) -> InstallOptions:
    """Fills in what was left open. Raises InstallError.

    Users are named after the views schema (`gateway_views` → `gateway_read` …), so that several installations on one
    server share none. `previous` keeps the passwords and the secret of an earlier run; `rotate` makes all of them anew,
    `rotate_secret` the secret alone. Tokens signed with the secret before it stay valid.

    `handover` None keeps the user of an earlier run if there is one, False removes it. `game_user` None keeps the
    rights of an earlier run, an empty text revokes them. `views`: an operator's file instead of the family's.
    """
    logins = admin_logins(admin_dsn, login_admin_dsn, site_admin_dsn)
    game = game_schema or logins.admin.schema
    if not game:
        raise InstallError("the game's schema is not known: name it with --game-schema or in the administrator's DSN")
    names = Names(
        game=game,
        login=login_schema or (logins.login_admin.schema if login_admin_dsn else "") or game,
        views=views_schema,
        site=site_schema,
        user_prefix=user_prefix or views_schema.removesuffix("_views"),
        read_host=user_host or default_host(logins.admin),
        auth_host=user_host or default_host(logins.login_admin),
        site_host=user_host or default_host(logins.site_admin),
    )
    return InstallOptions(
        admin=logins.admin,
        login_admin=logins.login_admin,
        site_admin=logins.site_admin,
        names=names,
        family=family,
        handover=bool(previous and previous.handover_dsn) if handover is None else handover,
        no_handover=handover is False,
        game_user=parse_game_user(game_user) if game_user else None,
        no_game_user=game_user == "",
        previous=previous,
        rotate=rotate,
        rotate_secret=rotate or rotate_secret,
        views=views,
    )


def admin_logins(admin_dsn: str, login_admin_dsn: str | None, site_admin_dsn: str | None) -> AdminLogins:
    """Parses the administrator's DSNs; the first stands for one that is not given. Raises InstallError."""
    admin = admin_login(admin_dsn)
    return AdminLogins(
        admin=admin,
        login_admin=admin_login(login_admin_dsn, "--login-admin-dsn") if login_admin_dsn else admin,
        site_admin=admin_login(site_admin_dsn, "--site-admin-dsn") if site_admin_dsn else admin,
    )


def admin_login(text: str, option: str = "--admin-dsn") -> Dsn:
    """Parses an administrator's DSN. Raises InstallError, which names the option."""
    if not text:
        raise InstallError(f"an administrator's login is needed: --admin-dsn, or {ADMIN_DSN} in the environment")
    try:
        return parse_dsn(text)
    except DsnError as error:
        raise InstallError(f"{option}: {error}") from None


def default_host(dsn: Dsn) -> str:
    return "localhost" if dsn.unix_socket else "%"


def add_shared_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of all three commands."""
    parser.add_argument(
        "--admin-dsn",
        default=os.environ.get(ADMIN_DSN, ""),
        help=f"an administrator's login, mysql://root@host/game_schema (or {ADMIN_DSN}); never stored",
    )
    parser.add_argument("--site-schema", default="gateway_site", help="the site's own schema (gateway_site)")
    parser.add_argument("--user-prefix", default="", help="prefix of the users' names (gateway)")
    parser.add_argument(
        "--user-host", default="", help="host that users log in from (localhost over a socket, else %%)"
    )


def add_server_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of an installation on several servers."""
    parser.add_argument(
        "--login-admin-dsn",
        default=os.environ.get(LOGIN_ADMIN_DSN, ""),
        help=f"an administrator's login, if the accounts have a server of their own (or {LOGIN_ADMIN_DSN})",
    )
    parser.add_argument(
        "--site-admin-dsn",
        default=os.environ.get(SITE_ADMIN_DSN, ""),
        help=f"an administrator's login, if the site schema has a server of its own (or {SITE_ADMIN_DSN})",
    )
