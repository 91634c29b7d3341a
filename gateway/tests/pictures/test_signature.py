"""Signatures of characters: names stay in their place, and figures are drawn again every ten minutes at most."""

import io
from collections.abc import AsyncGenerator
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace
from PIL import Image

from gateway import package_data
from gateway.http.errors import TooManyRequests
from gateway.http.rate_limit import RateLimiter
from gateway.pictures import share_pictures
from gateway.pictures.card_process import CardProcess
from gateway.pictures.share_card import CardFigure, ShareCard
from gateway.pictures.share_picture import Brand
from gateway.pictures.share_pictures import SharePictures
from gateway.pictures.signature import SignatureDrawing

FIGURES = (CardFigure("PvP rank", "#7", "of 90"), CardFigure("PvP kills", "1,234"), CardFigure("Level", "80"))
ADA = ShareCard(title="Ada", subtitle="Titan, Orc", detail="Wolves", figures=FIGURES, banner="orc", shield="80")
LATER = replace(ADA, figures=(CardFigure("PvP rank", "#6"), *FIGURES[1:]), note="Nov 30")


@pytest.fixture(scope="module")
def folder() -> Path:
    folder = package_data.ui() / "render"
    if not (folder / "scenes.json").is_file():
        pytest.skip("the page has not been built")
    return folder


@pytest.fixture
async def pictures(folder: Path) -> AsyncGenerator[SharePictures]:
    process = CardProcess(folder)
    yield SharePictures(process, lambda: Brand("Fishi"), "en")
    await process.close()


def pixels(picture: bytes | None, size: tuple[int, int] = (468, 60)) -> np.ndarray:
    assert picture
    with Image.open(io.BytesIO(picture)) as image:
        assert (image.format, image.size) == ("PNG", size)
        return np.asarray(image.convert("RGB"))


@pytest.mark.parametrize("name", ["W" * 300, "Жёлтый", "<b>&amp;", "\u202egnp.exe"])
def test_a_name_of_any_length_stays_between_the_level_and_the_figures(folder: Path, name: str) -> None:
    drawing = SignatureDrawing(folder)
    usual_picture, picture = (
        pixels(drawing.draw(Brand("Fishi"), replace(ADA, title=title))) for title in ("Ada", name)
    )
    changed_pixels = np.argwhere(np.abs(usual_picture.astype(int) - picture).max(axis=2) > 60)
    (top, left), (bottom, right) = changed_pixels.min(axis=0), changed_pixels.max(axis=0)
    assert (top >= 8, left >= 60, bottom < 38, right < 282) == (True, True, True, True)


def test_a_name_that_the_fonts_lack_is_replaced_by_the_class(folder: Path) -> None:
    drawing = SignatureDrawing(folder)
    foreign, empty, named = (drawing.draw(Brand("Fishi"), replace(ADA, title=title)) for title in ("한국어", "", "Ada"))
    assert foreign == empty != named


async def test_new_figures_are_drawn_after_ten_minutes_and_a_new_clan_at_once(
    pictures: SharePictures, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await pictures.draw(ADA, "signature")
    assert await pictures.draw(LATER, "signature") is first
    assert await pictures.draw(replace(ADA, detail=""), "signature") != first
    monkeypatch.setattr(share_pictures, "REDRAW_SECONDS", 0.0)
    assert (pixels(await pictures.draw(LATER, "signature")) != pixels(first)).any()


async def test_a_card_is_the_link_preview_as_png(pictures: SharePictures) -> None:
    pixels(await pictures.draw(ADA, "card"), (1200, 630))
    preview = await pictures.draw(ADA)
    assert preview
    assert preview.startswith(b"\xff\xd8")


async def test_above_the_limit_of_drawings_the_last_signature_is_sent(
    pictures: SharePictures, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pictures, "_limiter", RateLimiter(0.001, 1))
    monkeypatch.setattr(share_pictures, "REDRAW_SECONDS", 0.0)
    first = await pictures.draw(ADA, "signature")
    assert await pictures.draw(LATER, "signature") is first
    with pytest.raises(TooManyRequests):
        await pictures.draw(ShareCard(title="Cy"), "signature")
