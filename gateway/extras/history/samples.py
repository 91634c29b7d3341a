"""Takes over `character_samples`, the daily values that an earlier release kept of accounts known to the site.

Runs before the first values are recorded: the characters then look as if they had been tracked since their first
sample. Idempotent. The table is dropped by a later release.
"""

from collections.abc import Sequence
from itertools import groupby, pairwise

from msgspec import Struct

from gateway.concurrency.durations import MINUTE
from gateway.database.batches import write_rows
from gateway.database.database import Database
from gateway.database.queries import query
from gateway.extras.history import storage
from gateway.world_snapshot.snapshot import Snapshot

ACCOUNTS_AT_ONCE = 100


class _Login(Struct, frozen=True):
    account: str


class _Sample(Struct, frozen=True):
    """`day`: days since 1970, in UTC."""

    account: str
    character_id: int
    day: int
    level: int
    exp: int
    pvp_kills: int
    pk_kills: int

    @property
    def values(self) -> tuple[int, int, int, int]:
        return self.level, self.exp, self.pvp_kills, self.pk_kills


ACCOUNTS = query("history.sampled_accounts", _Login)
SAMPLES = query("history.samples", _Sample)
ADD_DAYS = query("history.add_days", None)


async def take_over(site: Database, snapshot: Snapshot, today: int) -> None:
    """Begins the histories of the sampled characters that are ranked and still belong to the account."""
    last_login = ""
    while logins := [row.account for row in await site.read(ACCOUNTS, after=last_login, count=ACCOUNTS_AT_ONCE)]:
        last_login = logins[-1]
        samples = await site.read(SAMPLES, accounts=logins, before=today)
        for character_id, rows in groupby(samples, lambda row: row.character_id):
            await _begin(site, snapshot, character_id, list(rows))


async def _begin(site: Database, snapshot: Snapshot, character_id: int, samples: Sequence[_Sample]) -> None:
    rows = snapshot.ranked_rows([character_id])
    owner = snapshot.accounts.hash_of(character_id) if rows.size else 0
    samples = [row for row in samples if owner == int(snapshot.accounts.hash([row.account])[0])]
    if not samples:
        return
    class_id, playtime, noble = (int(snapshot.columns[name][rows[0]]) for name in ("class_ids", "playtime", "noble"))
    changed_samples = [row for previous, row in pairwise(samples) if row.values != previous.values]
    first_day, changed_day = samples[0].day + 1, changed_samples[-1].day if changed_samples else 0
    clan_id = int(snapshot.clan_ids_of(rows)[0])
    head = (character_id, first_day, changed_day, owner, snapshot.names_of(rows)[0], clan_id)

    def row_of(sample: _Sample) -> list[list[object]]:
        level, exp, pvp_kills, pk_kills = sample.values
        return [[*head, level, class_id, exp, pvp_kills, pk_kills, playtime, noble]]

    changes = [[character_id, "name", head[4]], [character_id, "clan", str(clan_id)]]
    day_rows = ([character_id, day.day, class_id, *day.values, playtime // MINUTE] for day in changed_samples)
    await write_rows(site, storage.BEGIN_HISTORIES, row_of(samples[0]), seen_at=int(snapshot.stats.taken_at))
    await write_rows(site, storage.ADD_CHANGES, changes, day=first_day)
    await write_rows(site, ADD_DAYS, day_rows)
    await write_rows(site, storage.SET_NOW, row_of(samples[-1]))
