"""Size-bounded, scan-resistant cache (S3-FIFO)."""

from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

SMALL_QUEUE_SHARE = 0.25  # of the bytes, for entries without a second use


class CacheEntry(Protocol):
    """Value to store. The caller sets `hit` on each use; that is the whole cost of a use."""

    size: int
    hit: bool


E = TypeVar("E", bound=CacheEntry)


class S3FifoCache(Generic[E]):
    """New entries enter a small queue and move to the main queue only if they were used before their eviction.

    The main queue gives a second chance to entries that were used since their last turn.
    """

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._small: dict[str, E] = {}
        self._main: dict[str, E] = {}
        self._small_bytes = 0
        self.size = 0
        """Bytes of all entries."""

    def __len__(self) -> int:
        return len(self._small) + len(self._main)

    def get(self, key: str) -> E | None:
        return self._main.get(key) or self._small.get(key)

    def put(self, key: str, entry: E, size: int) -> list[E]:
        """Stores an entry, or updates the size of a stored one; returns the evicted entries."""
        if self.get(key) is not entry:
            self._small[key] = entry
            entry.size = 0
        growth = size - entry.size
        entry.size = size
        self.size += growth
        if key in self._small:
            self._small_bytes += growth
        return self._evict()

    def remove_if(self, condition: Callable[[E], bool]) -> list[E]:
        removed_entries: list[E] = []
        for queue in (self._small, self._main):
            keys = [key for key, entry in queue.items() if condition(entry)]
            removed_entries += [queue.pop(key) for key in keys]
        self._small_bytes = sum(entry.size for entry in self._small.values())
        self.size -= sum(entry.size for entry in removed_entries)
        return removed_entries

    def _evict(self) -> list[E]:
        """Takes the oldest entry of a queue until all fit; one that was used goes to the end of the main queue."""
        evicted_entries: list[E] = []
        while self.size > self._max_bytes:
            small_is_full = self._small_bytes > self._max_bytes * SMALL_QUEUE_SHARE
            is_small = bool(self._small) and (small_is_full or not self._main)
            queue = self._small if is_small else self._main
            key = next(iter(queue))
            entry = queue.pop(key)
            if is_small:
                self._small_bytes -= entry.size
            if entry.hit:
                entry.hit = False
                self._main[key] = entry
            else:
                self.size -= entry.size
                evicted_entries.append(entry)
        return evicted_entries
