"""The settings of new accounts that install reads off the game: the longest name, and the hash of passwords."""

from collections.abc import Mapping
from typing import Final

import msgspec

from gateway.database.queries import query
from gateway.game.families import Family, PasswordScheme
from gateway.game.stored_hashes import SAMPLE_ROWS, UnusableHash, check_width, choose_scheme, count_hashes
from gateway.install.fit import select_of
from gateway.install.names import InstallError, Names
from gateway.install.options import AccountRules, InstallOptions
from gateway.install.script import part
from gateway.install.servers import Servers
from gateway.install.view_files import View

_REMEDY: Final = (
    "Nothing was touched. If you know how the login server hashes passwords, write [accounts] password_hash (sha1, "
    "bcrypt or whirlpool) into the configuration file, and run install again"
)


class ColumnWidth(msgspec.Struct, frozen=True):
    name: str
    characters: int


COLUMN_WIDTHS = query("install.column_widths", ColumnWidth)


async def account_rules(
    options: InstallOptions, servers: Servers, names: Names, family: Family, views: Mapping[str, View]
) -> AccountRules:
    """Returns the settings to write; settings that the operator has made stay.

    Raises InstallError if new passwords cannot be written so that the login server accepts them, and DatabaseError.
    """
    previous = options.previous
    if options.is_upgrade:  # the previous release refuses keys that it does not know, and may have to start again
        return AccountRules(previous.username_max, previous.password_hash) if previous else AccountRules()
    widths = await _column_widths(servers, names, views["new_accounts"])
    login_width = widths.get("login") or family.typed_name_max
    name_max = previous.username_max if previous else 0
    try:
        scheme, reason = await _scheme(options, servers, names, family, views["accounts"])
        check_width(scheme, widths.get("password", 0))
    except UnusableHash as error:
        raise InstallError(f"{error}. {_REMEDY}") from None
    return AccountRules(name_max or min(family.typed_name_max, login_width), scheme, reason)


async def _scheme(
    options: InstallOptions, servers: Servers, names: Names, family: Family, accounts: View
) -> tuple[PasswordScheme, str]:
    if options.password_hash:
        return options.password_hash, "as [accounts] password_hash says"
    select = select_of(accounts, {"game": names.game, "login": names.login})
    (statement,) = part("stored_hashes", {"select": select, "rows": str(SAMPLE_ROWS)})
    rows = (await servers.login.execute(statement)).rows
    return choose_scheme(count_hashes(None if row[0] is None else str(row[0]) for row in rows), family)


async def _column_widths(servers: Servers, names: Names, new_accounts: View) -> dict[str, int]:
    """Returns column of the view → characters that the game's own column holds."""
    ((_, table),) = new_accounts.tables
    rows = await servers.session("login").read(COLUMN_WIDTHS, schema=names.login, table=table)
    widths = {row.name: row.characters for row in rows}
    return {name: widths.get(base.lower(), 0) for name, base in new_accounts.base_columns.items()}
