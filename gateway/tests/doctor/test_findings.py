"""What the doctor makes of what it found, without a server: versions, clocks, addresses, files, Redis, figures."""

from __future__ import annotations

import os
from collections import Counter
from datetime import UTC, datetime
from itertools import chain, islice
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
import pytest

from gateway.config import settings
from gateway.config.settings import Settings
from gateway.doctor import base_tables, sampling
from gateway.doctor.base_tables import Table
from gateway.doctor.findings import Finding, as_json, as_text, coloured
from gateway.doctor.servers import Server, version_of, wanted_connections
from gateway.doctor.topics import address, clocks, collations, connections, files, indexes, items, plans, redis
from gateway.features.items.catalogue import Catalogue, CatalogueItem
from gateway.tests.families import test_query_plans

SERVER = Server("10.11.6-MariaDB", 0, "SYSTEM", "UTC", "+00:00", 0, 151, 0)
FINDINGS = [
    Finding("time", "ok", "the clocks agree"),
    Finding("files", "bad", "a file\n\x1b[31mis open", "chmod 600 it"),
    Finding("time", "advice", "a second off", "use NTP"),
]


def test_text_is_grouped_by_topic_and_coloured_for_a_terminal_alone() -> None:
    plain = as_text(FINDINGS, colour=False)
    assert plain.splitlines() == [
        "time",
        "  ok   the clocks agree",
        "  hint a second off",
        "       do: use NTP",
        "",
        "files",
        "  BAD  a file��[31mis open",
        "       do: chmod 600 it",
        "",
        "1 well, 1 to think about, 1 wrong",
    ]
    painted = as_text(FINDINGS, colour=True)
    assert "\x1b[1;31mBAD \x1b[0m a file" in painted
    assert "[31mis" in painted
    assert "\x1b[31mis" not in painted


@pytest.mark.parametrize(
    ("terminal", "env", "expected"),
    [
        (True, {}, True),
        (False, {}, False),
        (True, {"NO_COLOR": "1"}, False),
        (True, {"TERM": "dumb"}, False),
        (True, {"NO_COLOR": ""}, True),
    ],
)
def test_when_to_colour(terminal: bool, env: dict[str, str], expected: bool) -> None:
    assert coloured(terminal, env) is expected


def test_json_is_a_list_and_leaves_out_what_is_not_to_be_done() -> None:
    assert msgspec.json.decode(as_json(FINDINGS[:1])) == [{"topic": "time", "level": "ok", "text": "the clocks agree"}]
    assert msgspec.json.decode(as_json(FINDINGS), type=list[Finding]) == FINDINGS


@pytest.mark.parametrize(
    ("text", "name", "level"),
    [
        ("10.11.6-MariaDB-log", "MariaDB 10.11.6", "ok"),
        ("5.5.5-10.6.16-MariaDB-1:10.6.16", "MariaDB 10.6.16", "ok"),
        ("10.5.23-MariaDB", "MariaDB 10.5.23", "bad"),
        ("5.5.68-MariaDB", "MariaDB 5.5.68", "bad"),
        ("8.0.36", "MySQL 8.0.36", "ok"),
        ("9.7.4", "MySQL 9.7.4", "ok"),
        ("5.7.44-log", "MySQL 5.7.44", "bad"),
    ],
)
def test_versions(text: str, name: str, level: str) -> None:
    found = connections.version(text)
    assert str(version_of(text)) == name
    assert (found.level, name in found.text) == (level, True)
    assert connections.version("a fork").level == "advice"


def test_room_for_our_connections_and_a_server_that_is_read_only() -> None:
    assert wanted_connections("game", 6, 4) == 32
    assert connections.room("game", SERVER, 6, 4) == []
    (tight,) = connections.room("game", msgspec.structs.replace(SERVER, connections=20), 6, 4)
    assert tight.level == "advice"
    assert "may open 32 connections, and its user is granted 20" in tight.text
    assert connections.writable(SERVER) == []
    (closed,) = connections.writable(msgspec.structs.replace(SERVER, read_only=1))
    assert closed.level == "bad"


@pytest.mark.parametrize(
    ("reason", "part"),
    [("(1045, 'denied')", "password"), ("(1049, 'unknown')", "schema"), ("refused", "database.auth_dsn")],
)
def test_what_to_do_when_a_database_is_away(reason: str, part: str) -> None:
    assert part in connections.remedy("auth", f"cannot connect: {reason}")


@pytest.mark.parametrize(
    ("theirs", "wait", "level"),
    [(1000.0, 0.0, "ok"), (1001.0, 0.0, "ok"), (1005.0, 0.0, "advice"), (940.0, 0.0, "bad"), (1005.0, 8.0, "ok")],
)
def test_a_clock_is_wrong_by_what_is_certain(theirs: float, wait: float, level: str) -> None:
    found = clocks.skew("its clock", theirs, 1000.0 - wait / 2, 1000.0 + wait / 2)
    assert found.level == level
    assert (level == "bad") == ("behind" in found.text)


