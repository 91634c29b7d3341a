"""Evaluations without a server: output, versions, clocks, addresses, files, Redis, indexes, samples."""

import os
import shutil
from datetime import UTC, datetime
from importlib import resources
from itertools import chain, islice
from pathlib import Path
from typing import Any

import msgspec
import pytest

from gateway import package_data
from gateway.config import settings
from gateway.config.networks import Networks
from gateway.config.sections import ContentSettings, ServerSettings, StatusSettings
from gateway.config.settings import Settings
from gateway.config.zones import time_zone
from gateway.doctor import sampling
from gateway.doctor.context import ServerVersion
from gateway.doctor.findings import Finding, format_json, format_text, use_color
from gateway.doctor.game_tables import GameTable
from gateway.doctor.sampling import Sample, SampledRow
from gateway.doctor.topics import address, clocks, connections, content, files, indexes, items, redis, views
from gateway.features.accounts.shared_logins import LoginNetwork
from gateway.features.items.catalogue import Catalogue, CatalogueItem
from gateway.features.site_content import sample
from gateway.observability.signals import ReportedFinding

SERVER = ServerVersion("10.11.6-MariaDB", 0, "SYSTEM", "UTC", "+00:00", 0, 151, 0)
NOVEMBER = datetime(2026, 11, 28, 12, tzinfo=UTC).timestamp()
FINDINGS = [
    ReportedFinding(level="ok", text="the clocks agree", topic="time", title="Clocks"),
    ReportedFinding(level="bad", text="a file\n\x1b[31mis open", do="chmod 600 it", topic="files", title="Files"),
    ReportedFinding(level="advice", text="a second off", do="use NTP", topic="time"),
]


def test_format_text_groups_by_topic_and_replaces_control_characters() -> None:
    assert format_text(FINDINGS, "en", color=False).splitlines() == [
        "Clocks (time)",
        "  ok   the clocks agree",
        "  hint a second off",
        "       do: use NTP",
        "",
        "Files (files)",
        "  BAD  a file��[31mis open",
        "       do: chmod 600 it",
        "",
        "1 ok, 1 hints, 1 bad",
    ]
    colored_text = format_text(FINDINGS, "en", color=True)
    assert "\x1b[1;31mBAD \x1b[0m a file" in colored_text
    assert "\x1b[31mis" not in colored_text


def test_format_json_omits_an_empty_remedy() -> None:
    first, *_ = msgspec.json.decode(format_json(FINDINGS))
    assert first == {"topic": "time", "title": "Clocks", "level": "ok", "text": "the clocks agree"}
    assert msgspec.json.decode(format_json(FINDINGS), type=list[ReportedFinding]) == FINDINGS


@pytest.mark.parametrize(
    ("terminal", "env", "expected"),
    [
        (True, {}, True),
        (False, {}, False),
        (True, {"NO_COLOR": "1"}, False),
        (True, {"TERM": "dumb"}, False),
    ],
)
def test_use_color_follows_terminal_and_environment(terminal: bool, env: dict[str, str], expected: bool) -> None:
    assert use_color(terminal, env) is expected


def clock(reading: float, wait: float = 0.0) -> Finding:
    """Returns the finding on a clock that was read in the middle of our wait, which ended at 1000."""
    return clocks.clock_offset("its clock", reading, 1000.0 - wait / 2, 1000.0 + wait / 2)


def zone(name: str) -> Finding:
    return clocks.session_zone("game", msgspec.structs.replace(SERVER, session_zone=name))


