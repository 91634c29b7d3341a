"""Reads a datapack's XML files one element at a time.

A file is untrusted input: entities and external references are refused, and any error ends the import.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import iterparse

from gateway.install.items_parse import ImportFailedError


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
