"""Content files of the operator: JSON, checked against a Struct; an error names file, line and key."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Final, TypeVar

import msgspec
from msgspec import Meta, inspect

from gateway.config import text_files
from gateway.config.settings import SettingsError
from gateway.config.text_files import NotTextError
from gateway.http.broken_rules import broken_rule
from gateway.texts import Text, text

T = TypeVar("T")

MAX_TEXT_BYTES: Final = 1 << 20
_STEP: Final = re.compile(r"\.(\w+)|\[(\d+)\]")
_BYTE: Final = re.compile(r"\(byte (\d+)\)$")
_BETWEEN: Final = re.compile(r"[\s,:]*")

LINK: Final = r"^(https?://|/(?!/))\S*$"
OPTIONAL_LINK: Final = r"^((https?://|/(?!/))\S*)?\Z"
LINE: Final = r"^[^\x00-\x1f\x7f]*\Z"
COLOR: Final = r"^(#[0-9a-fA-F]{6})?\Z"
EMAIL: Final = r"^([^@\s]+@[^@\s]+)?\Z"
_KINDS: Final = {LINK: "link", OPTIONAL_LINK: "link", LINE: "line", COLOR: "color", EMAIL: "email"}
"""Part of the code of the text that says what a pattern asks for."""
_OTHER_KIND: Final = {"text", "boolean", "object", "kind"}

Link = Annotated[str, Meta(pattern=LINK)]
"""An address elsewhere, or a path of this site; nothing that a browser would run."""
PictureLink = Annotated[str, Meta(pattern=LINK, extra_json_schema={"format": "picture"})]
"""`format` tells a form to offer the folder's pictures."""
LongText = Annotated[str, Meta(extra_json_schema={"format": "lines"})]
"""`format` tells a form to show several lines."""


class ContentError(SettingsError):
    """Invalid content. `key`: path of a value, as `.bosses[0].level`. As a string it is English, with all of them."""

    def __init__(self, path: Path, reason: Text, line: int | None = None, key: str = "") -> None:
        place = f"{path}:{line}" if line else str(path)
        self.place = ": ".join(filter(None, (place, key.removeprefix("."))))
        super().__init__(f"{self.place}: {reason}")
        self.path, self.reason = path, reason
        self.line, self.key = line, key


class Record(msgspec.Struct, forbid_unknown_fields=True):
    """Base of all objects in content files: no missing keys, no unknown ones."""


class ContentFile:
    """The text of one file. `data`: the text in UTF-8, whatever the file has."""

    def __init__(self, path: Path, read: Callable[[Path], bytes] = Path.read_bytes) -> None:
        """Raises ContentError."""
        self.path = path
        try:
            data = read(path)
        except OSError as error:
            raise ContentError(path, text("reasons.system", error=str(error.strerror))) from None
        if len(data) > MAX_TEXT_BYTES:
            raise ContentError(path, text("reasons.file_large", limit=MAX_TEXT_BYTES))
        try:
            self.text = text_files.decode(data)
        except NotTextError as error:
            raise ContentError(path, text("reasons.not_utf8"), error.line) from None
        self.data = self.text.encode()

    def parse(self, shape: type[T]) -> T:
        """Top-level keys are required in the file, even if the API may omit them. Raises ContentError."""
        try:
            value = msgspec.json.decode(self.data, type=shape)
        except msgspec.ValidationError:
            raise self.error(*mistake(json.loads(self.data), shape)) from None
        except msgspec.DecodeError as error:
            byte = _BYTE.search(str(error))
            line = self.data.count(b"\n", 0, int(byte[1]) if byte else len(self.data)) + 1
            raise ContentError(self.path, text("reasons.syntax", error=str(error)), line) from None
        if isinstance(value, Record):
            for name in value.__struct_fields__:
                if getattr(value, name) is msgspec.UNSET:
                    raise self.error(f".{name}", text("reasons.value_missing", name=name))
        return value

    def error(self, key: str, reason: Text) -> ContentError:
        """Returns an error at the value of a path such as `.bosses[0].level` in valid JSON."""
        position = 0
        for name, index in _STEP.findall(key):
            position = _member(self.text, position, name or int(index))
        return ContentError(self.path, reason, self.text.count("\n", 0, position) + 1, key)


def mistake(value: object, shape: Any) -> tuple[str, Text]:
    """Returns the path of the first value or field that a shape refuses, and what is wrong with it."""
    rule = broken_rule(value, inspect.type_info(shape))
    if rule is None or rule.rule in _OTHER_KIND:
        return rule.path if rule else "", text("reasons.value_type")
    kind = _KINDS[str(rule.values["pattern"])] if rule.rule == "pattern" else rule.rule
    return rule.path, text(f"reasons.value_{kind}", **rule.values)


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
