"""The options of `gateway install`, `upgrade` and `uninstall`."""

import argparse
import os
import sys
from collections.abc import Callable, Collection, Mapping
from datetime import tzinfo
from pathlib import Path
from typing import Any, Literal

import msgspec

from gateway.config.dsn import Dsn, DsnError, parse_dsn
from gateway.config.extras import ALL_EXTRAS
from gateway.config.money import CoinSettings
from gateway.config.settings import CONFIG, SettingsError, load
from gateway.database.database import DatabaseError
from gateway.database.error_hints import with_hint
from gateway.game.families import PasswordScheme, UnknownFamily
from gateway.install.config_file import InstalledConfig, read_config
from gateway.install.names import GameUser, InstallError, OptionError, parse_game_user
from gateway.registration.extra import enabled_extras

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
    def has_own_login_server(self) -> bool:
        """True if the accounts are on a server of their own."""
        return self.admin.server != self.login_admin.server

    @property
    def has_own_site_server(self) -> bool:
        """True if the site schema is on another server than the game and the accounts."""
        return self.site_admin.server not in {self.admin.server, self.login_admin.server}


class AccountRules(msgspec.Struct, frozen=True):
    """The settings of new accounts that install writes; 0 and empty: not written. `hash_reason`: for the operator."""

    username_max: int = 0
    password_hash: PasswordScheme | Literal[""] = ""
    hash_reason: str = ""


class InstallOptions(AdminLogins, frozen=True, kw_only=True):
    """The options of install, upgrade and uninstall. `identity.find_installation` determines empty names."""

    game_schema: str = ""
    login_schema: str = ""
    views_schema: str = ""
    site_schema: str = ""
    user_prefix: str = ""
    user_host: str = ""
    previous: InstalledConfig | None = None
    """The configuration of an earlier run: its names, passwords and secret are kept."""
    config: Path | None = None
    """The file that holds, or will hold, the passwords."""
    family: str = ""
    """Empty: detected."""
    handover: bool | None = None
    """False removes the user of an earlier run; None keeps it if there is one."""
    game_user: GameUser | None = None
    no_game_user: bool = False
    rotate: bool = False
    rotate_secret: bool = False
    """Replaces the secret alone, in two runs. Tokens signed with the previous one stay valid."""
    moved: bool = False
    """The installation now serves a game of another name, or on another server."""
    is_upgrade: bool = False
    """Writes no settings of accounts that the file lacks."""
    password_hash: PasswordScheme | Literal[""] = ""
    """The operator's own choice; empty: by the stored hashes."""
    views: Path | None = None
    """An operator's file of views instead of the family's."""
    nouns: Collection[str] | None = None
    """Extras that are on, and `administration`: those with tables of their own get them. None: all."""
    first_extras: tuple[str, ...] = ()
    """Extras that a new configuration file names as those that are on."""
    coin_item: int = CoinSettings().item_id
    """The item that is a coin; install adds it to the items that the procedures hand out."""
    zone: tzinfo | None = None
    """The site's time zone; None: the one of the record stays."""
    default_zone: tzinfo | None = None
    """Without `zone`, the one of an installation without a record."""
    language: str = ""
    """The site's language in a new configuration file; empty where the file exists."""
    site_name: str = ""
    """Name of the site in a new content folder; empty: the sample's."""

    @property
    def makes_handover(self) -> bool:
        has_handover = bool(self.previous and self.previous.handover_dsn)
        return has_handover if self.handover is None else self.handover


def install_options(
    admin_dsn: str,
    *,
    login_admin_dsn: str = "",
    site_admin_dsn: str = "",
    game_user: str | None = None,
    **fields: Any,
) -> InstallOptions:
    """`game_user` None keeps the rights of an earlier run, an empty text revokes them. Raises InstallError."""
    logins = admin_logins(admin_dsn, login_admin_dsn, site_admin_dsn)
    return InstallOptions(
        admin=logins.admin,
        login_admin=logins.login_admin,
        site_admin=logins.site_admin,
        game_user=parse_game_user(game_user) if game_user else None,
        no_game_user=game_user == "",
        **fields,
    )


