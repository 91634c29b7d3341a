"""News of single accounts: each feature registers how it reads its own, as `Feature.account_news`.

The extra that shows an account its news reads all of them without knowing where they come from.
"""

from collections.abc import Awaitable, Callable, Sequence

from msgspec import Struct


class AccountNewsItem(Struct, frozen=True, kw_only=True):
    """`kind`: names the sentence, `watchNews.<kind>` of the catalogues. `id`: of what it is about, with its `title`.

    `at`: epoch seconds. `address`: path of its page, without the prefix of a language.
    """

    kind: str
    id: str
    title: str
    at: int
    address: str


ReadAccountNews = Callable[[str, int], Awaitable[Sequence[AccountNewsItem]]]
"""Returns the news of a login since a moment. Raises DatabaseUnavailable."""


class AccountNews(Struct, frozen=True):
    """`all`: as `Feature.account_news` of all features; known once all extras are open."""

    all: Callable[[], Sequence[ReadAccountNews]]