def test_zones_of_sessions_and_of_the_wheel() -> None:
    assert clocks.session("game", SERVER) == []
    (wrong,) = clocks.session("game", msgspec.structs.replace(SERVER, session_zone="Europe/Madrid"))
    assert wrong.level == "bad"
    told = clocks.midnight(ZoneInfo("Europe/Madrid"), "Europe/Madrid", datetime(2026, 3, 28, 22, 30, tzinfo=UTC)).text
    assert "it is 23:30" in told
    assert "turns in 0 h 30 min" in told
    spring = clocks.midnight(ZoneInfo("Europe/Madrid"), "Europe/Madrid", datetime(2026, 3, 28, 23, 30, tzinfo=UTC)).text
    assert "turns in 22 h 30 min" in spring  # that day has 23 hours


@pytest.mark.parametrize(
    ("url", "proxies", "levels"),
    [
        ("", (), ["advice"]),
        ("https://play.example.com", ("127.0.0.1",), ["ok", "ok"]),
        ("https://play.example.com", (), ["ok", "advice"]),
        ("http://play.example.com", (), ["advice"]),
        ("https://localhost:8000", ("::1",), ["advice", "ok"]),
        ("https://192.168.1.9", ("::1",), ["advice", "ok"]),
        ("http://gateway", (), ["advice"]),
    ],
)
def test_the_public_address(url: str, proxies: tuple[str, ...], levels: list[str]) -> None:
    found = address.judged(settings.Server(public_url=url, trusted_proxies=proxies))
    assert [finding.level for finding in found] == levels
    assert all(finding.do for finding in found if finding.level != "ok")


@pytest.mark.parametrize(
    ("mode", "user", "level"),
    [(0o600, 0, "ok"), (0o640, 0, "advice"), (0o644, 0, "bad"), (0o666, 0, "bad"), (0o600, 4321, "advice")],
)
def test_the_mode_of_the_configuration(tmp_path: Path, mode: int, user: int, level: str) -> None:
    path = tmp_path / "gateway.toml"
    path.write_text("")
    path.chmod(mode)
    secret = settings.load(None, {"GATEWAY_DATABASE_SITE_DSN": "mysql://site:word@db/site"})
    (found,) = files.config(path, secret, user or os.geteuid())
    assert found.level == level
    assert bool(found.do) == (level != "ok")
    (open_,) = files.config(path, Settings(), os.geteuid())
    assert open_.level == ("bad" if mode & 0o002 else "ok")


def test_a_page_that_is_built_half_built_old_or_not_at_all(tmp_path: Path) -> None:
    built, sources_ = tmp_path / "dist", tmp_path / "src"
    (built / "assets").mkdir(parents=True)
    sources_.mkdir()
    assert files.page(built, sources_, 0.0)[0].text.startswith("the page is not built")
    index = built / "index.html"
    index.write_text('<script src="/assets/main-1.js"></script><link href="/assets/main-1.css">')
    (built / "assets" / "main-1.js").write_text("")
    (half,) = files.page(built, sources_, 0.0)
    assert half.level == "bad"
    assert "assets/main-1.css is missing" in half.text
    (built / "assets" / "main-1.css").write_text("")
    made = index.stat().st_mtime
    (well,) = files.page(built, sources_, made + 5 * 86_400 + 60)
    assert (well.level, "5 days ago" in well.text) == ("ok", True)
    source = sources_ / "main.tsx"
    source.write_text("")
    os.utime(source, (made + 60, made + 60))
    assert files.page(built, sources_, made + 90)[0].level == "advice"


@pytest.mark.parametrize(
    ("info", "levels"),
    [
        ({"redis_version": "7.0.15", "role": "master", "maxmemory": 0}, ["ok", "ok"]),
        ({"redis_version": "5.0.3", "role": "master"}, ["bad", "ok"]),
        ({"redis_version": "7.2.0", "role": "slave"}, ["ok", "bad", "ok"]),
        ({"redis_version": "7.2.0", "maxmemory": 2**28, "maxmemory_policy": "noeviction"}, ["ok", "advice"]),
        ({"redis_version": "7.2.0", "maxmemory": 2**28, "maxmemory_policy": "allkeys-lru"}, ["ok", "ok"]),
    ],
)
def test_what_redis_says_of_itself(info: dict[str, Any], levels: list[str]) -> None:
    assert [finding.level for finding in redis.judged(info)] == levels


def test_names_that_compare_letter_by_letter() -> None:
    assert (
        collations.judged({"accounts.login": "utf8mb3_general_ci", "accounts.password": "latin1_bin"})[0].level == "ok"
    )
    (exact,) = collations.judged({"accounts.login": "utf8mb4_bin"})
    assert exact.level == "advice"


