"""Takes over `character_samples`, the daily values that an earlier release kept of accounts known to the site.

Runs before the first values are recorded: the characters then look as if they had been tracked since their first
sample. Idempotent. The table is dropped by a later release.
"""

from collections.abc import Sequence
from itertools import groupby, pairwise

import numpy as np
from msgspec import Struct

from gateway.database.batches import write_rows
from gateway.database.database import Database
from gateway.database.queries import query
from gateway.features.history import storage
from gateway.features.rankings.snapshot import Snapshot

ACCOUNTS_AT_ONCE = 100
_MINUTE = 60


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


SAMPLED = query("history.sampled_accounts", _Login)
SAMPLES = query("history.samples", _Sample)
ADD_DAYS = query("history.add_days", None)


async def take_over(site: Database, snapshot: Snapshot, today: int) -> None:
    """Begins the histories of the sampled characters that are ranked and still belong to the account."""
    after = ""
    while logins := [row.account for row in await site.read(SAMPLED, after=after, count=ACCOUNTS_AT_ONCE)]:
        after = logins[-1]
        samples = await site.read(SAMPLES, accounts=logins, before=today)
        for character_id, rows in groupby(samples, lambda row: row.character_id):
            await _begin(site, snapshot, character_id, list(rows))


async def _begin(site: Database, snapshot: Snapshot, character_id: int, samples: Sequence[_Sample]) -> None:
    ranked = np.flatnonzero(snapshot.columns["character_ids"] == character_id)
    owner = snapshot.accounts.hash_of(character_id) if ranked.size else 0
    samples = [row for row in samples if owner == int(snapshot.accounts.hash([row.account])[0])]
    if not samples:
        return
    row, columns = int(ranked[0]), snapshot.columns
    class_id, playtime, noble = (int(columns[name][row]) for name in ("class_ids", "playtime", "noble"))
    days = [after for before, after in pairwise(samples) if after.values != before.values]
    first_day, changed_day = samples[0].day + 1, days[-1].day if days else 0
    number = int(columns["clans"][row])
    clan_id = int(columns["clan_ids"][number - 1]) if number else 0
    head = (character_id, first_day, changed_day, owner, snapshot.names_of(ranked)[0], clan_id)

    def tracked(sample: _Sample) -> list[list[object]]:
        level, exp, pvp_kills, pk_kills = sample.values
        return [[*head, level, class_id, exp, pvp_kills, pk_kills, playtime, noble]]

    changes = [[character_id, "name", head[4]], [character_id, "clan", str(clan_id)]]
    rows = ([character_id, day.day, class_id, *day.values, playtime // _MINUTE] for day in days)
    await write_rows(site, storage.BEGIN_HISTORIES, tracked(samples[0]), seen_at=int(snapshot.stats.taken_at))
    await write_rows(site, storage.ADD_CHANGES, changes, day=first_day)
    await write_rows(site, ADD_DAYS, rows)
    await write_rows(site, storage.SET_NOW, tracked(samples[-1]))
