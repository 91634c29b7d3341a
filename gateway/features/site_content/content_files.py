"""The operator's own data (`ui/content/`): read once at start, strictly, into the Structs that are also the wire."""

from pathlib import Path
from typing import TypeVar

import msgspec

from gateway import package_data

T = TypeVar("T")


class ContentError(Exception):
    """A content file that cannot be used; the text names the file and the key."""


class Record(msgspec.Struct, forbid_unknown_fields=True):
    """Base of everything that stands in a content file: no key missing, none too many."""


def read(file: str, shape: type[T], folder: Path | None = None) -> T:
    """The file's data. A top-level key that the wire may leave out must stand in the file all the same."""
    path = (folder or package_data.content()) / file
    try:
        data = msgspec.json.decode(path.read_bytes(), type=shape)
    except OSError as wrong:
        raise ContentError(f"{path}: {wrong.strerror}") from None
    except msgspec.DecodeError as wrong:
        raise ContentError(f"{path}: {wrong}") from None
    if isinstance(data, Record):
        for name in data.__struct_fields__:
            if getattr(data, name) is msgspec.UNSET:
                raise ContentError(f"{path}: Object missing required field `{name}`")
    return data