def test_what_a_view_reads_is_read_from_its_definition() -> None:
    text = (
        "select `b`.`x` AS `x` from ((`L2`.`Characters` left join `L2`.`sub` `b` on(`b`.`x` = 1)) join `auth`.`a``b`)"
    )
    assert base_tables.tables_in(text) == {("L2", "Characters"), ("L2", "sub"), ("auth", "a``b")}
    assert base_tables.tables_in("") == set()
    assert [Table("g", "t", engine, 1).waits for engine in ("InnoDB", "MyISAM", "Aria", "MEMORY")] == [
        False,
        True,
        True,
        True,
    ]


def test_figures_of_an_index_and_what_is_advised() -> None:
    measure = indexes.Measure(
        rows=2000, total=1_000_000, exact=True, range_seconds=0.002, keyed=30, keyed_seconds=0.0004
    )
    assert measure.scan_seconds == pytest.approx(1.0)
    characters, owned = indexes.CANDIDATES
    slow = indexes.judged(characters, measure, indexed=False, recorded="")
    assert slow.level == "advice"
    assert "a scan reads 1,000,000 rows in 1.0 s (told from 2,000 of them), by key it is 30 rows in 0.4 ms" in slow.text
    assert "CREATE INDEX characters_account_name ON characters (account_name);" in slow.do
    few = msgspec.structs.replace(measure, total=2000)
    assert indexes.judged(characters, few, indexed=False, recorded="").level == "ok"
    assert indexes.judged(owned, few, indexed=False, recorded="no").level == "advice"
    assert indexes.judged(owned, few, indexed=False, recorded="yes").level == "bad"
    assert indexes.judged(owned, few, indexed=True, recorded="no").level == "advice"
    assert indexes.judged(owned, few, indexed=True, recorded="yes").level == "ok"


def test_plans_that_scan_or_do_not_merge() -> None:
    step = {"select_type": "SIMPLE", "table": "items", "type": "ALL", "rows": 50_000, "Extra": ""}
    assert plans.judged("x.y", "SELECT 1", [step], by_owner=True)[0].level == "advice"
    assert plans.judged("stats.accounts", "SELECT 1", [step], by_owner=True) == []
    assert plans.judged("inventory.money", "SELECT 1", [step], by_owner=False) == []
    assert plans.judged("x.y", "SELECT 1", [step | {"rows": 300}], by_owner=True) == []
    assert plans.judged("x.y", "SELECT 1 LIMIT 5", [step | {"type": "index"}], by_owner=True) == []
    heaps = (step | {"table": "<derived2>"}, step | {"select_type": "DERIVED"})
    assert [plans.judged("x.y", "SELECT 1", [heap], by_owner=True)[0].level for heap in heaps] == ["bad", "bad"]
    assert plans.KNOWN_SCANS.keys() <= test_query_plans.KNOWN_SCANS.keys()
    assert {block.name for block in plans.asked()} >= {"rankings.characters", "inventory.of_owner", "accounts.open"}


def test_how_much_a_catalogue_knows() -> None:
    known = Catalogue({1: CatalogueItem(1, "One", "Misc", "misc", "other", "", None, False)})
    assert items.unnamed(Counter({1: 5, 2: 3, 3: 7}), known).most_common() == [(3, 7), (2, 3)]
    assert items.percent(999_999, 1_000_000) == "99.9 %"
    assert items.percent(5, 5) == "100 %"


class Key(msgspec.Struct):
    id: int


async def test_a_walk_sees_all_of_a_short_table_and_a_sample_of_a_long_one() -> None:
    asked: list[int] = []
    heaps: list[range] = []

    async def read(after: int, until: int, count: int) -> list[Key]:
        asked.append(count)
        inside = [range(max(heap.start, after + 1), min(heap.stop, until + 1)) for heap in heaps]
        return [Key(number) for number in islice(chain.from_iterable(inside), count)]

    for heaps in (
        [range(0)],
        [range(10, 2010)],
        [range(10, 25_000)],
        [range(10, 25_000), range(2**30, 2**30 + 9000), range(2**31 - 9, 2**31)],
    ):
        found = await sampling.walked(read, max(heap.stop for heap in heaps), longest=60)
        assert found.whole
        assert [row.id for row in sorted(found.rows, key=lambda row: row.id)] == [key for heap in heaps for key in heap]
    heaps = [range(10, 300_000), range(2**31 - 9, 2**31)]
    asked.clear()
    found = await sampling.walked(read, 2**31, longest=60)
    ids = [row.id for row in found.rows]
    assert not found.whole
    assert len(ids) == len(set(ids)) < sampling.MOST_ROWS + sampling.RANGE_ROWS
    assert len(ids) > 50_000
    assert max(ids) > 290_000
    assert len(asked) <= sampling.FIRST_RANGES + sampling.SAMPLES * sampling.ROUNDS
    assert set(asked) == {sampling.RANGE_ROWS}
    assert not (await sampling.walked(read, 2**31, longest=0.0)).whole
