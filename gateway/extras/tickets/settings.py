"""The section `tickets`: how many a player may write, and how long they are kept."""

from typing import Annotated

from msgspec import Meta, Struct


class TicketSettings(Struct, frozen=True, kw_only=True):
    per_day: Annotated[int, Meta(ge=1, le=100), "Tickets of one account a day; an address has four times as many."] = 5
    messages_per_hour: Annotated[int, Meta(ge=1, le=1000), "Messages and pictures of one account an hour."] = 30
    answer_hours: Annotated[int, Meta(ge=1, le=720), "A ticket without an answer for so long is a signal."] = 24
    close_days: Annotated[int, Meta(ge=1, le=365), "An answered ticket is closed after so many days."] = 14
    kept_days: Annotated[int, Meta(ge=1, le=3650), "A closed ticket is deleted after so many days."] = 180


SECTION = TicketSettings
