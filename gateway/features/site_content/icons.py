"""Icons of the site in the sizes that browsers and home screens ask for, drawn from the operator's picture."""

import io
from typing import Final

import msgspec
from msgspec import UNSET, Struct, UnsetType
from PIL import Image

from gateway.features.site_content.accent import GROUNDS
from gateway.features.site_content.site_texts import SiteTexts

DRAWN_FROM: Final = (".png", ".jpg", ".webp", ".avif")
"""Other pictures are named in the manifest as they are."""
TOUCH_ICON: Final = "/icon-180.png"
_SIZES: Final = (180, 192, 512)
_MASKABLE_ICON: Final = "/icon-maskable-512.png"
_MASK_MARGIN: Final = 0.16
"""The system may cut a maskable icon to a circle of four fifths of its width."""


class ManifestIcon(Struct, omit_defaults=True):
    src: str
    sizes: str
    type: str | UnsetType = UNSET
    purpose: str | UnsetType = UNSET


def picture_of(site: SiteTexts) -> str:
    """Returns the address of the picture; empty: the page's own."""
    return site.favicon or site.logo


def is_drawn(picture: str) -> bool:
    return picture.startswith("/pictures/") and picture.endswith(DRAWN_FROM)


def manifest_icons(picture: str) -> str:
    """Returns JSON text: the icons of the page's own or of a drawn picture, else the picture itself."""
    if picture and not is_drawn(picture):
        icons = [ManifestIcon(src=picture, sizes="any", type="image/svg+xml" if picture.endswith(".svg") else UNSET)]
    else:
        icons = [ManifestIcon(src=f"/icon-{size}.png", sizes=f"{size}x{size}", type="image/png") for size in (192, 512)]
        icons.append(ManifestIcon(src=_MASKABLE_ICON, sizes="512x512", type="image/png", purpose="maskable"))
    return msgspec.json.encode(icons).decode()


def draw(picture: bytes) -> dict[str, bytes]:
    """Returns the icons by address. `picture`: the small copy of the operator's."""
    with Image.open(io.BytesIO(picture)) as source_image:
        image = source_image.convert("RGBA")
    icons = {f"/icon-{size}.png": _encode(_on_ground(image, size, 0), "PNG") for size in _SIZES}
    icons[_MASKABLE_ICON] = _encode(_on_ground(image, 512, _MASK_MARGIN), "PNG")
    icons["/favicon.ico"] = _encode(_square(image, 32), "ICO")
    return icons


def _on_ground(image: Image.Image, size: int, margin: float) -> Image.Image:
    inner, ground = size - 2 * round(size * margin), Image.new("RGBA", (size, size), GROUNDS["ground"])
    ground.alpha_composite(_square(image, inner), ((size - inner) // 2, (size - inner) // 2))
    return ground.convert("RGB")


def _square(image: Image.Image, size: int) -> Image.Image:
    """Returns the whole picture in the middle of a transparent square."""
    scale = size / max(image.size)
    scaled_image = image.resize((max(1, round(image.width * scale)), max(1, round(image.height * scale))))
    square = Image.new("RGBA", (size, size))
    square.paste(scaled_image, ((size - scaled_image.width) // 2, (size - scaled_image.height) // 2))
    return square


def _encode(image: Image.Image, kind: str) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, kind)
    return buffer.getvalue()
