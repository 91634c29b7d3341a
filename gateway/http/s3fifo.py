"""A bounded store in which many things asked once cannot push out the few that are asked again."""

from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

PROBATION = 0.25  # share of the bytes for what has not been asked for a second time


class Slot(Protocol):
    """What is stored. Whoever uses it sets `hit`: that is all that a use costs."""

    size: int
    hit: bool


S = TypeVar("S", bound=Slot)


class ByteStore(Generic[S]):
    """S3-FIFO: newcomers queue in a small part and move to the large one only if they were used meanwhile.

    The large part gives a second chance to what was used since it was last looked at.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._new: dict[str, S] = {}
        self._main: dict[str, S] = {}
        self._new_bytes = 0
        self._main_bytes = 0

    def __len__(self) -> int:
        return len(self._new) + len(self._main)

    @property
    def size(self) -> int:
        return self._new_bytes + self._main_bytes

    def get(self, key: str) -> S | None:
        return self._main.get(key) or self._new.get(key)

    def add(self, key: str, slot: S) -> list[S]:
        """Stores a slot under a key that is not in use; returns those that had to go."""
        self._new[key] = slot
        self._new_bytes += slot.size
        return self._evict()

    def resize(self, key: str, size: int) -> list[S]:
        """Says that a stored slot has another size now; returns those that had to go."""
        if (slot := self._main.get(key)) is not None:
            self._main_bytes += size - slot.size
        elif (slot := self._new.get(key)) is not None:
            self._new_bytes += size - slot.size
        else:
            return []
        slot.size = size
        return self._evict()

    def drop(self, unwanted: Callable[[S], bool]) -> list[S]:
        """Takes out what is not wanted any more, though there would be room."""
        gone: list[S] = []
        for part in (self._new, self._main):
            keys = [key for key, slot in part.items() if unwanted(slot)]
            gone += [part.pop(key) for key in keys]
        self._new_bytes = sum(slot.size for slot in self._new.values())
        self._main_bytes = sum(slot.size for slot in self._main.values())
        return gone

    def _evict(self) -> list[S]:
        gone: list[S] = []
        while self.size > self._limit:
            crowded = self._new and (self._new_bytes > self._limit * PROBATION or not self._main)
            slot = self._from_new() if crowded else self._from_main()
            if slot is not None:
                gone.append(slot)
        return gone

    def _from_new(self) -> S | None:
        key = next(iter(self._new))
        slot = self._new.pop(key)
        self._new_bytes -= slot.size
        if not slot.hit:
            return slot
        slot.hit = False
        self._main[key] = slot
        self._main_bytes += slot.size
        return None

    def _from_main(self) -> S | None:
        key = next(iter(self._main))
        slot = self._main.pop(key)
        if slot.hit:
            slot.hit = False
            self._main[key] = slot
            return None
        self._main_bytes -= slot.size
        return slot
