"""Reads a datapack's XML files one element at a time.

A file is untrusted input: entities and external references are refused, its size is bounded, and any error ends the
import.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import iterparse

from gateway.install.items_parse import ImportFailedError

MAX_FILES: Final = 5000
MAX_FILE_BYTES: Final = 16 * 1024 * 1024
MAX_BYTES: Final = 256 * 1024 * 1024


def xml_files(folder: Path) -> list[Path]:
    """Returns every *.xml below the folder, those of `custom` folders last: they replace the pack's.

    Raises ImportFailedError.
    """
    if not folder.is_dir():
        raise ImportFailedError(f"{folder}: there is no such folder")
    paths = sorted(
        (path for path in folder.rglob("*.xml") if path.is_file()),
        key=lambda path: (any("custom" in part.lower() for part in path.relative_to(folder).parts), path.as_posix()),
    )
    sizes = [path.stat().st_size for path in paths]
    if len(paths) > MAX_FILES or sum(sizes) > MAX_BYTES or max(sizes, default=0) > MAX_FILE_BYTES:
        raise ImportFailedError(f"{folder}: too large for a datapack; name the folder of these files alone")
    return paths


def elements(path: Path, *tags: str) -> Iterator[Element]:
    """Yields each element with one of the tags, wherever it stands, with its children; then it is emptied.

    An element inside one that is yielded is not yielded itself. Raises ImportFailedError.
    """
    depth = 0
    try:
        events: Any = iterparse(path, ("start", "end"), forbid_dtd=False, forbid_entities=True, forbid_external=True)
        for event, element in events:
            if element.tag not in tags:
                continue
            depth += 1 if event == "start" else -1
            if depth == 0:
                yield element
                element.clear()
    except ParseError as error:
        raise ImportFailedError(f"{path}: {error}") from None
    except DefusedXmlException:
        raise ImportFailedError(f"{path}: entities and external references are refused") from None
    except OSError as error:
        raise ImportFailedError(f"{path}: {error.strerror}") from None


def number(text: str | None, default: float = 0) -> float:
    """Returns the number of an attribute. Raises ImportFailedError for one that is no finite number."""
    try:
        value = float(text) if text else default
    except ValueError:
        value = float("nan")
    if not -1e15 < value < 1e15:
        raise ImportFailedError(f"not a number: {text!r:.60}")
    return value
