"""Pages of rows: numbered ones, and keyset pages, each of which begins after the last row of the one before."""

from collections.abc import Callable, Sequence
from typing import Annotated, Final, TypeVar

from litestar.params import QueryParameter

Row = TypeVar("Row")
Key = TypeVar("Key")

LAST_ID: Final = 2**63 - 1
"""Above each id: `before` of the first keyset page."""
BeforeId = Annotated[int, QueryParameter(ge=1, le=LAST_ID)]


def keyset_page(rows: Sequence[Row], size: int, key: Callable[[Row], Key]) -> tuple[list[Row], Key | None]:
    """Returns the first `size` of `size + 1` rows read, and `before` of the next page; None on the last page."""
    page = list(rows[:size])
    return page, key(page[-1]) if len(rows) > size else None


def page_count(total: int, page_size: int) -> int:
    """Returns the number of numbered pages; 0 without rows."""
    return -(-total // page_size)
