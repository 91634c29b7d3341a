"""Names and passwords of accounts: what the game can send, what its rows have, and what their columns hold."""

from typing import Final, Literal

import msgspec

from gateway.database.queries import query
from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding, advice, bad, ok
from gateway.features.accounts.repository import COLUMNS, AccountColumn
from gateway.game.families import Family, PasswordScheme
from gateway.game.stored_hashes import HASH_CHARACTERS, SAMPLE_ROWS, StoredHashes, count_hashes
from gateway.texts import Text, text
from gateway.world_snapshot.excluded_logins import scan_logins

_MAX_OWNERS: Final = 200


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
        return [ok(text("doctor.accounts.no_staff"))]
    return [advice(text("doctor.accounts.staff", accounts=len(players)), text("doctor.accounts.staff_do"))]


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
        line = _line("username_max", min(column.characters, family.typed_name_max))
        message = text("doctor.accounts.column_short", letters=username_max, width=column.characters)
        return bad(message, text("doctor.accounts.line_do", line=line))
    if username_max > family.typed_name_max:
        line = _line("username_max", family.typed_name_max)
        message = text("doctor.accounts.client_short", letters=username_max, sent=family.typed_name_max)
        return advice(message, text("doctor.accounts.client_short_do", line=line))
    return ok(text("doctor.accounts.names", letters=username_max))


def evaluate_long_names(count: int, family: Family) -> Finding:
    """`count`: existing accounts with a longer name than the game client sends."""
    typed_max = family.typed_name_max
    if not count:
        return ok(text("doctor.accounts.no_long_names", letters=typed_max))
    message = text("doctor.accounts.long_names", accounts=count, letters=typed_max)
    return advice(message, text("doctor.accounts.long_names_do"))


def evaluate_hashes(
    hash_counts: StoredHashes, setting: PasswordScheme | Literal[""], family: Family, column: AccountColumn | None
) -> Finding:
    """Compares the hash of new passwords with the stored ones and with the column. `setting`: the setting, if any."""
    scheme, hashes = setting or family.hashing, _hashes_text(hash_counts)
    other = hash_counts.only_scheme if hash_counts.only_scheme != scheme else None
    remedy = (
        text("doctor.accounts.line_do", line=_line("password_hash", f'"{other}"'))
        if other
        else text("doctor.accounts.hash_unknown_do", scheme=scheme)
    )
    width, needed = column.characters if column else 0, HASH_CHARACTERS[scheme]
    if 0 < width < needed:
        message = text("doctor.accounts.hash_narrow", characters=width, scheme=scheme, needed=needed, hashes=hashes)
        return bad(message, remedy)
    if hash_counts.is_unknown:
        return bad(text("doctor.accounts.hash_unknown", hashes=hashes), remedy)
    if other:
        message = text("doctor.accounts.hash_other", scheme=scheme, other=other, hashes=hashes)
        return (advice if setting else bad)(message, remedy)
    if hash_counts.only_scheme is None and hash_counts.total and not setting:
        message = text("doctor.accounts.hash_guess", scheme=scheme, family=family.title, hashes=hashes)
        line = _line("password_hash", f'"{scheme}"')
        return advice(message, text("doctor.accounts.hash_guess_do", line=line))
    return ok(text("doctor.accounts.hash", scheme=scheme, hashes=hashes))


def _hashes_text(hash_counts: StoredHashes) -> str | Text:
    counts = ", ".join(f"{count} {scheme}" for scheme, count in sorted(hash_counts.counts.items()))
    unknown = hash_counts.unknown_count
    if unknown and counts:
        return text("doctor.accounts.some_unknown_hashes", hashes=counts, unknown=unknown)
    if unknown:
        return text("doctor.accounts.unknown_hashes", unknown=unknown)
    return counts or text("doctor.accounts.no_hashes")


def _line(key: str, value: int | str) -> Text:
    return text("doctor.accounts.line", key=key, value=value)
