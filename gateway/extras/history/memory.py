"""Memory of the process: the history works on columns of all characters, and frees most of them again."""

import asyncio
import ctypes
from contextlib import suppress


async def return_freed_memory() -> None:
    """Gives the free memory of the C library back to the system, in a thread: it takes up to 100 ms.

    glibc keeps what threads have freed, 120 MB after a snapshot of a million characters. Fixing its M_MMAP_THRESHOLD
    instead would double the CPU of each search.
    """
    await asyncio.to_thread(_trim)


def _trim() -> None:
    with suppress(AttributeError):  # another C library
        ctypes.CDLL(None).malloc_trim(0)
