"""Pictures of tickets: read as they arrive, encoded anew in a process of their own, one at a time."""

import asyncio
import re
from collections.abc import AsyncIterable
from typing import Final

from litestar import Response

from gateway.http.errors import TooLarge, ValidationFailed
from gateway.pictures.picture_decoder import PictureRefused, photo_copy
from gateway.texts import text

MAX_BYTES: Final = 8 << 20
"""Of an upload. The stored copy is of at most 300 kB."""
_SIGNATURE: Final = re.compile(rb"\x89PNG\r\n\x1a\n|\xff\xd8\xff|RIFF....WEBP", re.DOTALL)
_HEAD_BYTES: Final = 12


class PictureReader:
    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        """Uploads that wait for the decoder hold no thread."""

    async def read(self, parts: AsyncIterable[bytes]) -> bytes:
        """Returns the picture as it is stored. Raises ValidationFailed, TooLarge, and what `parts` raises."""
        upload = bytearray()
        async for part in parts:
            upload += part
            if len(upload) >= _HEAD_BYTES and not _SIGNATURE.match(upload):
                break
            if len(upload) > MAX_BYTES:
                raise TooLarge
        if not _SIGNATURE.match(upload):
            raise ValidationFailed(fields={"picture": text("reasons.ticket_picture_type")})
        try:
            async with self._turn:
                return await asyncio.to_thread(photo_copy, bytes(upload))
        except PictureRefused as error:
            raise ValidationFailed(fields={"picture": error.reason}) from None


def picture_response(id: int, data: bytes) -> Response[bytes]:
    """Returns a picture for its player or an operator; the headers of all answers forbid that anything in it runs."""
    headers = {"Content-Disposition": f'inline; filename="picture-{id}.webp"'}
    return Response(data, media_type="image/webp", headers=headers)
