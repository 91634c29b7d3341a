"""Comma-separated values for spreadsheets. Texts of players cannot become formulas."""

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Final

_FORMULA: Final = tuple("=+-@\t\r\n＝＋－＠")
"""A spreadsheet calculates a cell that begins so."""


def csv_lines(rows: Iterable[Sequence[str]]) -> str:
    """Returns the rows with line ends."""
    output = io.StringIO()
    csv.writer(output, lineterminator="\n").writerows(rows)
    return output.getvalue()


def text_cell(value: str) -> str:
    text = "".join(letter if letter.isprintable() else " " for letter in value)
    return f"'{text}" if value.startswith(_FORMULA) else text
