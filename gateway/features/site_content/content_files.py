"""Content files of the operator: JSON, checked against a Struct; an error names file, line and key."""

import codecs
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Final, TypeVar

import msgspec
from msgspec import Meta

from gateway.config.settings import SettingsError

T = TypeVar("T")

MAX_TEXT_BYTES: Final = 1 << 20
_PATH: Final = re.compile(r" - at `\$([^`]*)`$")
_FIELD: Final = re.compile(r"(?:unknown|required) field `([^`]*)`")
_STEP: Final = re.compile(r"\.(\w+)|\[(\d+)\]")
_BYTE: Final = re.compile(r"\(byte (\d+)\)$")
_BETWEEN: Final = re.compile(r"[\s,:]*")

_LINK: Final = r"^(https?://|/(?!/))\S*$"

Link = Annotated[str, Meta(pattern=_LINK)]
"""An address elsewhere, or a path of this site; nothing that a browser would run."""
PictureLink = Annotated[str, Meta(pattern=_LINK, extra_json_schema={"format": "picture"})]
"""`format` tells a form to offer the folder's pictures."""
LongText = Annotated[str, Meta(extra_json_schema={"format": "lines"})]
"""`format` tells a form to show several lines."""


class ContentError(SettingsError):
    """Invalid content; the text names the file, the line and the key. `key`: path of a value, as `.bosses[0].level`."""

    def __init__(self, text: str, key: str = "") -> None:
        super().__init__(text)
        self.key = key


class Record(msgspec.Struct, forbid_unknown_fields=True):
    """Base of all objects in content files: no missing keys, no unknown ones."""


class ContentFile:
    """The text of one file, in UTF-8 without a byte order mark."""

    def __init__(self, path: Path, read: Callable[[Path], bytes] = Path.read_bytes) -> None:
        """Raises ContentError."""
        self.path = path
        try:
            self.data = read(path).removeprefix(codecs.BOM_UTF8)
        except OSError as error:
            raise ContentError(f"{path}: {error.strerror}") from None
        if len(self.data) > MAX_TEXT_BYTES:
            raise ContentError(f"{path}: larger than {MAX_TEXT_BYTES:,} bytes")
        try:
            self.text = self.data.decode()
        except UnicodeDecodeError as error:
            line = self.data.count(b"\n", 0, error.start) + 1
            raise ContentError(f"{path}:{line}: is not UTF-8") from None

    def parse(self, shape: type[T]) -> T:
        """Top-level keys are required in the file, even if the API may omit them. Raises ContentError."""
        try:
            value = msgspec.json.decode(self.data, type=shape)
        except msgspec.ValidationError as error:
            raise self.error(key_of(error), str(error)) from None
        except msgspec.DecodeError as error:
            byte = _BYTE.search(str(error))
            line = self.data.count(b"\n", 0, int(byte[1]) if byte else len(self.data)) + 1
            raise ContentError(f"{self.path}:{line}: is no valid JSON: {error}") from None
        if isinstance(value, Record):
            for name in value.__struct_fields__:
                if getattr(value, name) is msgspec.UNSET:
                    raise self.error(f".{name}", f"Object missing required field `{name}`")
        return value

    def error(self, path: str, reason: str) -> ContentError:
        """Returns an error at the value of a path such as `.bosses[0].level` in valid JSON."""
        text, position = self.text, 0
        for name, index in _STEP.findall(path):
            position = _member(text, position, name or int(index))
        return ContentError(f"{self.path}:{text.count(chr(10), 0, position) + 1}: {reason}", path)


def key_of(error: msgspec.ValidationError) -> str:
    """Returns the path of the value, or of the field that is missing or unknown."""
    path, field = _PATH.search(str(error)), _FIELD.search(str(error))
    return (path[1] if path else "") + (f".{field[1]}" if field else "")


def _member(text: str, start: int, step: str | int) -> int:
    """Returns the position of one value of the object or list at `start`; `start` itself if it has none of that key."""
    decoder = json.JSONDecoder()
    position = _next_value(text, start + 1)
    key = -1
    while text[position] not in "]}":
        if isinstance(step, str):
            name, position = decoder.raw_decode(text, position)
            position = _next_value(text, position)
        else:
            key += 1
            name = key
        if name == step:
            return position
        _, position = decoder.raw_decode(text, position)
        position = _next_value(text, position)
    return start


def _next_value(text: str, position: int) -> int:
    separator = _BETWEEN.match(text, position)
    return separator.end() if separator else position
