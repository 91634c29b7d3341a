"""Calendar and feed: changes keep the UID and raise SEQUENCE; the files are read by the rules of RFC 5545 and 4287."""

import re
from datetime import UTC, datetime
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from gateway.extras.notifications.calendar import CalendarEntry, CalendarFilter, changed_entries
from gateway.extras.notifications.handlers import world_feed
from gateway.extras.notifications.icalendar import icalendar
from gateway.extras.notifications.texts import sentence
from gateway.extras.world.names import moment_of
from gateway.extras.world.schemas import PublicEvent, WorldCharacter
from gateway.extras.world_events import KINDS
from gateway.http.languages import prefix
from gateway.registration.announcements import Announcement
from gateway.texts import text

NOW = 1_900_000_000
DAY = 86_400


def siege(castle: int, at: int, **fields: int) -> CalendarEntry:
    return replace(CalendarEntry("siege", castle, at, at, at + 7200), **fields)


def test_new_moved_missing_and_returned_entries_are_changes_of_one_entry() -> None:
    giran = siege(3, NOW + DAY)
    aden = siege(5, NOW + DAY)
    assert changed_entries([], [giran, aden], NOW) == [giran, aden]
    assert changed_entries([giran, aden], [giran, aden], NOW) == []
    moved_entry = siege(3, NOW + DAY, starts_at=NOW + 2 * DAY, ends_at=NOW + 2 * DAY + 7200, sequence=1)
    assert changed_entries([giran, aden], [siege(3, NOW + 2 * DAY), aden], NOW) == [moved_entry]
    cancelled_entry = replace(moved_entry, sequence=2, is_cancelled=1)
    assert changed_entries([moved_entry, aden], [aden], NOW) == [cancelled_entry]
    assert changed_entries([cancelled_entry, aden], [aden], NOW) == []
    assert changed_entries([cancelled_entry, aden], [giran, aden], NOW) == [replace(giran, sequence=3)]
    assert changed_entries([giran, aden], [], NOW) == [], "an empty reading of a kind cancels nothing"


def test_entry_that_has_begun_stays_and_the_next_one_is_new() -> None:
    current, following = siege(3, NOW - 60), siege(3, NOW + 14 * DAY)
    assert changed_entries([current], [current], NOW) == []
    assert changed_entries([current], [following], NOW) == [following]
    assert changed_entries([current, following], [following], NOW) == []
    assert changed_entries([current], [siege(5, NOW + DAY)], NOW) == [siege(5, NOW + DAY)]


@pytest.mark.parametrize(
    ("selection", "subjects"),
    [
        (CalendarFilter(), ["siege 3", "siege 5", "grand 29001", "grand 29019", "olympiad 0"]),
        (CalendarFilter(castles={5}, bosses={25325}), ["siege 5", "raid 25325"]),
        (CalendarFilter(bosses={29068}), ["grand 29019"]),
        (CalendarFilter(kinds={"olympiad"}, castles={3}), ["siege 3", "olympiad 0"]),
    ],
)
def test_filter_takes_kinds_and_named_subjects(selection: CalendarFilter, subjects: list[str]) -> None:
    rows = [
        ("siege", 3),
        ("siege", 5),
        ("grand", 29001),
        ("grand", 29019),
        ("raid", 25325),
        ("auction", 22),
        ("olympiad", 0),
    ]
    entries = [CalendarEntry(kind, subject, NOW, NOW, NOW) for kind, subject in rows]  # pyright: ignore[reportArgumentType]
    assert [f"{entry.kind} {entry.subject_id}" for entry in entries if selection.takes(entry)] == subjects


def read(raw: bytes) -> list[tuple[str, str, str]]:
    """Returns name, parameters and value of each content line (RFC 5545 §3.1, §3.3.11)."""
    assert raw.endswith(b"\r\n")
    assert b"\n" not in raw.replace(b"\r\n", b"")
    lines = raw.split(b"\r\n")
    assert max(map(len, lines)) <= 75
    text = raw.decode().replace("\r\n ", "").replace("\r\n\t", "")
    fields: list[tuple[str, str, str]] = []
    for line in text.split("\r\n")[:-1]:
        head, _, value = line.partition(":")
        name, _, parameters = head.partition(";")
        assert re.fullmatch(r"[A-Z-]+", name), line
        fields.append((name, parameters, re.sub(r"\\([\\;,])", r"\1", value.replace("\\n", "\n"))))
    return fields


