"""Output of the commands: tables and sections of text for a terminal, or the same structs as JSON."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import chain, zip_longest
from typing import Final

from msgspec import Struct

NO_ROWS: Final = "none"
_NUMBER: Final = re.compile(r"[-+]?[\d,.]+( ?%)?|-")


class Answer(Struct, frozen=True):
    """Result of a command. `--json` prints `data` instead of the lines."""

    lines: Iterable[str]
    data: object = None
    code: int = 0


def table(titles: str, rows: Iterable[Sequence[object]], notes: Iterable[str | None] = ()) -> list[str]:
    """Returns a line of titles and a line per row, columns of numbers aligned to the right; without rows `none`.

    `titles`: separated by commas. `notes`: one per row, shown below it unless empty.
    """
    body = [[_text(value) for value in row] for row in rows]
    if not body:
        return [NO_ROWS]
    columns = list(zip(titles.split(", "), *body, strict=True))
    widths = [max(map(len, column)) for column in columns]
    sides = [">" if all(map(_NUMBER.fullmatch, column[1:])) else "<" for column in columns]
    lines: list[str] = []
    for cells, note in zip_longest(zip(*columns, strict=True), chain([None], notes)):
        padded_cells = (f"{cell:{side}{width}}" for cell, side, width in zip(cells, sides, widths, strict=True))
        lines.append("  ".join(padded_cells).rstrip())
        if note:
            lines.append(f"    {escape(note)}")
    return lines


def pairs(values: Mapping[str, object]) -> list[str]:
    """Returns a line per value that is known; underscores in names become spaces."""
    texts = {name.replace("_", " "): _text(value) for name, value in values.items() if value is not None}
    width = max(map(len, texts))
    return [f"{name:<{width}}  {text}" for name, text in texts.items()]


def sections(lines_by_title: Mapping[str, Sequence[str]]) -> Iterator[str]:
    for title, lines in lines_by_title.items():
        yield f"{title}:"
        yield from (f"  {line}" for line in lines)


def total_line(total: int, shown_count: int) -> str:
    return f"{total:,} in all" + (f", of which these are the last {shown_count:,}" if total > shown_count else "")


def _text(value: object) -> str:
    if value is None or value == "":
        return "-"
    if isinstance(value, datetime):
        return f"{value:%FT%TZ}"
    return f"{value:,}" if isinstance(value, int) else escape(str(value))


def escape(text: str) -> str:
    """Makes text from the database safe for a terminal: printable ASCII, everything else as `\\x1b`."""
    return "".join(
        mark if " " <= mark <= "~" and mark != "\\" else mark.encode("unicode_escape").decode() for mark in text
    )


def moment(seconds: int | None) -> str:
    """Returns epoch seconds as `2026-11-20T15:04:05Z`, in UTC; a number outside of the calendar as it is."""
    if seconds is None:
        return "-"
    try:
        return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    except (ValueError, OverflowError, OSError):
        return str(seconds)
