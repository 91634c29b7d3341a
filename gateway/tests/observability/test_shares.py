"""Share of the requests of the last minutes, from counts that only grow."""

from gateway.observability.shares import ErrorShare, RequestCount


def test_share_is_that_of_the_last_five_minutes() -> None:
    counts = iter([(1000, 0), (1049, 49), (1100, 90), *((1100 + 100 * n, 90) for n in range(1, 6))])
    share = ErrorShare(lambda: RequestCount(*next(counts)))
    values = [round(share.next()) for _ in range(8)]
    assert values == [0, 0, 90, 45, 30, 22, 9, 0], "fewer than 50 requests have no share"