def test_file_is_read_back_by_the_rules_of_the_format() -> None:
    entries = [
        CalendarEntry("grand", 29001, NOW, NOW, NOW + 8 * 3600, 2, 0, NOW - 5),
        CalendarEntry("siege", 3, NOW - DAY, NOW + DAY, NOW + DAY + 7200, 1, 1, NOW),
        CalendarEntry("olympiad", 0, NOW, NOW, NOW),
    ]
    name = "Ñandú; a,b\\c\r\nBEGIN:VEVENT " + "ж" * 60
    opening = Announcement(
        key="opening-4",
        starts_at=NOW + DAY,
        happened_at=None,
        sequence=2,
        changed_at=NOW,
        title=text("opening.calendar", site="Fishi"),
        headline=text("opening.headline", site="Fishi"),
        sentence=text("opening.sentence"),
        address="/",
    )
    campaign = replace(opening, key="campaign-2", ends_at=NOW + 3 * DAY, address="/player?tab=donations")
    raw = icalendar(entries, [campaign, opening], name, "https://play.example", "es")
    fields = read(raw)
    assert [value for field, _, value in fields if field == "NAME"] == [
        f"Ñandú; a,b\\c\nBEGIN:VEVENT {'ж' * 60}: asedios y bosses"
    ]
    assert fields[0] == ("BEGIN", "", "VCALENDAR")
    assert fields[-1] == ("END", "", "VCALENDAR")
    assert ("REFRESH-INTERVAL", "VALUE=DURATION", "PT1H") in fields
    starts = [number for number, field in enumerate(fields) if field == ("BEGIN", "", "VEVENT")]
    events = [
        {field: value for field, _, value in fields[start : fields.index(("END", "", "VEVENT"), start)]}
        for start in starts
    ]
    announced, period = events.pop(), events.pop()
    assert "DTEND" not in announced
    assert (period["UID"], period["DTEND"]) == (
        "campaign-2@play.example",
        f"{datetime.fromtimestamp(NOW + 3 * DAY, UTC):%Y%m%dT%H%M%SZ}",
    )
    assert (announced["UID"], announced["SUMMARY"]) == ("opening-4@play.example", "Apertura de Fishi")
    assert (announced["SEQUENCE"], "DTSTART" in announced, announced["URL"]) == ("2", True, "https://play.example")
    assert len(events) == len(entries)
    for event, entry in zip(events, entries, strict=True):
        assert event["UID"] == f"{entry.kind}-{entry.subject_id}-{entry.first_at}@play.example"
        assert {"DTSTAMP", "SUMMARY", "STATUS", "SEQUENCE"} <= event.keys()
        start = datetime.strptime(event["DTSTART"], "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC).timestamp()
        assert start == entry.starts_at
    window, cancelled_siege, month = events
    assert (window["SUMMARY"], window["SEQUENCE"], window["STATUS"]) == (
        "Queen Ant: ventana de respawn",
        "2",
        "CONFIRMED",
    )
    assert (cancelled_siege["SUMMARY"], cancelled_siege["STATUS"]) == ("Asedio de Giran", "CANCELLED")
    assert "DTEND" not in month


def test_feed_has_the_elements_of_atom_and_escapes_names_of_the_game() -> None:
    killer = WorldCharacter(
        char_name="<b>&\x0b]]>\ufffe", char_id=1, privacy="public", class_name="Duelist", level=80, race=0, clan=None
    )
    kill = PublicEvent(
        id=7,
        kind="boss_killed",
        at=moment_of(NOW),
        accuracy_seconds=60,
        subject_id=29001,
        subject="Queen Ant",
        object=None,
        value=None,
        characters=[killer],
        report="/bosses/x",
    )
    older = PublicEvent(
        id=6,
        kind="clan_created",
        at=moment_of(NOW - DAY),
        accuracy_seconds=DAY,
        subject_id=5,
        subject="A & B",
        object=None,
        value=None,
        characters=[],
    )
    raw = world_feed([kill, older], "Fishi", "https://play.example", "en", "topic=bosses&language=en")
    atom = "{http://www.w3.org/2005/Atom}"
    feed = ElementTree.fromstring(raw)
    assert feed.tag == f"{atom}feed"
    for element in (feed, *feed.findall(f"{atom}entry")):
        for name in ("id", "title", "updated"):
            assert len(element.findall(f"{atom}{name}")) == 1
        assert datetime.fromisoformat(element.findtext(f"{atom}updated") or "").tzinfo is not None
    assert feed.findtext(f"{atom}author/{atom}name") == "Fishi"
    assert feed.findtext(f"{atom}updated") == moment_of(NOW).isoformat()
    links = {link.get("rel"): link.get("href") for link in feed.findall(f"{atom}link")}
    assert links["self"] == "https://play.example/feeds/world.atom?topic=bosses&language=en"
    entries = feed.findall(f"{atom}entry")
    assert [entry.findtext(f"{atom}title") for entry in entries] == [
        "Queen Ant was killed by <b>&]]>",
        "The clan A & B was founded",
    ]
    assert [entry.find(f"{atom}link").get("href") for entry in entries] == [  # pyright: ignore[reportOptionalMemberAccess]
        "https://play.example/bosses/x",
        "https://play.example/events",
    ]
    spanish = ElementTree.fromstring(world_feed([kill], "Fishi", "https://play.example", "es", "", "/es"))
    assert spanish.findtext(f"{atom}id") != feed.findtext(f"{atom}id")
    assert {link.get("href") for link in spanish.findall(f".//{atom}link")} == {
        "https://play.example/es/bosses/x",
        "https://play.example/es/events",
        "https://play.example/feeds/world.atom",
    }


def test_sentence_names_hidden_clans_and_heroes_in_its_language() -> None:
    hero = WorldCharacter(
        char_name="Hidden hero", char_id=None, privacy="hidden", class_name="Duelist", level=80, race=0, clan=None
    )
    event = PublicEvent(
        id=1,
        kind="clan_joined",
        at=moment_of(NOW),
        accuracy_seconds=60,
        subject_id=1,
        subject="Hidden clan",
        object=None,
        value=None,
        characters=[hero],
        hidden=["subject"],
    )
    assert sentence(event, "en") == "Hidden hero joined Hidden clan"
    assert sentence(event, "es") == "Héroe oculto entró en Clan oculto"


def test_paths_of_pages_begin_with_a_language_that_is_not_the_site_s() -> None:
    assert [prefix(*pair) for pair in (("es", "en"), ("es", "es"), ("de", "en"))] == ["/es", "", ""]


@pytest.mark.parametrize("language", ["en", "es", "pt", "de"])
def test_every_kind_has_a_sentence_in_every_language(language: str) -> None:
    for kind in KINDS:
        for value in range(4 if kind == "signs_period" else 2):
            event = PublicEvent(
                id=1,
                kind=kind,
                at=moment_of(NOW),
                accuracy_seconds=60,
                subject_id=1,
                subject=None,
                object=None,
                value=value,
                characters=[],
            )
            assert sentence(event, language)
