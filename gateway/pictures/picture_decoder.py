"""Decodes pictures of unknown origin in a short-lived process with limits of its own, one picture at a time."""

import os
import re
import signal
import subprocess
import sys
import threading
from functools import lru_cache
from pathlib import Path
from typing import Final

import gateway
from gateway.pictures import picture_decoder_main
from gateway.pictures.picture_decoder_main import MAX_CPU_SECONDS, MAX_DATA_BYTES, MAX_SIDE, TOO_LARGE
from gateway.texts import Refusal, Text, text

_TIMEOUT_SECONDS: Final = 60
"""For a process that neither ends nor computes, on a busy machine."""
_IMPORTABLE: Final = os.pathsep.join(
    filter(None, (str(Path(gateway.__file__).resolve().parents[1]), os.environ.get("PYTHONPATH")))
)
_KEPT_ENVIRONMENT: Final = ("PATH", "LD_LIBRARY_PATH")
"""The service's own has passwords."""
_SIZE: Final = re.compile(rb"(\d{1,10}) (\d{1,10})\n\Z")

_lock = threading.Lock()
"""Keeps one process of this one waiting at most; among all workers a lock of its own lets one decode."""


class PictureRefused(Refusal):
    """The picture cannot be decoded within the limits."""


@lru_cache(8)
def small_copy(picture: bytes) -> bytes:
    """Returns the picture as PNG of at most 512 by 512 pixels. Blocks.

    Raises PictureRefused, which names the limit.
    """
    return _decode(picture)


def photo_copy(picture: bytes) -> bytes:
    """Returns the picture as WebP of at most 300 kB, without metadata. Blocks. Raises as `small_copy`."""
    return _decode(picture, picture_decoder_main.PHOTO)


def _decode(picture: bytes, *arguments: str) -> bytes:
    environment = {name: os.environ[name] for name in _KEPT_ENVIRONMENT if name in os.environ}
    command = (sys.executable, "-m", picture_decoder_main.__name__, *arguments)
    try:
        with _lock:
            process = subprocess.run(  # noqa: S603 - our own module
                command,
                input=picture,
                capture_output=True,
                timeout=_TIMEOUT_SECONDS,
                env={**environment, "PYTHONPATH": _IMPORTABLE},
                check=False,
            )
    except subprocess.TimeoutExpired:
        raise PictureRefused(text("reasons.picture_slow", seconds=_TIMEOUT_SECONDS)) from None
    except OSError as error:
        raise PictureRefused(text("reasons.not_decoded", error=str(error.strerror))) from None
    if process.returncode == 0 and process.stdout:
        return process.stdout
    raise PictureRefused(_reason(process.returncode, process.stderr))


def _reason(status: int, stderr: bytes) -> Text:
    if status == -signal.SIGXCPU:
        return text("reasons.picture_slow", seconds=MAX_CPU_SECONDS)
    if status == TOO_LARGE and (size := _SIZE.search(stderr)):
        return text("reasons.picture_pixels", width=int(size[1]), height=int(size[2]), limit=MAX_SIDE)
    # A decoder without memory fails as one with damaged input.
    return text("reasons.picture_unreadable", limit=MAX_DATA_BYTES >> 20)
