"""Named SQL: every statement of the service is a block of `sql/queries/<noun>.sql`, of `sql/administration/queries`, or
of `sql/extras/<extra>/queries`.

    -- name: page(after, count)
    SELECT … WHERE character_id > :after ORDER BY character_id LIMIT :count

A module declares each query once, at import: `PAGE = query("rankings.page", CharacterRow)`. An invalid block (an unused
argument, a second statement, a duplicate name) fails at start.
"""

import functools
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, Generic, TypeVar, overload

import msgspec

from gateway import package_data

T = TypeVar("T")
RowT = TypeVar("RowT", bound=msgspec.Struct)

_NOUN_FILES: Final = ("ledger_rules.sql", "reward_credits.sql", "drop_refusals.sql")
_HEAD = re.compile(r"^--[ \t]*name:(?P<rest>.*)$", re.MULTILINE)
_SIGNATURE = re.compile(r"\s*(?P<name>[a-z][a-z0-9_]*)\((?P<args>[a-z0-9_, ]*)\)\s*")
_IDENTIFIER = re.compile(r"[a-z_][a-z0-9_]*")
_TOKEN = re.compile(
    r"""
    (?P<comment> --(?=\s|\Z)[^\n]* | \#[^\n]* | /\*(?![!+]).*?\*/ )
  | (?P<text> '(?:[^'\\]|\\.|'')*' | "(?:[^"\\]|\\.|"")*" | `(?:[^`]|``)*` | /\*[!+].*?\*/ | ^BEGIN$.*?^END\b )
  | (?P<open> ['"`] | /\* )
  | (?<![\w:]):(?P<arg>[A-Za-z_]\w*)
  | (?P<end> ; )
  | (?P<percent> % )
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)


class QueryError(Exception):
    """A block of SQL or its declaration is invalid; the message names the file and the block."""


@dataclass(frozen=True, slots=True)
class Query(Generic[T]):
    """A query: full name (`noun.name`), statement, arguments and the Struct of its rows.

    The statement is in the driver's syntax: `%(arg)s` for arguments, every other `%` doubled.
    """

    name: str
    sql: str
    args: tuple[str, ...]
    row: type[T] | None


registry: dict[str, Query[Any]] = {}


@overload
def query(name: str, row: type[RowT]) -> Query[RowT]: ...
@overload
def query(name: str, row: None) -> Query[None]: ...
def query(name: str, row: type[Any] | None) -> Query[Any]:
    """Declares the use of a block. Its columns fill `row` by position; None: a statement without rows.

    A `datetime` field is filled from a column of epoch seconds.
    """
    block = files().get(name)
    if block is None:
        raise QueryError(f"{name}: no such query in the folders `queries` of {package_data.sql()}")
    previous = registry.get(name)
    if previous is not None and previous.row is not row:
        raise QueryError(f"{name}: declared twice, with rows {previous.row} and {row}")
    return registry.setdefault(name, replace(block, row=row))


@functools.cache
def files() -> dict[str, Query[Any]]:
    """Returns the blocks by full name, with those that nouns add to queries and rules of core."""
    paths = [(path.stem, path) for path in package_data.query_files()]
    for noun, folder in package_data.noun_tables().items():
        paths += [(noun, path) for name in _NOUN_FILES if (path := folder / name).is_file()]
    return _blocks(paths)


def load(folder: Path) -> dict[str, Query[Any]]:
    """Returns the blocks of `<noun>.sql` by full name."""
    return _blocks((path.stem, path) for path in sorted(folder.glob("*.sql")))


def _blocks(paths: Iterable[tuple[str, Path]]) -> dict[str, Query[Any]]:
    blocks: dict[str, Query[Any]] = {}
    for noun, path in paths:
        for block in parse(noun, path.read_text(encoding="utf-8")):
            if block.name in blocks:
                raise QueryError(f"{block.name}: two blocks of this name")
            blocks[block.name] = block
    return blocks


def parse(noun: str, text: str) -> Iterator[Query[Any]]:
    """Yields the blocks of one file, without the Structs of their rows."""
    heads = list(_HEAD.finditer(text))
    preamble = text[: heads[0].start()] if heads else text
    if _without_comments(preamble).strip():
        raise QueryError(f"{noun}: a statement stands before the first `-- name:`")
    for head, next_head in zip(heads, [*heads[1:], None], strict=True):
        signature = _SIGNATURE.fullmatch(head["rest"])
        if signature is None:
            raise QueryError(f"{noun}: cannot read `{head[0].strip()}`; write `-- name: page(after, count)`")
        name = f"{noun}.{signature['name']}"
        args = _arguments(name, signature["args"])
        body = text[head.end() : next_head.start() if next_head else len(text)]
        yield Query(name=name, sql=_statement(name, args, body), args=args, row=None)


@functools.cache
def split(script: str) -> tuple[str, ...]:
    """Returns the statements of a script without comments. The body of a procedure, from a line `BEGIN` to a line that
    begins with `END`, is kept as it is."""
    pieces = [""]
    position = 0
    for token in _TOKEN.finditer(script):
        pieces[-1] += script[position : token.start()]
        position = token.end()
        if token["end"]:
            pieces.append("")
        elif not token["comment"]:
            pieces[-1] += token[0]
    pieces[-1] += script[position:]
    return tuple(piece.strip() for piece in pieces if piece.strip())


def _arguments(name: str, text: str) -> tuple[str, ...]:
    args = tuple(part.strip() for part in text.split(",")) if text.strip() else ()
    if len(set(args)) != len(args) or not all(_IDENTIFIER.fullmatch(arg) for arg in args):
        raise QueryError(f"{name}: cannot read the arguments ({text})")
    return args


def _statement(name: str, args: tuple[str, ...], body: str) -> str:
    used_args: set[str] = set()
    ends: list[int] = []

    def translate(token: re.Match[str]) -> str:
        if token["comment"]:
            return " "
        if token["text"]:
            return token[0].replace("%", "%%")
        if token["open"]:
            raise QueryError(f"{name}: {token[0]} is never closed")
        if token["percent"]:
            return "%%"
        if token["end"]:
            ends.append(token.start())
            return ""
        used_args.add(token["arg"])
        return f"%({token['arg']})s"

    sql = _TOKEN.sub(translate, body).strip()
    if ends and _without_comments(body[ends[0] + 1 :]).strip():
        raise QueryError(f"{name}: a second statement stands in the block")
    if not sql:
        raise QueryError(f"{name}: the block is empty")
    if used_args != set(args):
        raise QueryError(f"{name}: declares ({', '.join(args)}) but uses ({', '.join(sorted(used_args))})")
    return sql


def _without_comments(text: str) -> str:
    return _TOKEN.sub(lambda token: "" if token["comment"] else token[0], text)
