"""The snapshot with the privacy levels of the last seconds, for calls that follow a change within five seconds."""

from gateway.features.privacy.repository import PrivacyStore
from gateway.features.rankings.handlers import current_or_raise
from gateway.world_snapshot.snapshot import Snapshot
from gateway.world_snapshot.snapshot_store import Snapshots
from gateway.world_snapshot.visibility import HIDDEN, LEVELS, shown_text


class PublicSnapshots:
    """Keeps one snapshot with the recent levels, made anew when either changes."""

    def __init__(self, snapshots: Snapshots, privacy: PrivacyStore) -> None:
        self._snapshots = snapshots
        self._privacy = privacy
        self._key = ""
        self._snapshot: Snapshot | None = None

    @property
    def version(self) -> str:
        return f"{self._snapshots.version}.{self._privacy.version}"

    @property
    def counts_online_now(self) -> bool:
        return self._snapshots.counts_online_now

    def current(self) -> Snapshot:
        """Raises GameUnavailable without a snapshot of the last 24 hours."""
        snapshot, _ = current_or_raise(self._snapshots)
        if self._snapshot is None or self._key != self.version:
            self._snapshot, self._key = self._with_recent_levels(snapshot), self.version
        return self._snapshot

    def is_hidden(self, kind: str, name: str) -> bool:
        """Returns whether operators hide a name, a title or a crest."""
        return (kind, shown_text(name)) in self._privacy.hidden

    def _with_recent_levels(self, snapshot: Snapshot) -> Snapshot:
        levels = {
            character_id: LEVELS.index(level)
            for login, level in self._privacy.recent.items()
            for character_id in snapshot.accounts.get(login)
        }
        names = [name for kind, name in self._privacy.hidden if kind == "name"]
        ids = snapshot.columns["character_ids"]
        levels |= {int(ids[row]): HIDDEN for name in names for row in snapshot.rows_named(name)}
        return snapshot.with_levels(levels) if levels else snapshot
