"""`gateway keys rotate`: seals every secret of the site schema with the first key of `security.data_keys`, and signs
every operator with it.

Afterwards the other keys can be removed, unless secrets are left that no key opens.
"""

import argparse
from typing import Final

from gateway.config import settings
from gateway.database.database import Database, Session
from gateway.database.installation import nouns_without_tables
from gateway.database.queries import query
from gateway.database.sealing import (
    DataKeys,
    KeyLost,
    KeyUse,
    SealBroken,
    SealedRow,
    SealedTable,
    StoredSecret,
    key_of,
)
from gateway.features.operators import operator_log, operator_signatures
from gateway.features.operators.command_line import (
    CommandRefused,
    add_operation_arguments,
    execute,
    operation,
)
from gateway.features.operators.operator_signatures import signed_change
from gateway.features.operators.report import Answer
from gateway.registration.extra import installed_extras

_BATCH: Final = 500


_TABLES: Final = (
    SealedTable(
        name="roulette_seeds",
        rows=query("roulette.sealed_rows", StoredSecret),
        reseal=query("roulette.seal", None),
        keys=query("roulette.keys_in_use", KeyUse),
    ),
    SealedTable(
        name="totp_secrets",
        rows=query("factors.sealed_totp", StoredSecret),
        reseal=query("factors.reseal_totp", None),
        keys=query("factors.keys_in_use", KeyUse),
    ),
)


async def sealed_tables(site: Database | Session) -> list[SealedTable]:
    """Returns those of core, and of the extras that have tables."""
    absent = await nouns_without_tables(site, installed_extras())
    extras = [extra for name, extra in installed_extras().items() if name not in absent]
    return [*_TABLES, *(table for extra in extras for table in extra.sealed_tables)]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = __doc__
    add_operation_arguments(parser, reason=True)


def run(args: argparse.Namespace) -> int:
    """Returns 0; 1 if rows are left that no key opens, or if there is no key; 2 if the site schema cannot be used."""

    async def answer(site: Database) -> Answer:
        keys = DataKeys(settings.from_environment().security.data_keys)
        if not keys.current:
            raise CommandRefused("security.data_keys is not set")
        counts = [await _reseal(site, table, keys) for table in await sealed_tables(site)]
        unsigned_names = await _sign_anew(site, keys)
        resealed_count, unreadable_count = map(sum, zip(*counts, strict=True))
        async with site.transaction() as session:
            await operator_log.record(session, f"key:{keys.current}")
        lines = [f"{resealed_count:,} secrets were sealed with the key {keys.current}"]
        if unsigned_names:
            lines.append(f"not signed, see `gateway operator sign`: {', '.join(unsigned_names)}")
        if unreadable_count:
            lines.append(f"{unreadable_count:,} cannot be opened: their keys are not in security.data_keys")
        return Answer(lines, code=1 if unreadable_count else 0)

    return execute(args, answer, change=operation(args, "keys rotate"))


async def _reseal(site: Database, table: SealedTable, keys: DataKeys) -> tuple[int, int]:
    """Returns the numbers of secrets that were sealed, and of those that cannot be opened."""
    resealed_count = unreadable_count = last_id = 0
    while rows := await site.read(table.rows, after=last_id, limit=_BATCH):
        last_id = rows[-1].id
        for row in rows:
            if row.sealed and key_of(row.sealed) == keys.current:
                continue
            place = SealedRow(table.name, row.account, row.identity)
            try:
                text = row.clear or keys.open(row.sealed or "", place)
            except (KeyLost, SealBroken):
                unreadable_count += 1
                continue
            async with site.transaction() as session, signed_change(session, keys, row.account, "totp"):
                resealed_count += await session.write(table.reseal, id=row.id, sealed=keys.seal(text, place))
    return resealed_count, unreadable_count


async def _sign_anew(site: Database, keys: DataKeys) -> list[str]:
    """Returns the operators that stay without a right signature."""
    unsigned_names: list[str] = []
    for name in await operator_signatures.names(site):
        async with site.transaction() as session:
            if not await operator_signatures.sign_anew(session, keys, name):
                unsigned_names.append(name)
    return unsigned_names
