"""S3-FIFO cache: size bound, eviction order and removal."""

from hypothesis import given
from hypothesis import strategies as st

from gateway.http.s3fifo import S3FifoCache


class Entry:
    def __init__(self, *, hit: bool = False) -> None:
        self.size = 0
        self.hit = hit


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(1, 40), st.booleans()), max_size=300))
def test_size_is_the_sum_of_the_entries_and_within_the_limit(steps: list[tuple[int, int, bool]]) -> None:
    cache: S3FifoCache[Entry] = S3FifoCache(100)
    entries: dict[str, Entry] = {}
    for number, size, is_hit in steps:
        key = str(number)
        if (entry := cache.get(key)) is not None:
            entry.hit = is_hit
            evicted_entries = cache.put(key, entry, size)
        else:
            entries[key] = Entry()
            evicted_entries = cache.put(key, entries[key], size)
        entries = {name: entry for name, entry in entries.items() if entry not in evicted_entries}
        assert cache.size == sum(entry.size for entry in entries.values()) <= 100
        assert len(cache) == len(entries)
        assert all(cache.get(name) is entry for name, entry in entries.items())


def test_used_entry_of_the_main_queue_gets_a_second_chance() -> None:
    cache: S3FifoCache[Entry] = S3FifoCache(100)
    entries = {name: Entry(hit=True) for name in "abcd"}
    for name in "abc":
        cache.put(name, entries[name], 40)
    entries["b"].hit = True
    assert cache.put("d", entries["d"], 40) == [entries["c"]]


def test_remove_if_removes_from_both_queues_and_frees_bytes() -> None:
    cache: S3FifoCache[Entry] = S3FifoCache(100)
    for number in range(10):
        cache.put(str(number), Entry(hit=number % 2 == 0), number + 1)  # some entries move to the main queue
    removed_entries = cache.remove_if(lambda entry: entry.size % 3 == 0)
    assert sorted(entry.size for entry in removed_entries) == [3, 6, 9]
    assert cache.size == sum(range(1, 11)) - 18
    assert cache.get("2") is None
    assert cache.put("more", Entry(), 100 - cache.size) == [], "the freed bytes are available"
