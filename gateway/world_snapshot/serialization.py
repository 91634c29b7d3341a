"""Named arrays to bytes and back: one header, one checksum, and no work per row when read.

Layout, little-endian: magic, format, header length, whole length, CRC-32 of what follows; then the header (msgpack),
then the arrays, each aligned to 16 bytes.
"""

import struct
import zlib
from collections.abc import Mapping
from typing import Any, Final, TypeVar

import msgspec
import numpy as np
import numpy.typing as npt

from gateway.world_snapshot.visibility import ALL_PUBLIC, PrivacyLevels

Array = npt.NDArray[Any]
Head = TypeVar("Head", bound=msgspec.Struct)

_MAGIC: Final = b"GWRANKS\0"
_PREFIX: Final = struct.Struct("<8sIIQI")
_ALIGNMENT: Final = 16

ANSWER_HEAD: Final = struct.Struct("<?Q")
"""Precedes each answer of the builder process: success (else the body is a reason), and length."""


class BuildRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A request to the builder process, sent as one line. `banned`: logins of accounts whose characters are not ranked.
    `name_table`: id of the last snapshot's table. `account_key`: of the hashes of logins; empty: a new one.
    `not_players`: logins whose characters are not counted either, beside those by the patterns of the settings;
    `not_player_accounts`: number of both. `version`: the snapshot is written into the file of this version, and the
    body of the answer is empty; where that fails, or without a version, the body is the snapshot."""

    replica: bool = False
    banned: list[str] = []
    name_table: str = ""
    privacy: PrivacyLevels = ALL_PUBLIC
    account_key: bytes = b""
    not_players: list[str] = []
    not_player_accounts: int = 0
    version: str = ""


PLAIN_REQUEST: Final = BuildRequest()


class PackError(ValueError):
    """The bytes are no snapshot of this format: truncated, damaged, or written by another version."""


class _StoredArray(msgspec.Struct, frozen=True, array_like=True):
    name: str
    dtype: str
    length: int
    offset: int


class _Header(msgspec.Struct, frozen=True):
    head: msgspec.Raw
    columns: list[_StoredArray]


def empty_buffer(length: int) -> memoryview:
    """Returns a buffer that is filled in parts. A bytearray would be zeroed first, for tens of milliseconds."""
    return np.empty(length, np.uint8).data


def pack_chunks(head: msgspec.Struct, version: int, arrays: Mapping[str, Array]) -> list[bytes | memoryview]:
    """Returns chunks to be written one after the other, so that a large pack is never held twice."""
    columns: list[_StoredArray] = []
    body: list[bytes | memoryview] = []
    offset = 0
    for name, array in arrays.items():
        data = np.ascontiguousarray(array).data.cast("B") if array.size else memoryview(b"")
        columns.append(_StoredArray(name=name, dtype=array.dtype.str, length=array.size, offset=offset))
        gap = -len(data) % _ALIGNMENT
        body += [data, bytes(gap)]
        offset += len(data) + gap
    header = msgspec.msgpack.encode(_Header(msgspec.Raw(msgspec.msgpack.encode(head)), columns))
    padding = bytes(-(_PREFIX.size + len(header)) % _ALIGNMENT)
    checksum = zlib.crc32(header + padding)
    for chunk in body:
        checksum = zlib.crc32(chunk, checksum)
    length = _PREFIX.size + len(header) + len(padding) + offset
    return [_PREFIX.pack(_MAGIC, version, len(header), length, checksum), header, padding, *body]


def unpack_arrays(
    data: bytes | bytearray | memoryview, version: int, head_type: type[Head]
) -> tuple[Head, dict[str, Array]]:
    """The arrays are views of `data`, which must not change afterwards."""
    view = memoryview(data).toreadonly()
    if len(view) < _PREFIX.size:
        raise PackError("shorter than its prefix")
    magic, data_version, header_length, length, checksum = _PREFIX.unpack_from(view)
    if magic != _MAGIC or data_version != version:
        raise PackError(f"not a snapshot of format {version}")
    if length != len(view) or zlib.crc32(view[_PREFIX.size :]) != checksum:
        raise PackError("damaged")
    header_end = _PREFIX.size + header_length
    start = header_end + -header_end % _ALIGNMENT
    try:
        header = msgspec.msgpack.decode(view[_PREFIX.size : header_end], type=_Header)
        head = msgspec.msgpack.decode(header.head, type=head_type)
        arrays = {
            column.name: np.frombuffer(view, np.dtype(column.dtype), column.length, start + column.offset)
            for column in header.columns
        }
    except (msgspec.MsgspecError, ValueError, TypeError) as error:
        raise PackError("unreadable header") from error
    return head, arrays
