"""What a file of views reads of the game's tables, and as what kind of value: told from its text alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from gateway.doctor import schema_comparison, view_columns
from gateway.game.families import FAMILIES


def read(tmp_path: Path, body: str) -> list[tuple[str, str | None, bool]]:
    """Column, kind and whether its value is the view's, of each reading of a view `characters`."""
    path = tmp_path / "views.sql"
    path.write_text(
        "CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {owner} SQL SECURITY DEFINER VIEW {views}.characters AS\n" + body
    )
    views = view_columns.statements(path)
    found = view_columns.of(views, dict.fromkeys(views, view_columns.tables_of(views)))
    return [(f"{each.table}.{each.column}", each.kind, each.passed) for each in found.readings]


@pytest.mark.parametrize(
    ("item", "kind", "passed"),
    [
        ("t.a AS level", "number", True),
        ("t.`a` AS level", "number", True),
        ("t.a AS name", "text", True),
        ("COALESCE(t.a, 0) AS level", "number", True),
        ("NULLIF(t.a, 0) DIV 1000 AS level", "number", False),
        ("COALESCE(t.a = 1, 0) AS online", "number", False),
        ("t.a <> 'x' AS online", "text", False),
        ("t.a NOT IN ('x', 'y') AS online", "text", False),
        ("t.a IN (-1, 2) AS online", "number", False),
        ("CASE t.a WHEN 'x' THEN 1 END AS race", "text", False),
        ("CASE t.a WHEN -1 THEN 'x' END AS name", "number", False),
        ("CASE WHEN 1 = 1 THEN t.a END AS race", "number", True),
        ("CASE WHEN 1 = 1 THEN t.a + 1 END AS race", "number", False),
        ("UNIX_TIMESTAMP(t.a) AS created_at", "moment", False),
        ("CAST(t.a AS UNSIGNED) AS level", None, False),
        ("t.a IS NULL AS online", None, False),
        ("LENGTH(t.a) AS level", None, False),
    ],
)
def test_a_column_s_kind_is_told_from_what_stands_beside_it(
    tmp_path: Path, item: str, kind: str | None, passed: bool
) -> None:
    assert read(tmp_path, f"SELECT {item}\nFROM {{game}}.things AS t") == [("things.a", kind, passed)]


def test_columns_that_are_compared_are_of_one_kind(tmp_path: Path) -> None:
    join = "LEFT JOIN {game?}.others ON others.b = t.a"
    found = read(tmp_path, f"SELECT t.a AS character_id, {{others.c?}} AS title\nFROM {{game}}.things AS t\n{join}")
    assert found == [
        ("things.a", "number", True),
        ("others.c", "text", True),
        ("others.b", "number", False),
        ("things.a", "number", False),
    ]


def test_of_several_forms_the_one_that_wants_the_least_says_what_is_missing() -> None:
    views = {
        "bosses": [
            "SELECT 1\nFROM {game}.raids\nUNION ALL\nSELECT 2\nFROM {game}.grands",
            "SELECT 1\nFROM {game}.clans",
        ]
    }
    tables: dict[str, set[str]] = {}
    assert view_columns.of(views, {"bosses": {"game": tables, "login": {}}}).absent == [
        view_columns.Absent("bosses", "game", "clans", needed=True)
    ]
    tables["clans"] = set()
    assert [
        (each.table, each.needed) for each in view_columns.of(views, {"bosses": {"game": tables, "login": {}}}).absent
    ] == [
        ("raids", False),
        ("grands", False),
    ]


@pytest.mark.parametrize("family", FAMILIES)
def test_the_kind_of_every_column_of_the_house_s_own_files_is_known(family: str) -> None:
    views = schema_comparison.file_of(FAMILIES[family])
    found = view_columns.of(views, dict.fromkeys(views, view_columns.tables_of(views)))
    open_ = {f"{each.table}.{each.column}" for each in found.readings if each.kind is None}
    assert open_ <= {"account_data.value", "punishments.id"}
