"""Answers and callbacks of vote sites as their documents describe them, hostile ones, and voter ids."""

import json
import re
from string import Formatter
from typing import Any
from urllib.parse import urlsplit

import pytest

from gateway.extras.votes.adapters import (
    ADAPTERS,
    AskedSite,
    CallbackSite,
    ReportedVote,
    SiteAnswer,
    UnreadableAnswer,
    WrongKey,
)
from gateway.extras.votes.settings import SITE_NAMES
from gateway.extras.votes.voter_ids import SECONDS, VoterIds

NOW = 1_760_000_000
ASKED_SITES = sorted(name for name, site in ADAPTERS.items() if isinstance(site, AskedSite))
HOPZONE: dict[str, Any] = {
    "error": "OK",
    "vote_time": NOW - 90,
    "server_time": NOW,
    "vote_id": 7,
    "isVoted": True,
}
ITOPZ = {"isVoted": True, "voteTime": NOW - 90, "serverTime": NOW, "server_votes": 3}
DATES = {"isVoted": True, "voteTime": "2026-11-24 01:00:00", "serverTime": "2026-11-24 01:01:30"}
L2JBRASIL = {"vote": [{"status": "1", "date": "2026-11-24 01:00:00", "hours_since_vote": 2}]}
GTOP_JSON = {
    "siteid": 12345,
    "pingbackkey": "key",
    "Common": [
        [{"pb_id": 1}, {"ip": "203.0.113.9"}, {"success": 0}, {"reason": "counted"}, {"pb_name": "VOTER1"}],
        [{"pb_id": 2}, {"ip": "203.0.113.9"}, {"success": 1}, {"reason": "again"}, {"pb_name": "VOTER2"}],
    ],
}
GTOP_FORM = "VoterIP=203.0.113.9&Successful={}&Reason=&pingUsername=VOTER1&pingbackkey=key"


def read(name: str, answer: object) -> SiteAnswer:
    site = ADAPTERS[name]
    assert isinstance(site, AskedSite)
    return site.read(answer if isinstance(answer, bytes) else json.dumps(answer).encode())


def report(name: str, query: str = "", body: object = b"", key: str = "key") -> list[ReportedVote]:
    site = ADAPTERS[name]
    assert isinstance(site, CallbackSite)
    return site.read(query, body if isinstance(body, bytes) else json.dumps(body).encode(), key)


def test_adapters_are_those_of_the_settings_with_fixed_hosts() -> None:
    assert tuple(ADAPTERS) == SITE_NAMES
    for site in ADAPTERS.values():
        origins = [site.origin, *([site.ask_origin] if isinstance(site, AskedSite) else [])]
        assert all(urlsplit(origin).scheme == "https" for origin in origins)
        formats = [site.link, *([site.path] if isinstance(site, AskedSite) else [])]
        assert all(text.startswith("/") for text in formats)
        names = {name for text in formats for _, name, _, _ in Formatter().parse(text) if name}
        assert names <= {"id", "key", "voter", "address"}
        if isinstance(site, AskedSite):
            assert ("address" in names, "key" in names) == (site.needs_address, site.needs_key)
        else:
            assert "voter" in names
            assert site.sources or site.needs_key


@pytest.mark.parametrize(
    ("name", "answer", "age"),
    [
        ("hopzone_eu", HOPZONE, 90),
        ("itopz", ITOPZ, 90),
        ("itopz", ITOPZ | {"isVoted": 1, "voteTime": str(NOW - 90), "serverTime": str(NOW)}, 90),
        ("l2topzone", {"ok": True, "result": DATES}, 90),
        ("l2topzone", {"ok": True, **DATES}, 90),
        ("l2jbrasil", L2JBRASIL, 7200),
        ("l2network", b"1", 0),
        ("l2network", b"true\n", 0),
    ],
)
def test_answer_with_a_vote_has_its_age_by_the_clock_of_the_site(name: str, answer: object, age: int) -> None:
    assert read(name, answer) == SiteAnswer(has_voted=True, age_seconds=age)


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("hopzone_eu", HOPZONE | {"isVoted": False, "vote_time": None}),
        ("itopz", {"isVoted": 0}),
        ("l2topzone", {"ok": True, "result": {"isVoted": False}}),
        ("l2jbrasil", {"vote": [{"status": "0"}]}),
        ("l2network", b"0"),
        ("l2network", b"-1"),
    ],
)
def test_answer_without_a_vote(name: str, answer: object) -> None:
    assert read(name, answer) == SiteAnswer(has_voted=False)


