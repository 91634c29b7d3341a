"""Messages between the service and the renderer process."""

import struct
from typing import Final

import msgspec

HEAD: Final = struct.Struct("!?II")
"""Of an answer: success, length of what follows, resident memory of the process in kB."""


class RenderRequest(msgspec.Struct, frozen=True, array_like=True):
    """The arguments of the script's `render`. It returns the addresses of the API that the page reads, with spaces
    between them, a line break, and the HTML of the page."""

    path: str
    language: str
    frame: str
    content: str
    """Both JSON text; data only, never code."""
