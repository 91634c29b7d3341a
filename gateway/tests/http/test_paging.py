"""Pages of rows, and where the next one begins."""

from gateway.http.paging import keyset_page, page_count


def test_keyset_page_with_a_further_row_names_its_last_row() -> None:
    assert keyset_page([9, 8, 7], 2, lambda row: row) == ([9, 8], 8)


def test_keyset_page_without_further_rows_is_the_last() -> None:
    assert keyset_page([9, 8], 2, lambda row: row) == ([9, 8], None)
    assert keyset_page(list[int](), 2, lambda row: row) == ([], None)


def test_page_count_counts_a_part_of_a_page() -> None:
    assert [page_count(total, 50) for total in (0, 1, 50, 51)] == [0, 1, 1, 2]
