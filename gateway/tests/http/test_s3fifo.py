"""S3-FIFO cache: size bound, eviction order and removal."""

from hypothesis import given
from hypothesis import strategies as st

from gateway.http.s3fifo import S3FifoCache


class Entry:
    def __init__(self, size: int) -> None:
        self.size = size
        self.hit = False


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(1, 40), st.booleans()), max_size=300))
def test_size_is_the_sum_of_the_entries_and_within_the_limit(steps: list[tuple[int, int, bool]]) -> None:
    cache: S3FifoCache[Entry] = S3FifoCache(100)
    stored: dict[str, Entry] = {}
    for number, size, used in steps:
        key = str(number)
        if (entry := cache.get(key)) is not None:
            entry.hit = used
            evicted = cache.resize(key, size)
        else:
            stored[key] = Entry(size)
            evicted = cache.add(key, stored[key])
        stored = {name: entry for name, entry in stored.items() if entry not in evicted}
        assert cache.size == sum(entry.size for entry in stored.values()) <= 100
        assert len(cache) == len(stored)
        assert all(cache.get(name) is entry for name, entry in stored.items())


def test_scan_of_unused_entries_keeps_the_used_entry() -> None:
    cache: S3FifoCache[Entry] = S3FifoCache(1000)
    cache.add("used", used_entry := Entry(10))
    for number in range(10_000):
        used_entry.hit = True
        cache.add(str(number), Entry(10))
    assert cache.get("used") is used_entry


def test_remove_if_removes_from_both_queues_and_frees_bytes() -> None:
    cache: S3FifoCache[Entry] = S3FifoCache(100)
    entries = [Entry(size) for size in range(1, 11)]
    for number, entry in enumerate(entries):
        entry.hit = number % 2 == 0  # moves some entries to the main queue
        cache.add(str(number), entry)
    removed = cache.remove_if(lambda entry: entry.size % 3 == 0)
    assert sorted(entry.size for entry in removed) == [3, 6, 9]
    assert cache.size == sum(range(1, 11)) - 18
    assert cache.get("2") is None
    assert cache.add("more", Entry(100 - cache.size)) == [], "the freed bytes are available"
