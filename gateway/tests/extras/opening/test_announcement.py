"""The opening as a push message: to every subscriber, once the game has answered, never by the clock."""

from datetime import UTC
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from gateway.extras.push.notices import NO_CHOICES, select_notices
from gateway.extras.push.noting import happened
from gateway.extras.push.payloads import PayloadWriter
from gateway.registration.announcements import Announcement, Announcements
from gateway.texts import text

NOW = 1_900_000_000


def opening(happened_at: int | None) -> Announcement:
    return Announcement(
        key="opening-1",
        starts_at=NOW - 60,
        happened_at=happened_at,
        sequence=0,
        changed_at=NOW,
        title=text("opening.calendar", site="Fishi"),
        headline=text("opening.headline", site="Fishi"),
        sentence=text("opening.sentence"),
        address="/",
    )


@pytest.mark.parametrize("happened_at", [None, NOW - 7200])
def test_opening_without_an_answer_and_old_one_are_not_noted(happened_at: int | None) -> None:
    assert happened([opening(happened_at)], NOW) == []


def test_opening_reaches_subscribers_without_choices_in_their_language() -> None:
    row = opening(NOW)
    [notice] = select_notices(NO_CHOICES, happened([row], NOW), [])
    sources: Any = SimpleNamespace(zone=UTC)
    writer = PayloadWriter(sources, sources, Announcements(lambda: [row]), "en")
    payload = msgspec.json.decode(writer.write(notice, "es"))
    assert (payload["title"], payload["url"], payload["tag"]) == ("Fishi ya abrió", "/es", "opening-1")
    assert notice.subject == "opening-1"
    taken_back = PayloadWriter(sources, sources, Announcements(list), "en")
    with pytest.raises(ValueError, match="opening-1"):
        taken_back.write(notice, "es")
