"""The operator's content files (`ui/content/`), validated at start into the Structs that the API returns."""

from pathlib import Path
from typing import TypeVar

import msgspec

from gateway import package_data

T = TypeVar("T")


class ContentError(Exception):
    """Invalid content file; the text names the file and the key."""


class Record(msgspec.Struct, forbid_unknown_fields=True):
    """Base of all objects in content files: no missing keys, no unknown ones."""


def read(file: str, shape: type[T], folder: Path | None = None) -> T:
    """Returns the file's data. Top-level keys are required in the file, even if the API may omit them."""
    path = (folder or package_data.content()) / file
    try:
        data = msgspec.json.decode(path.read_bytes(), type=shape)
    except OSError as error:
        raise ContentError(f"{path}: {error.strerror}") from None
    except msgspec.DecodeError as error:
        raise ContentError(f"{path}: {error}") from None
    if isinstance(data, Record):
        for name in data.__struct_fields__:
            if getattr(data, name) is msgspec.UNSET:
                raise ContentError(f"{path}: Object missing required field `{name}`")
    return data
