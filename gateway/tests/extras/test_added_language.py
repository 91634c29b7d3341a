"""A language is one file: with it the messages, feeds, badges and link previews of the service are in that language."""

import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest

from gateway import texts
from gateway.extras.alerts.messages import AlertContent, compose
from gateway.extras.notifications.calendar import CalendarEntry
from gateway.extras.notifications.icalendar import icalendar
from gateway.extras.population import badge
from gateway.extras.push.notices import Notice
from gateway.extras.push.payloads import PayloadWriter
from gateway.extras.world.crests import Crests
from gateway.extras.world.report_cards import boss_card
from gateway.extras.world.reports import BossReport
from gateway.features.messages import Message
from gateway.http.errors import GameUnavailable
from gateway.http.languages import prefix
from gateway.pictures.card_texts import CardTexts
from gateway.registration.extra import all_signals

NOW = 1_900_000_000
CACHES = ("languages", "locale", "_texts")


def marked(value: Any) -> Any:
    """Returns the texts with a mark at the end of each."""
    if isinstance(value, str):
        return f"{value} (xx)"
    return {key: marked(child) for key, child in cast("Mapping[str, Any]", value).items()}


@pytest.fixture(autouse=True)
def language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A copy of the English catalogue with German signs and dates."""
    folder = Path(texts.__file__).parent
    english = json.loads((folder / "en.json").read_text("utf-8"))
    for path in folder.glob("*.json"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    catalogue = marked(english) | {"language": english["language"] | {"locale": "de-DE"}}
    (tmp_path / "xx.json").write_text(json.dumps(catalogue), "utf-8")
    monkeypatch.setattr(texts, "_FOLDER", tmp_path)
    clear_caches()
    yield "xx"
    clear_caches()


def clear_caches() -> None:
    for name in CACHES:
        getattr(texts, name).cache_clear()


def unavailable() -> None:
    raise GameUnavailable


def test_push_message_is_in_an_added_language(language: str) -> None:
    sources: Any = SimpleNamespace(current=unavailable, zone=UTC)
    notice = Notice(kind="rank_lost", subject_id=1, at=NOW, expires_at=NOW, value=1200)
    payload = msgspec.json.decode(PayloadWriter(sources, sources, sources, "en").write(notice, language))
    assert payload["title"] == "Your character (xx) was overtaken (xx)"
    assert (payload["body"], payload["url"]) == ("Your PvP rank is now 1.200. (xx)", "/xx/player")


def test_alert_is_in_an_added_language(language: str) -> None:
    row = Message(1, "email", "raised", "", "", "", NOW, NOW, 0)
    content, signal = AlertContent("server_errors", 1234.5), all_signals()["server_errors"]
    alert = compose(row, content, signal, site="Fishi", public_url="", language=language)
    assert "Responses with server errors (xx) (1.234,5" in alert.title
    assert alert.text.endswith("(xx)")


def test_calendar_is_in_an_added_language(language: str) -> None:
    lines = icalendar(
        [CalendarEntry("siege", 3, NOW, NOW, NOW)], [], "Fishi", "", language, prefix(language, "en")
    ).decode()
    assert "SUMMARY:Siege of Giran (xx)" in lines
    assert prefix(language, "en") == "/xx"


def test_badge_is_in_an_added_language(language: str) -> None:
    svg = badge.draw("large", "Fishi", 1284, 99.96, 2, language).decode()
    assert "1.284 players (xx), 99,96% up over 2 days (xx), Chain can be verified (xx)" in svg


def test_link_preview_is_in_an_added_language(language: str) -> None:
    died_at = datetime(2026, 3, 5, 12, 30, tzinfo=UTC)
    report = BossReport(
        boss=29001,
        name="Queen Ant",
        level=40,
        kind="grand",
        zone="",
        path="",
        died_at=died_at,
        accuracy_seconds=60,
        party=[],
        interval_seconds=None,
        window_from=None,
        window_to=None,
        earlier=[],
        clans=[],
        kills=1,
        week="",
    )
    card = boss_card(report, Crests({}), CardTexts(language))
    assert (card.kicker, card.subtitle) == ("Raid kill, 5. März 2026 (xx)", "falls (xx)")
    assert card.figures[0].label == "Killed (xx)"