HOSTILE_TIMES: list[Any] = [
    *("NaN", "1e9", "-1", "", " 1", None, True, 1.5, [], "9" * 4000, NOW + 3600, "2026-13-45 99:00:00"),
]
HOSTILE: list[Any] = [
    b"",
    b"null",
    b"[]",
    b"<!doctype html><title>502 Bad Gateway</title>",
    b"\xff\xfe1",
    b"[" * 60_000,
    b'{"a":' * 30_000,
    b"yes",
    {"isVoted": "maybe", "ok": True, "error": "OK", "vote": "1"},
    {"vote": []},
    {"vote": [[1]]},
    {"ok": True, "result": [1]},
    {"ok": False, "result": DATES},
    HOPZONE | {"error": "I004"},
    *(
        {"ok": True, "error": "OK", "isVoted": True, "serverTime": NOW, "server_time": NOW}
        | {"voteTime": time, "vote_time": time}
        | {"vote": [{"status": "1", "hours_since_vote": -1 if time == NOW + 3600 else time}]}
        for time in HOSTILE_TIMES
    ),
    b'{"isVoted":true,"ok":true,"error":"OK","voteTime":NaN,"serverTime":NaN,"vote":[{"status":"1","hours_since_vote":NaN}]}',
]


@pytest.mark.parametrize("answer", HOSTILE)
@pytest.mark.parametrize("name", ASKED_SITES)
def test_hostile_answer_is_unreadable(name: str, answer: object) -> None:
    with pytest.raises(UnreadableAnswer):
        read(name, answer)


def test_gtop100_form_and_json_report_votes_with_the_key() -> None:
    assert report("gtop100", body=GTOP_FORM.format(0).encode()) == [ReportedVote("VOTER1", is_success=True)]
    assert report("gtop100", body=GTOP_FORM.format(1).encode()) == [ReportedVote("VOTER1", is_success=False)]
    assert report("gtop100", body=GTOP_JSON) == [ReportedVote("VOTER1"), ReportedVote("VOTER2", is_success=False)]
    for body in (GTOP_FORM.format(0).encode(), GTOP_JSON, b"", "pingbackkey=клю".encode()):
        with pytest.raises(WrongKey):
            report("gtop100", body=body, key="another")


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b'{"pingbackkey":"key"}',
        b'{"pingbackkey":"key","Common":[{"success":0}]}',
        b'{"pingbackkey":"key","Common":[[{"success":NaN}]]}',
        b'{"pingbackkey":"key","Common":' + b"[" * 60_000,
        GTOP_FORM.format(0).encode() + b"&pingUsername=VOTER2",
        b"a=1&" * 40,
    ],
)
def test_gtop100_hostile_report_is_unreadable(body: bytes) -> None:
    with pytest.raises(UnreadableAnswer):
        report("gtop100", body=body)


@pytest.mark.parametrize(
    ("name", "query"),
    [("topg", "p_resp=V&ip=1.2.3.4"), ("top100arena", "postback=V"), ("xtremetop100", "custom=V&votingip=1.2.3.4")],
)
def test_callback_reports_the_voter_id_of_its_query(name: str, query: str) -> None:
    assert report(name, query) == [ReportedVote("V")]
    for hostile in ("", "ip=1.2.3.4", f"{query}&{query}", "&".join(f"a{number}=" for number in range(99))):
        with pytest.raises(UnreadableAnswer):
            report(name, hostile)


def test_voter_id_is_valid_for_two_windows_and_linked_to_no_other() -> None:
    ids, now = VoterIds("s" * 32), NOW // SECONDS * SECONDS
    first, second = ids.make(2**32 - 1, now), ids.make(2**32 - 1, now + SECONDS)
    assert re.fullmatch("[A-Z2-7]{24}", first)
    assert sum(left == right for left, right in zip(first, second, strict=True)) < 12
    for at, number in (
        (now, 2**32 - 1),
        (now + 2 * SECONDS - 1, 2**32 - 1),
        (now + 2 * SECONDS, None),
        (now - 1, None),
    ):
        assert ids.number(first.lower(), at) == number
    assert ids.make(2**32 - 1, now + SECONDS, windows_ago=1) == first
    assert VoterIds("t" * 32).number(first, now) is None
    for place in range(24):
        changed_id = first[:place] + ("B" if first[place] == "A" else "A") + first[place + 1 :]
        assert ids.number(changed_id, now) is None
    for hostile in ("", "A" * 23, "A" * 24, "A" * 2000, "=" * 24, "é" * 24, "1" * 24):
        assert ids.number(hostile, now) is None