@pytest.mark.parametrize(
    ("finding", "level", "text"),
    [
        (connections.check_version("10.11.6-MariaDB-log"), "ok", "MariaDB 10.11.6"),
        (connections.check_version("5.5.5-10.6.16-MariaDB-1:10.6.16"), "ok", "MariaDB 10.6.16"),
        (connections.check_version("5.5.68-MariaDB"), "bad", "MariaDB 5.5.68"),
        (connections.check_version("8.0.36"), "ok", "MySQL 8.0.36"),
        (connections.check_version("5.7.44-log"), "bad", "MySQL 5.7.44"),
        (connections.check_version("a fork"), "advice", "a fork"),
        (clock(1001.0), "ok", "agree within 1,000 ms"),
        (clock(1005.0), "advice", "5.0 s ahead of"),
        (clock(940.0), "bad", "60.0 s behind"),
        (clock(1005.0, wait=8.0), "ok", "agree"),  # only what is certain counts
        (zone("+00:00"), "ok", "+00:00"),
        (zone("Europe/Madrid"), "bad", "Europe/Madrid"),
        (views.evaluate_collations({"accounts.login": "utf8mb3_general_ci"}), "ok", "without regard to case"),
        (views.evaluate_collations({"accounts.login": "utf8mb4_bin"}), "advice", "case-sensitive"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_finding_has_its_level(finding: Finding, level: str, text: str) -> None:
    assert finding.level == level
    assert text in finding.text


def test_check_limits_too_few_connections_or_read_only_is_reported() -> None:
    assert connections.check_limits("site", SERVER, 6, 4) == []
    limited = msgspec.structs.replace(SERVER, max_user_connections=20, read_only=1)
    read_only, tight = connections.check_limits("site", limited, 6, 4)
    assert (read_only.level, tight.level) == ("bad", "advice")
    assert "4 workers may open 32 connections, and its user may open 20" in tight.text


@pytest.mark.parametrize(
    ("reason", "part"),
    [("(1045, 'denied')", "password"), ("(1049, 'unknown')", "schema"), ("refused", "database.auth_dsn")],
)
def test_remedy_depends_on_the_error_code(reason: str, part: str) -> None:
    assert part in str(connections.remedy("auth", f"cannot connect: {reason}"))


@pytest.mark.parametrize(
    ("key", "copy", "level", "text"),
    [
        ("Europe/Madrid", "Europe/Madrid", "ok", "agree for a year"),
        ("America/Winnipeg", "America/Chicago", "advice", "differs from it on 2026-11-28"),
        ("Europe/Madrid", None, "ok", "has no copy"),
    ],
)
def test_rules_of_the_system_are_compared_with_those_of_the_site(
    tmp_path: Path, key: str, copy: str | None, level: str, text: str
) -> None:
    """Chicago keeps the rules that Winnipeg had before 2026."""
    if copy:
        (tmp_path / key).parent.mkdir()
        (tmp_path / key).write_bytes(resources.files("tzdata").joinpath("zoneinfo", copy).read_bytes())
    [finding] = clocks.system_rules(time_zone(key), NOVEMBER, tmp_path)
    assert finding.level == level
    assert text in finding.text


@pytest.mark.parametrize(
    ("minutes", "count"),
    [
        ([-300, -300, -300, -300, -300], 0),
        ([-300, -360, -300, -300, -300], 1),
        ([0, 0, 0, 0, 0], 0),
        ([-300, None, -300, -300, -300], 0),
    ],
)
def test_rules_of_a_database_server_in_the_zone_of_the_site_are_compared(minutes: list[int | None], count: int) -> None:
    assert len(clocks.server_rules("game", time_zone("America/Winnipeg"), NOVEMBER, minutes)) == count


@pytest.mark.parametrize(
    ("url", "proxies", "levels"),
    [
        ("", (), ["advice"]),
        ("https://play.example.com", ("127.0.0.1",), ["ok", "ok"]),
        ("https://play.example.com", (), ["ok", "bad"]),
        ("http://play.example.com", (), ["advice"]),
        ("https://localhost:8000", ("::1",), ["advice", "ok"]),
        ("http://192.168.1.9", (), ["advice"]),
    ],
)
def test_address_local_unencrypted_or_without_proxy_is_advice(
    url: str, proxies: tuple[str, ...], levels: list[str]
) -> None:
    findings = address.evaluate(ServerSettings(public_url=url, trusted_proxies=proxies))
    assert [finding.level for finding in findings] == levels
    direct = address.evaluate(ServerSettings(public_url=url, trusted_proxies=proxies, direct=True))
    assert [finding.level for finding in direct] == levels[:1]


@pytest.mark.parametrize(
    ("rows", "cdn", "level", "part"),
    [
        ([("198.51.100.0/24", 3, 2)], "", "ok", "1 networks"),
        ([("198.51.100.0/24", 3, 2)], "Cloudflare", "ok", "none of them an edge"),
        ([], "Cloudflare", "advice", "no login has shown yet"),
        ([("162.158.7.0/24", 3, 2), ("198.51.100.0/24", 3, 2)], "", "bad", "3 of 6 logins"),
        ([("", 5, 3), ("198.51.100.0/24", 4, 2)], "", "bad", "5 of 9 logins of the last day have no address"),
        ([("198.51.100.0/24", 8, 2), ("", 1, 1)], "", "advice", "1 of 9 logins of the last day have no address"),
        ([("10.0.0.0/24", 90, 40), ("198.51.100.0/24", 10, 9)], "", "advice", "probably a proxy in front"),
        ([("10.0.0.0/24", 90, 19), ("198.51.100.0/24", 10, 9)], "", "ok", "2 networks"),
        ([("10.0.0.0/24", 70, 40), ("198.51.100.0/24", 30, 9)], "", "ok", "2 networks"),
    ],
)
def test_networks_of_logins_show_a_second_proxy(
    rows: list[tuple[str, int, int]], cdn: str, level: str, part: str
) -> None:
    total = sum(sessions for _, sessions, _ in rows)
    networks = [LoginNetwork(network, sessions, accounts, total) for network, sessions, accounts in rows]
    [finding] = address.evaluate_networks(networks, cdn, Networks(("162.158.0.0/15",)))
    assert finding.level == level
    assert part in finding.text
    assert level == "ok" or "cloudflare.caddy" in finding.do


def test_no_login_and_no_cdn_have_no_finding() -> None:
    assert address.evaluate_networks([], "", Networks(())) == []


@pytest.mark.parametrize(
    ("mode", "user_id", "level"),
    [(0o600, 0, "ok"), (0o640, 0, "advice"), (0o644, 0, "bad"), (0o666, 0, "bad"), (0o600, 4321, "advice")],
)
def test_config_file_readable_by_others_is_reported(tmp_path: Path, mode: int, user_id: int, level: str) -> None:
    path = tmp_path / "gateway.toml"
    path.write_text("")
    path.chmod(mode)
    with_password = settings.load(None, {"GATEWAY_DATABASE_SITE_DSN": "mysql://site:word@db/site"})
    assert files.evaluate_config(path, with_password, user_id or os.geteuid()).level == level
    without = files.evaluate_config(path, Settings(), os.geteuid())
    assert without.level == ("bad" if mode & 0o002 else "ok")


def test_page_missing_incomplete_or_of_another_version_is_reported(tmp_path: Path) -> None:
    folder = tmp_path / "dist"
    (folder / "assets").mkdir(parents=True)
    assert files.evaluate_page(folder, "1.0+a").text.startswith("the page is not built")
    index = (
        '<meta name="version" content="1.0+a"><script src="/assets/main-1.js"></script><link href="/assets/main-1.css">'
    )
    (folder / "index.html").write_text(index)
    (folder / "assets" / "main-1.js").write_text("")
    incomplete_page = files.evaluate_page(folder, "1.0+a")
    assert (incomplete_page.level, "assets/main-1.css is missing" in incomplete_page.text) == ("bad", True)
    (folder / "assets" / "main-1.css").write_text("")
    assert files.evaluate_page(folder, "1.0+a").level == "ok"
    other_version = files.evaluate_page(folder, "1.0+b")
    assert (other_version.level, "1.0+a" in other_version.text, "1.0+b" in other_version.text) == ("advice", True, True)


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
def test_redis_info_old_replica_or_full_is_reported(info: dict[str, Any], levels: list[str]) -> None:
    assert [finding.level for finding in redis.evaluate_info(info)] == levels


@pytest.mark.parametrize(("engine", "expected"), [("InnoDB", False), ("MyISAM", True), ("Aria", True)])
def test_locks_writers_is_false_for_innodb_only(engine: str, expected: bool) -> None:
    assert (
        GameTable(
            name="table", engine=engine, rows=1, columns=set(), indexed_columns=set(), indexes=set()
        ).locks_writers
        is expected
    )


@pytest.mark.parametrize(
    ("candidate", "seconds", "has_index", "recorded_index", "level"),
    [
        (indexes.CHARACTERS, 1.0, False, "", "advice"),
        (indexes.CHARACTERS, 0.002, False, "", "ok"),
        (indexes.ITEMS, 0.002, False, "no", "advice"),
        (indexes.ITEMS, 0.002, False, "yes", "bad"),
        (indexes.ITEMS, 1.0, True, "no", "advice"),
        (indexes.ITEMS, 1.0, True, "yes", "ok"),
    ],
)
def test_index_missing_new_or_gone_is_reported(
    candidate: indexes.Candidate, seconds: float, has_index: bool, recorded_index: str, level: str
) -> None:
    cost = indexes.ScanCost(seconds, rows=1_000_000, measured_rows=2000, exact=True)
    finding = indexes.evaluate(candidate, cost, has_index=has_index, recorded_index=recorded_index)
    assert finding.level == level
    if not has_index and level != "ok":
        assert f"CREATE INDEX {candidate.table}_{candidate.column} ON" in finding.do
        assert "A scan of 1,000,000 rows takes " in finding.text


def test_content_of_the_sample_is_named_and_unwritten_texts_are_counted(tmp_path: Path) -> None:
    folder = tmp_path / "own"
    sample.write(folder)
    for path in (folder / "pages").iterdir():
        if path.name not in {"terms.md", "terms.es.md", "terms.pt.md"}:
            path.write_text("My own text.", encoding="utf-8")
    for name in ("pages/rules.md", "news/welcome.es.md", "server-info.pt.json"):
        (folder / name).parent.mkdir(exist_ok=True)
        shutil.copy(package_data.content() / name, folder / name)
    (folder / "pages" / "terms.md").write_text("My own terms.", encoding="utf-8")
    assert [finding.text.removeprefix("content: ") for finding in content.sample_hints(folder)] == [
        "13 texts in downloads.json are still '-'",
        "35 texts in server-info.json are still '-'",
        "still the sample: server-info.pt.json, site.es.toml, site.pt.toml, site.toml, pages/rules.md, "
        "pages/terms.es.md, pages/terms.pt.md, "
        "news/welcome.es.md",
    ]


def test_content_missing_or_broken_is_reported(tmp_path: Path) -> None:
    def examine(folder: str) -> list[tuple[str, str]]:
        settings_with_folder = Settings(content=ContentSettings(folder=folder), status=StatusSettings(recorded_peak=0))
        return [(finding.level, finding.text) for finding in content.evaluate(settings_with_folder)]

    ((level, text),) = examine("")
    assert (level, "no content folder" in text) == ("advice", True)
    assert "recorded_peak" in content.evaluate(Settings())[-1].text
    sample.write(tmp_path / "own")
    (tmp_path / "own" / "media.json").write_text("[\n1]")
    ((level, text),) = examine(str(tmp_path / "own"))
    assert (level, f"{tmp_path}/own/media.json:2: " in text) == ("bad", True)


def test_items_without_a_name_are_counted() -> None:
    catalogue = Catalogue({1: CatalogueItem(1, "One", "Misc", "misc", "other", "", None, False)})
    rows = [SampledRow(number, number // 4, item_id) for number, item_id in enumerate([1, 2, 3, 3])]
    (finding,) = items.evaluate(Sample(rows, complete=True), catalogue)
    assert finding.text == (
        "items: 1 of 3 kinds of items in the game have a name (33.3%); 3 items of 1 owners are shown by number, "
        "most often #3 (2), #2 (1)"
    )
    assert items.evaluate(Sample(rows[:1], complete=True), catalogue)[0].level == "ok"


@pytest.mark.parametrize(
    ("blocks", "complete"),
    [
        ([range(0)], True),
        ([range(10, 2010)], True),
        ([range(10, 25_000), range(2**30, 2**30 + 9000), range(2**31 - 9, 2**31)], True),
        ([range(10, 300_000), range(2**31 - 9, 2**31)], False),
    ],
)
async def test_sample_table_reads_short_tables_whole_and_spreads_over_long_ones(
    blocks: list[range], complete: bool
) -> None:
    reads: list[int] = []

    async def read_range(after_id: int, last_id: int, count: int) -> list[SampledRow]:
        reads.append(count)
        inside = [range(max(block.start, after_id + 1), min(block.stop, last_id + 1)) for block in blocks]
        return [SampledRow(number, 0) for number in islice(chain.from_iterable(inside), count)]

    last_key = max(block.stop for block in blocks)
    sample = await sampling.sample_table(read_range, last_key, max_seconds=60)
    ids = [row.id for row in sample.rows]
    assert sample.complete is complete
    assert len(ids) == len(set(ids)) < sampling.MAX_ROWS + sampling.RANGE_ROWS
    if complete:
        assert sorted(ids) == [key for block in blocks for key in block]
    else:
        assert len(ids) > 50_000
        assert max(ids) > 270_000
        short_sample = await sampling.sample_table(read_range, last_key, max_seconds=0.0)
        assert (len(short_sample.rows), short_sample.complete) == (sampling.RANGE_ROWS, False)
    assert len(reads) <= 2 * sampling.MAX_ROWS / sampling.RANGE_ROWS + 2
    assert set(reads) == {sampling.RANGE_ROWS}
