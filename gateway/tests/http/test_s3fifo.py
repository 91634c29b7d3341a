"""The bounded store: never above its limit, and what is used stays."""

from hypothesis import given
from hypothesis import strategies as st

from gateway.http.s3fifo import ByteStore


class Thing:
    def __init__(self, size: int) -> None:
        self.size = size
        self.hit = False


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(1, 40), st.booleans()), max_size=300))
def test_the_bytes_are_those_of_what_is_held_and_never_too_many(steps: list[tuple[int, int, bool]]) -> None:
    store: ByteStore[Thing] = ByteStore(100)
    held: dict[str, Thing] = {}
    for number, size, used in steps:
        key = str(number)
        if (thing := store.get(key)) is not None:
            thing.hit = used
            gone = store.resize(key, size)
        else:
            held[key] = Thing(size)
            gone = store.add(key, held[key])
        held = {name: each for name, each in held.items() if each not in gone}
        assert store.size == sum(each.size for each in held.values()) <= 100
        assert len(store) == len(held)
        assert all(store.get(name) is each for name, each in held.items())


def test_what_is_used_outlives_any_number_that_are_not() -> None:
    store: ByteStore[Thing] = ByteStore(1000)
    store.add("front page", front := Thing(10))
    for number in range(10_000):
        front.hit = True
        store.add(str(number), Thing(10))
    assert store.get("front page") is front


def test_what_is_not_wanted_goes_from_both_parts() -> None:
    store: ByteStore[Thing] = ByteStore(100)
    things = [Thing(size) for size in range(1, 11)]
    for number, thing in enumerate(things):
        thing.hit = number % 2 == 0  # the large part gets some of them
        store.add(str(number), thing)
    gone = store.drop(lambda thing: thing.size % 3 == 0)
    assert sorted(thing.size for thing in gone) == [3, 6, 9]
    assert store.size == sum(range(1, 11)) - 18
    assert store.get("2") is None
    assert store.add("more", Thing(100 - store.size)) == [], "their room is free again"


def test_what_is_used_no_more_makes_room() -> None:
    store: ByteStore[Thing] = ByteStore(100)
    store.add("old", Thing(10))
    for number in range(1000):
        store.add(str(number), Thing(10))
        for each in range(number + 1):
            if (thing := store.get(str(each))) is not None:
                thing.hit = True
    assert store.get("old") is None
