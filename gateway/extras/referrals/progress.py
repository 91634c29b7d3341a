"""Progress of referred accounts by the snapshot. Pure."""

from collections.abc import Sequence

from msgspec import Struct

from gateway.world_snapshot.snapshot import Snapshot


class ReferralProgress(Struct, frozen=True):
    """Of the account's best ranked character: the one of the highest level. `row`: its row in the snapshot.

    `seconds`: its play time, at most the time since the registration.
    """

    row: int
    level: int
    seconds: int


def progress_of(
    snapshot: Snapshot, accounts: Sequence[str], registrations: Sequence[int]
) -> list[ReferralProgress | None]:
    """`registrations`: the time of each account's. None for an account without a ranked character."""
    character_ids = [snapshot.accounts.get(account) for account in accounts]
    rows = snapshot.ranked_rows(number for numbers in character_ids for number in numbers)
    row_of = dict(zip(snapshot.columns["character_ids"][rows].tolist(), rows.tolist(), strict=True))
    taken_at = int(snapshot.stats.taken_at)
    return [
        _best(snapshot, [row_of[number] for number in numbers if number in row_of], taken_at - registered_at)
        for numbers, registered_at in zip(character_ids, registrations, strict=True)
    ]


def _best(snapshot: Snapshot, rows: Sequence[int], max_seconds: int) -> ReferralProgress | None:
    levels, playtimes = snapshot.columns["levels"], snapshot.columns["playtime"]
    candidates = [
        ReferralProgress(row, int(levels[row]), max(0, min(int(playtimes[row]), max_seconds))) for row in rows
    ]
    return max(candidates, key=lambda candidate: (candidate.level, candidate.seconds), default=None)
