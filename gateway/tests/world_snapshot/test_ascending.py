"""Ascending arrays: the same results as numpy's set operations."""

from typing import Final

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.world_snapshot.ascending import distinct, is_in, places_in, union
from gateway.world_snapshot.serialization import Array

pytestmark = pytest.mark.unit
NUMBERS: Final = st.lists(st.integers(0, 30)).map(lambda numbers: np.array(numbers, np.int64))


@given(NUMBERS, NUMBERS)
def test_results_equal_those_of_numpy(first: Array, second: Array) -> None:
    ascending, other_ascending = np.unique(first), np.unique(second)
    assert distinct(first).tolist() == ascending.tolist()
    assert union(ascending, other_ascending).tolist() == np.union1d(first, second).tolist()
    assert is_in(first, second).tolist() == np.isin(first, second).tolist()
    is_there, places = places_in(ascending, second)
    assert is_there.tolist() == np.isin(second, first).tolist()
    assert ascending[places].tolist() == second[is_there].tolist()
