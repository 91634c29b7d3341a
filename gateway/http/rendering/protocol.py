"""Messages between the service and the renderer process."""

import struct
from typing import Final

import msgspec

HEAD: Final = struct.Struct("!?II")
"""Of an answer: success, length of what follows, resident memory of the process in kB."""


class RenderRequest(msgspec.Struct, frozen=True):
    path: str
    language: str
    frame: str
    content: str
    """Both JSON text; data only, never code."""
