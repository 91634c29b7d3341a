"""The loader of named SQL: what it accepts, what it translates, what it refuses."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.database import queries
from gateway.database.queries import Query, QueryError, parse, query


class Row(msgspec.Struct):
    number: int


def only(text: str) -> Query[Any]:
    (block,) = parse("noun", text)
    return block


def test_parse_block_returns_name_and_arguments() -> None:
    block = only("-- name: page(after, count)\nSELECT a FROM t WHERE a > :after LIMIT :count;\n")
    sql = "SELECT a FROM t WHERE a > %(after)s LIMIT %(count)s"
    assert block == Query("noun.page", sql, ("after", "count"), None)


def test_parse_file_with_several_blocks_returns_all() -> None:
    text = "-- What this file is.\n\n-- name: a()\nSELECT 1\n\n-- why b\n-- name: b(x)\nSELECT :x + :x;\n-- the end\n"
    assert [(block.name, block.args) for block in parse("n", text)] == [("n.a", ()), ("n.b", ("x",))]


@pytest.mark.parametrize("comment", ["-- :x ; 'it\n", "# :x ; `\n", "/* :x\n ; :x */"])
def test_parse_comments_are_dropped(comment: str) -> None:
    assert only(f"-- name: a()\n{comment}SELECT{comment} 1 {comment}").sql.split() == ["SELECT", "1"]


def test_parse_percent_sign_is_doubled() -> None:
    sql = only("-- name: a(x)\nSELECT 5 % 3, 'a%', :x").sql
    assert sql % {"x": "7"} == "SELECT 5 % 3, 'a%', 7"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("-- name: a(x)\nSELECT 1", r"declares \(x\) but uses \(\)"),
        ("-- name: a()\nSELECT :x", r"declares \(\) but uses \(x\)"),
        ("-- name: a()\nSELECT 1; DROP TABLE characters", "second statement"),
        ("-- name: a()\nSELECT 1; SELECT ';'", "second statement"),
        ("-- name: a()\n-- nothing\n", "empty"),
        ("-- name: a()\nSELECT 'x", "never closed"),
        ("-- name: a()\nSELECT /* x", "never closed"),
        ("-- name: a\nSELECT 1", "cannot read"),
        ("-- name: a(x, x)\nSELECT :x", "cannot read the arguments"),
        ("-- name: a(x y)\nSELECT :x", "cannot read the arguments"),
        ("SELECT 1;\n-- name: a()\nSELECT 1", "before the first"),
    ],
)
def test_parse_invalid_block_raises(text: str, reason: str) -> None:
    with pytest.raises(QueryError, match=reason):
        list(parse("noun", text))


def test_load_duplicate_name_raises(tmp_path: Path) -> None:
    (tmp_path / "noun.sql").write_text("-- name: a()\nSELECT 1\n-- name: a()\nSELECT 2\n")
    with pytest.raises(QueryError, match=r"noun\.a: two blocks"):
        queries.load(tmp_path)


def test_query_unknown_or_redeclared_raises() -> None:
    with pytest.raises(QueryError, match="no such query"):
        query("connection.nothing", None)
    assert query("connection.read_only", None) is query("connection.read_only", None)
    with pytest.raises(QueryError, match="declared twice"):
        query("connection.read_only", Row)


def test_files_parses_every_block() -> None:
    assert "connection.read_only" in queries.files()


LITERAL = st.text(alphabet="ab:;%'\"`\\-#/* \n", max_size=12).map(
    lambda text: text.replace("\\", "\\\\").replace("'", "''")
)


@given(LITERAL, st.lists(st.sampled_from(["x", "y", "long_name"]), max_size=4))
def test_parse_any_quoted_text_is_kept(literal: str, names: list[str]) -> None:
    args = sorted(set(names))
    body = ", ".join([f"'{literal}'", *(f":{name}" for name in names), f"'{literal}'"])
    block = only(f"-- name: a({', '.join(args)})\nSELECT {body}")
    sql = block.sql % {name: f"<{name}>" for name in args}
    assert sql == "SELECT " + ", ".join([f"'{literal}'", *(f"<{name}>" for name in names), f"'{literal}'"])


def test_split_procedure_body_is_one_statement() -> None:
    body = "BEGIN\n    UPDATE t SET a = 1; -- why\n    IF a THEN\n        SELECT 'END';\n    END IF;\nEND"
    script = f"-- first\nDROP PROCEDURE p;\nCREATE PROCEDURE p()\n{body};\nSELECT 1;\nCREATE PROCEDURE q()\n{body}\n"
    assert queries.split(script) == (
        "DROP PROCEDURE p",
        f"CREATE PROCEDURE p()\n{body}",
        "SELECT 1",
        f"CREATE PROCEDURE q()\n{body}",
    )
