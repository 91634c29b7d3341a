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
        self._main_bytes = 0

    def __len__(self) -> int:
        return len(self._small) + len(self._main)

    @property
    def size(self) -> int:
        return self._small_bytes + self._main_bytes

    def get(self, key: str) -> E | None:
        return self._main.get(key) or self._small.get(key)

    def add(self, key: str, entry: E) -> list[E]:
        """Stores an entry under an unused key; returns the evicted entries."""
        self._small[key] = entry
        self._small_bytes += entry.size
        return self._evict()

    def resize(self, key: str, size: int) -> list[E]:
        """Updates the size of a stored entry; returns the evicted entries."""
        if (entry := self._main.get(key)) is not None:
            self._main_bytes += size - entry.size
        elif (entry := self._small.get(key)) is not None:
            self._small_bytes += size - entry.size
        else:
            return []
        entry.size = size
        return self._evict()

    def remove_if(self, condition: Callable[[E], bool]) -> list[E]:
        """Removes and returns the entries that meet the condition."""
        removed: list[E] = []
        for queue in (self._small, self._main):
            keys = [key for key, entry in queue.items() if condition(entry)]
            removed += [queue.pop(key) for key in keys]
        self._small_bytes = sum(entry.size for entry in self._small.values())
        self._main_bytes = sum(entry.size for entry in self._main.values())
        return removed

    def _evict(self) -> list[E]:
        evicted: list[E] = []
        while self.size > self._max_bytes:
            small_is_full = self._small_bytes > self._max_bytes * SMALL_QUEUE_SHARE
            entry = self._pop_small() if self._small and (small_is_full or not self._main) else self._pop_main()
            if entry is not None:
                evicted.append(entry)
        return evicted

    def _pop_small(self) -> E | None:
        """Takes the oldest entry of the small queue; returns None if it moved to the main queue."""
        key = next(iter(self._small))
        entry = self._small.pop(key)
        self._small_bytes -= entry.size
        if not entry.hit:
            return entry
        entry.hit = False
        self._main[key] = entry
        self._main_bytes += entry.size
        return None

    def _pop_main(self) -> E | None:
        """Takes the oldest entry of the main queue; returns None if it went back to the end."""
        key = next(iter(self._main))
        entry = self._main.pop(key)
        if entry.hit:
            entry.hit = False
            self._main[key] = entry
            return None
        self._main_bytes -= entry.size
        return entry
