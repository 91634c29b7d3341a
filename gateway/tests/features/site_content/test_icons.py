"""Icons of the site: drawn from the operator's picture, or the picture itself."""

import io
import json
from typing import Any

import pytest
from PIL import Image

from gateway.features.site_content import icons
from gateway.pictures.picture_decoder import small_copy


def _picture(size: tuple[int, int]) -> bytes:
    buffer = io.BytesIO()
    Image.new("RGBA", size, "#ff0000").save(buffer, "WEBP", lossless=True)
    return buffer.getvalue()


def _pixel(body: bytes, place: tuple[int, int]) -> Any:
    with Image.open(io.BytesIO(body)) as image:
        return image.convert("RGBA").getpixel(place)


def test_icons_show_the_whole_picture_on_the_page_s_ground() -> None:
    drawn_icons = icons.draw(small_copy(_picture((80, 40))))
    for address, size in (("/icon-180.png", 180), ("/icon-192.png", 192), ("/icon-512.png", 512)):
        with Image.open(io.BytesIO(drawn_icons[address])) as image:
            assert (image.format, image.size) == ("PNG", (size, size))
        assert _pixel(drawn_icons[address], (1, size // 2)) == (255, 0, 0, 255)
        assert _pixel(drawn_icons[address], (size // 2, 1)) == (11, 14, 20, 255)
    assert _pixel(drawn_icons["/icon-maskable-512.png"], (70, 256)) == (11, 14, 20, 255)
    assert _pixel(drawn_icons["/icon-maskable-512.png"], (90, 256)) == (255, 0, 0, 255)
    assert _pixel(drawn_icons["/favicon.ico"], (16, 1))[3] == 0


@pytest.mark.parametrize(
    ("picture", "expected"),
    [
        ("", [("/icon-192.png", "192x192"), ("/icon-512.png", "512x512"), ("/icon-maskable-512.png", "512x512")]),
        (
            "/pictures/a.png",
            [("/icon-192.png", "192x192"), ("/icon-512.png", "512x512"), ("/icon-maskable-512.png", "512x512")],
        ),
        ("/pictures/a.svg", [("/pictures/a.svg", "any")]),
        ("https://cdn.example/a.png", [("https://cdn.example/a.png", "any")]),
    ],
)
def test_manifest_names_drawn_icons_or_the_picture(picture: str, expected: list[tuple[str, str]]) -> None:
    assert [(icon["src"], icon["sizes"]) for icon in json.loads(icons.manifest_icons(picture))] == expected