def options_of(args: argparse.Namespace, **fields: Any) -> InstallOptions:
    """The options that install, upgrade and uninstall share. Raises InstallError or SettingsError."""
    path = Path(getattr(args, "write_config", "") or os.environ.get(CONFIG) or "gateway.toml")
    settings = load(path if path.is_file() else None, os.environ)
    is_first = not path.is_file() and settings.extras.enabled == ALL_EXTRAS
    extras = [extra for extra in enabled_extras(settings) if extra.is_default or not is_first]
    names = ("game_schema", "login_schema", "views_schema", "site_schema", "user_prefix", "user_host")
    return install_options(
        args.admin_dsn,
        login_admin_dsn=args.login_admin_dsn,
        site_admin_dsn=args.site_admin_dsn,
        previous=read_config(path),
        config=path,
        nouns=[extra.name for extra in extras] + ["administration"] * settings.admin.enabled,
        first_extras=tuple(extra.name for extra in extras) if is_first else (),
        coin_item=settings.coins.item_id,
        zone=settings.server.zone,
        password_hash=settings.accounts.password_hash,
        views=Path(settings.game.views) if settings.game.views else None,
        **{name: getattr(args, name) for name in names},
        **fields,
    )


def run_command(name: str, work: Callable[[], int]) -> int:
    """Returns the command's exit code, or that of an error, which standard error names."""
    try:
        return work()
    except (InstallError, UnknownFamily, SettingsError, DatabaseError) as error:
        sys.stderr.write(f"gateway {name}: {with_hint(error)}\n")
        return exit_code(error)


def exit_code(error: Exception) -> int:
    """Returns 2 for wrong options or settings, and a database that cannot be read; 1 for what was refused."""
    return 1 if isinstance(error, InstallError | UnknownFamily) and not isinstance(error, OptionError) else 2


def admin_logins(admin_dsn: str, login_admin_dsn: str, site_admin_dsn: str) -> AdminLogins:
    """Parses the administrator's DSNs; the first stands for one that is not given. Raises InstallError."""
    admin = admin_login(admin_dsn)
    return AdminLogins(
        admin=admin,
        login_admin=admin_login(login_admin_dsn, "--login-admin-dsn") if login_admin_dsn else admin,
        site_admin=admin_login(site_admin_dsn, "--site-admin-dsn") if site_admin_dsn else admin,
    )


def admin_login(text: str, option: str = "--admin-dsn") -> Dsn:
    """Parses an administrator's DSN. `option`: ADMIN_DSN for a command without one. Raises OptionError with it."""
    if not text:
        start = "" if option == ADMIN_DSN else f"{option}, or "
        raise OptionError(f"an administrator's login is needed: {start}{ADMIN_DSN} in the environment")
    try:
        return parse_dsn(text)
    except DsnError as error:
        raise OptionError(f"{option}: {error}") from None


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments that install, upgrade and uninstall share. Names come from the configuration file by default."""
    option = parser.add_argument
    option(
        "--admin-dsn",
        default=os.environ.get(ADMIN_DSN, ""),
        help=f"an administrator's login, mysql://root@host/game_schema (or {ADMIN_DSN}); never stored",
    )
    option(
        "--login-admin-dsn",
        default=os.environ.get(LOGIN_ADMIN_DSN, ""),
        help=f"an administrator's login, if the accounts have a server of their own (or {LOGIN_ADMIN_DSN})",
    )
    option(
        "--site-admin-dsn",
        default=os.environ.get(SITE_ADMIN_DSN, ""),
        help=f"an administrator's login, if the site schema has a server of its own (or {SITE_ADMIN_DSN})",
    )
    option("--game-schema", default="", help="the game's schema (the one of --admin-dsn)")
    option("--login-schema", default="", help="the schema of `accounts` (the game's schema)")
    option("--views-schema", default="", help="the schema for the views (gateway_views)")
    option("--site-schema", default="", help="the site's own schema (gateway_site)")
    option("--user-prefix", default="", help="prefix of the users' names (that of the views schema: gateway)")
    option("--user-host", default="", help="host that users log in from (localhost on this machine, else %%)")
