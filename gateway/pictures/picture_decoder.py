"""Decodes pictures of unknown origin in a short-lived process with limits of its own, one picture at a time."""

import os
import signal
import subprocess
import sys
import threading
from functools import lru_cache
from pathlib import Path
from typing import Final

import gateway

MAX_SIDE: Final = 4096
"""Of a picture that is decoded, in pixels."""
MAX_DATA_BYTES: Final = 128 << 20
MAX_CPU_SECONDS: Final = 5
SMALL_SIDE: Final = 512
_TIMEOUT_SECONDS: Final = 60
"""For a process that neither ends nor computes, on a busy machine."""
_IMPORTABLE: Final = os.pathsep.join(
    filter(None, (str(Path(gateway.__file__).resolve().parents[1]), os.environ.get("PYTHONPATH")))
)
_KEPT_ENVIRONMENT: Final = ("PATH", "LD_LIBRARY_PATH")
"""The service's own has passwords."""
UNREADABLE: Final = f"cannot be read as a PNG, JPEG, WebP or AVIF picture within {MAX_DATA_BYTES >> 20} MB"
"""A decoder without memory fails as one with damaged input."""
REFUSED: Final = 3
"""Exit status of a refusal; its reason is the last line of standard error."""

_lock = threading.Lock()
"""Keeps one process of this one waiting at most; among all workers a lock of its own lets one decode."""


@lru_cache(8)
def small_copy(picture: bytes) -> bytes:
    """Returns the picture as PNG of at most 512 by 512 pixels. Blocks.

    Raises ValueError, which names the limit, for a picture that cannot be decoded within the limits.
    """
    environment = {name: os.environ[name] for name in _KEPT_ENVIRONMENT if name in os.environ}
    command = (sys.executable, "-m", "gateway.pictures.picture_decoder_main")
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
        raise ValueError(f"takes longer than {_TIMEOUT_SECONDS} s to decode") from None
    except OSError as error:
        raise ValueError(f"cannot be decoded now: {error.strerror}") from None
    if process.returncode == 0 and process.stdout:
        return process.stdout
    raise ValueError(_reason(process.returncode, process.stderr))


def _reason(status: int, stderr: bytes) -> str:
    if status == -signal.SIGXCPU:
        return f"takes longer than {MAX_CPU_SECONDS} s to decode"
    lines = stderr.decode(errors="replace").splitlines()
    return lines[-1] if status == REFUSED and lines else UNREADABLE
