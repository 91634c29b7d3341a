"""The statistic by which the benchmark of logins says that nobody can tell them apart."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fixtures.tools.bench.login import likelier_longer

times = st.lists(st.integers(0, 20), min_size=1, max_size=30)


@given(times, times)
def test_it_is_the_share_of_pairs_in_which_the_one_is_longer(one: list[int], other: list[int]) -> None:
    longer = sum((a > b) + (a == b) / 2 for a in one for b in other) / len(one) / len(other)
    found = likelier_longer(np.array(one, np.float64), np.array(other, np.float64))
    assert found == pytest.approx(longer)
