"""Text files as editors save them: UTF-8, with a byte order mark or without, and UTF-16 with one."""

import codecs
from pathlib import Path
from typing import Final

_UTF16_MARKS: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


class NotTextError(ValueError):
    """The bytes are no text in these encodings. `line`: where the first byte is that does not fit."""

    def __init__(self, line: int) -> None:
        super().__init__(f"line {line} is not in UTF-8: save the file again, with the encoding UTF-8")
        self.line = line


def decode(data: bytes) -> str:
    """Returns the text without the mark, its line ends as they are. Raises NotTextError."""
    try:
        text = data.decode("utf-16" if data.startswith(_UTF16_MARKS) else "utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotTextError(data.count(b"\n", 0, error.start) + 1) from None
    if "\0" in text:  # UTF-16 without a mark, or UTF-32
        raise NotTextError(text.count("\n", 0, text.index("\0")) + 1)
    return text


def read(path: Path) -> str:
    """Raises OSError and NotTextError."""
    return decode(path.read_bytes())
