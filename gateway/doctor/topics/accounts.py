"""Names and passwords of accounts: what the game can send, what its rows have, and what their columns hold."""

from typing import Final, Literal

import msgspec

from gateway.database.queries import query
from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding, advice, bad, ok
from gateway.features.accounts.repository import COLUMNS, AccountColumn
from gateway.game.families import Family, PasswordScheme
from gateway.game.stored_hashes import SAMPLE_ROWS, StoredHashes, UnusableHash, check_width, count_hashes
from gateway.world_snapshot.excluded_logins import scan_logins

_MAX_OWNERS: Final = 200
_RESTART: Final = "then restart the processes"


class StoredHash(msgspec.Struct, frozen=True):
    """Never printed."""

    password: str | None


class LongNameCount(msgspec.Struct, frozen=True):
    accounts: int


class PlayerLogin(msgspec.Struct, frozen=True):
    login: str


HASHES = query("doctor.stored_hashes", StoredHash)
LONG_NAMES = query("doctor.long_names", LongNameCount)
PLAYERS_OF = query("doctor.players_of", PlayerLogin)


async def check(context: DoctorContext) -> list[Finding]:
    family, report = context.family, context.report
    if family is None or not context.answers("auth") or report.missing_rights or report.broken_views:
        return []
    columns = {column.name: column for column in await context.db.auth.read(COLUMNS)}
    rows = await context.db.auth.read(HASHES, limit=SAMPLE_ROWS)
    hash_counts, setting = count_hashes(row.password for row in rows), context.settings.accounts.password_hash
    return [
        evaluate_names(context.settings.accounts.username_max, family, columns.get("login")),
        evaluate_long_names(await _count_long_names(context, family), family),
        evaluate_hashes(hash_counts, setting, family, columns.get("password")),
        *await _check_staff(context),
    ]


async def _check_staff(context: DoctorContext) -> list[Finding]:
    """Looks for characters of the staff on accounts of players.

    The staff rules follow the level of the account, which the game's own command sets together with that of the
    character. Asking the characters at each request would read a whole table in the families without an index.
    """
    if not context.answers("game"):
        return []
    rows = (await context.samples.characters()).rows
    owners = sorted({str(row.owner) for row in rows if row.access_level > 0})[:_MAX_OWNERS]
    players = await context.db.auth.read(PLAYERS_OF, logins=owners) if owners else []
    if not players:
        return [ok("accounts: no character of the staff was found on an account of access level 0")]
    return [
        advice(
            f"accounts: {len(players)} have access level 0 and a character of the staff: the rules for staff "
            "(staff_factor_required, staff_networks) do not apply to them",
            "set the level of these characters by the game's own command, which sets that of the account too; or set "
            "the access level of the account in the game's table",
        )
    ]


async def _count_long_names(context: DoctorContext, family: Family) -> int:
    total = 0

    async def read_range(after: str, end: str | None) -> None:
        nonlocal total
        row = await context.db.auth.one(LONG_NAMES, most=family.typed_name_max, after=after, end=end)
        total += row.accounts if row else 0

    await scan_logins(context.db.auth, read_range)
    return total


def evaluate_names(username_max: int, family: Family, column: AccountColumn | None) -> Finding:
    """Compares the setting with what the game can send, and with the column."""
    if column and 0 < column.characters < username_max:
        text = f"accounts: new names may have {username_max} letters, and accounts.login holds {column.characters}"
        typed_max = min(column.characters, family.typed_name_max)
        return bad(f"{text}: a longer name is not registered", f"{_line('username_max', typed_max)}, {_RESTART}")
    if username_max > family.typed_name_max:
        return advice(
            f"accounts: new names may have {username_max} letters, and the game client sends {family.typed_name_max}: "
            "with a longer name, players log in to the game as another account",
            f"{_line('username_max', family.typed_name_max)}, {_RESTART}; nothing, if your client sends longer names",
        )
    return ok(f"accounts: new names have up to {username_max} letters, which the game client can send")


def evaluate_long_names(count: int, family: Family) -> Finding:
    """`count`: existing accounts with a longer name than the game client sends."""
    typed_max = family.typed_name_max
    if not count:
        return ok(f"accounts: no name is longer than the {typed_max} letters that the game client sends")
    return advice(
        f"accounts: {count:,} have a name longer than the {typed_max} letters that the game client sends",
        "nothing has to be done for the site, where they work and are told; to play, each needs another account",
    )


def evaluate_hashes(
    hash_counts: StoredHashes, setting: PasswordScheme | Literal[""], family: Family, column: AccountColumn | None
) -> Finding:
    """Compares the hash of new passwords with the stored ones and with the column. `setting`: the setting, if any."""
    scheme = setting or family.hashing
    other = hash_counts.only_scheme if hash_counts.only_scheme != scheme else None
    remedy = (
        f"{_line('password_hash', other)}, {_RESTART}"
        if other
        else "write what your login server expects as password_hash (sha1, bcrypt or whirlpool) under [accounts], "
        f"{_RESTART}; or widen the column, if the login server expects {scheme}"
    )
    try:
        check_width(scheme, column.characters if column else 0)
    except UnusableHash as error:
        return bad(f"accounts: registrations and changes of passwords fail: {error} ({hash_counts})", remedy)
    if hash_counts.is_unknown:
        return bad(
            f"accounts: the passwords of most accounts that were read have an unknown format ({hash_counts})", remedy
        )
    if other:
        text = f"accounts: new passwords are hashed as {scheme}, and all that were read as {other} ({hash_counts})"
        return (advice if setting else bad)(f"{text}: the login server may refuse new players", remedy)
    if hash_counts.only_scheme is None and hash_counts.total and not setting:
        text = (
            f"accounts: new passwords are hashed as {scheme}, that of {family.title}; the accounts have {hash_counts}"
        )
        return advice(text, f"log in to the game with a new account; if that works, {_line('password_hash', scheme)}")
    return ok(f"accounts: new passwords are hashed as {scheme}; of the accounts that were read: {hash_counts}")


def _line(key: str, value: int | str) -> str:
    text = value if isinstance(value, int) else f'"{value}"'
    return f"write `{key} = {text}` under [accounts]"
