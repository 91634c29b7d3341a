"""`python -m gateway.pictures.picture_decoder_main`: a picture from standard input, its small copy to the output.

With the argument `photo` the copy is a larger one without metadata (`photo_copy`). One such process decodes at a time
on a machine, for all workers. The size is read before the pixels.
"""

import fcntl
import io
import os
import resource
import sys
from typing import Final

from PIL import AvifImagePlugin, Image, ImageOps
from PIL.ExifTags import Base

MAX_SIDE: Final = 4096
"""Of a picture that is decoded, in pixels."""
MAX_DATA_BYTES: Final = 128 << 20
MAX_CPU_SECONDS: Final = 5
SMALL_SIDE: Final = 512
PHOTO_BYTES: Final = 300_000
PHOTO: Final = "photo"
TOO_LARGE: Final = 3
"""Exit status for a picture of too many pixels; the last line of standard error has its width and height."""
_FORMATS: Final = ("PNG", "JPEG", "WEBP", "AVIF")
_PHOTO_FORMATS: Final = ("PNG", "JPEG", "WEBP")
_PHOTO_STEPS: Final = ((1600, 80), (1600, 50), (1200, 50), (800, 50), (480, 40))
"""Longest side in pixels and quality of the attempts at a photo; noise of the last size fits as well."""
_PHOTO_SIDE: Final = 1450
"""A photo is reduced to no less at once. With more, a square one is copied whole and needs too much memory."""
_STRIP_ROWS: Final = 256
"""Converting the whole picture at once would take its memory three times."""
_NICENESS: Final = 10


def confine() -> None:
    """Limits memory and processor, and takes away files and sockets for good."""
    resource.setrlimit(resource.RLIMIT_DATA, (MAX_DATA_BYTES, MAX_DATA_BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (MAX_CPU_SECONDS, MAX_CPU_SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_NOFILE, (0, 0))


class TooManyPixels(Exception):  # noqa: N818 - a refusal
    """The size of the picture is above the limit."""


def small_copy(picture: bytes) -> bytes:
    """Returns a PNG. Raises TooManyPixels, and what the decoder raises."""
    small = _decoded(picture, _FORMATS, SMALL_SIDE)
    small.thumbnail((SMALL_SIDE, SMALL_SIDE))
    output = io.BytesIO()
    small.save(output, "PNG")
    return output.getvalue()


def photo_copy(picture: bytes) -> bytes:
    """Returns a WebP of at most PHOTO_BYTES, upright and without metadata. Raises as `small_copy`."""
    photo = _decoded(picture, _PHOTO_FORMATS, _PHOTO_SIDE)
    data = b""
    for side, quality in _PHOTO_STEPS:
        photo.thumbnail((side, side))
        output = io.BytesIO()
        photo.save(output, "WEBP", quality=quality, method=2)
        data = output.getvalue()
        if len(data) <= PHOTO_BYTES:
            break
    return data


def _decoded(picture: bytes, formats: tuple[str, ...], side: int) -> Image.Image:
    """Returns the picture in RGBA, upright, a little larger than the side or as it was."""
    with Image.open(io.BytesIO(picture), formats=formats) as image:
        if max(image.size) > MAX_SIDE:
            raise TooManyPixels(f"{image.width} {image.height}")
        orientation = image.getexif().get(Base.Orientation)
        image.draft("RGB", (side, side))
        image.load()
        small = _reduced(image, side)
    small.getexif()[Base.Orientation] = orientation or 1
    return ImageOps.exif_transpose(small)


def _reduced(image: Image.Image, side: int) -> Image.Image:
    """Returns the picture in RGBA, smaller by a whole number so that its longer side stays at least `side` pixels."""
    factor = max(1, max(image.size) // side)
    rows = max(factor, _STRIP_ROWS // factor * factor)
    small = Image.new("RGBA", (-(-image.width // factor), -(-image.height // factor)))
    for top in range(0, image.height, rows):
        strip = image.crop((0, top, image.width, min(image.height, top + rows))).convert("RGBA")
        small.paste(strip.reduce(factor) if factor > 1 else strip, (0, top // factor))
    return small


def main() -> None:
    os.nice(_NICENESS)
    Image.init()
    Image.MAX_IMAGE_PIXELS = None  # MAX_SIDE is the limit
    AvifImagePlugin.DEFAULT_MAX_THREADS = 1
    picture = sys.stdin.buffer.read()
    fcntl.flock(os.open(__file__, os.O_RDONLY), fcntl.LOCK_EX)  # until this process ends
    confine()
    try:
        copy = photo_copy(picture) if sys.argv[1:] == [PHOTO] else small_copy(picture)
    except TooManyPixels as error:
        sys.stderr.write(f"{error}\n")
        sys.stderr.flush()
        os._exit(TOO_LARGE)
    except Exception:
        os._exit(1)
    sys.stdout.buffer.write(copy)
    sys.stdout.buffer.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
