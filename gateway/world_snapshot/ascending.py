"""Ascending arrays of distinct integers. Pure; memory as large as the result.

numpy 2 finds distinct integers by a hash table and holds the interpreter lock meanwhile: `np.unique`, `np.union1d` and
`np.isin` of a million take a second and stop the event loop for a part of it. Sorts and searches release the lock.
"""

import numpy as np

from gateway.world_snapshot.serialization import Array


def changes_in(values: Array) -> Array:
    """Returns True for the first value, and where a value differs from the one before."""
    changes = np.ones(values.size, np.bool_)
    np.not_equal(values[1:], values[:-1], out=changes[1:])
    return changes


def distinct(values: Array) -> Array:
    """Returns the distinct values, ascending."""
    ascending = np.sort(values)
    return ascending[changes_in(ascending)]


def places_in(ascending: Array, values: Array) -> tuple[Array, Array]:
    """Returns which values are in `ascending`, and the places of these."""
    places = np.searchsorted(ascending, values)
    is_there = places < ascending.size
    is_there[is_there] = ascending[places[is_there]] == values[is_there]
    return is_there, places[is_there]


def is_in(values: Array, members: Array) -> Array:
    """Returns which values are among the members, which are in any order."""
    return places_in(np.sort(members), values)[0]


def union(first: Array, second: Array) -> Array:
    """Returns the values of both, each once; both are ascending and distinct. `first` itself if it has all values."""
    places = np.searchsorted(first, second)
    is_new = np.ones(second.size, np.bool_)
    is_inside = places < first.size
    is_new[is_inside] = first[places[is_inside]] != second[is_inside]
    return np.insert(first, places[is_new], second[is_new]) if is_new.any() else first
