"""What operators announce to everybody: each feature registers its announcements, as `Feature.announcements`.

Extras that reach people, as calendars and messages do, show them without knowing where they come from.
"""

from collections.abc import Callable, Sequence

from msgspec import Struct

from gateway.texts import Text


class Announcement(Struct, frozen=True, kw_only=True):
    """Something that comes at a time, and then happens. `key`: names it for ever. `sequence`: counts its changes.

    `ends_at` None: it is a moment. `happened_at`: epoch seconds; None as long as it has not happened, whatever the
    clock says. `title`: in a calendar; `headline` and `sentence`: of a message once it has happened. `address`: path of
    its page, without the prefix of a language.
    """

    key: str
    starts_at: int
    ends_at: int | None = None
    happened_at: int | None
    sequence: int
    changed_at: int
    title: Text
    headline: Text
    sentence: Text
    address: str

    def address_below(self, prefix: str) -> str:
        """Returns the address below that of a language or of the site, which for Home is the prefix itself."""
        return prefix if prefix and self.address == "/" else prefix + self.address


class Announcements(Struct, frozen=True):
    """`all`: as `Feature.announcements` of all features; known once all extras are open."""

    all: Callable[[], Sequence[Announcement]]
