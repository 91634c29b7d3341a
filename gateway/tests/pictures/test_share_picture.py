"""The live link preview: names stay in their place and are only text; the leader draws it, others load it."""

import asyncio
import contextlib
import io
import os
import signal
from collections.abc import AsyncGenerator, Callable
from pathlib import Path

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from fixtures.servers import Redis
from gateway import package_data
from gateway.config.sections import RedisSettings
from gateway.http.errors import TooManyRequests
from gateway.pictures import share_pictures
from gateway.pictures.card_process import CardProcess
from gateway.pictures.picture_text import PictureText, Style, drawable_text
from gateway.pictures.share_card import CardDrawing, CardFigure, ShareCard
from gateway.pictures.share_picture import Brand, PodiumDrawing, PodiumPlace
from gateway.pictures.share_picture_store import SharePictureStore
from gateway.redis.client import RedisClient

COVERS = ("home", "server-info", "rankings", "media", "download", "news", "world", "events")
PLACES = [PodiumPlace(name, "Titan", 80, score) for name, score in (("Ada", 30), ("Bo", 20), ("Cy", 10))]


@pytest.fixture(scope="module")
def drawing() -> PodiumDrawing:
    drawing = PodiumDrawing.open(package_data.ui() / "render")
    if drawing is None:
        pytest.skip("the page has not been built")
    return drawing


@pytest.fixture(scope="module")
def cards() -> CardDrawing:
    drawing = CardDrawing.open(package_data.ui() / "render")
    if drawing is None:
        pytest.skip("the page has not been built")
    return drawing


def pixels(picture: bytes) -> np.ndarray:
    with Image.open(io.BytesIO(picture)) as image:
        assert (image.format, image.size) == ("JPEG", (1200, 630))
        return np.asarray(image)


def with_name(name: str, **changes: object) -> list[PodiumPlace]:
    return [msgspec.structs.replace(PLACES[0], char_name=name, **changes), *PLACES[1:]]


@pytest.mark.parametrize("name", ["W" * 300, "Жёлтый", "Ǽon Ñandú", "<b>&amp;", "\u202egnp.exe"])
def test_a_name_of_any_length_stays_between_its_wreath_and_its_score(drawing: PodiumDrawing, name: str) -> None:
    usual_picture, picture = (pixels(drawing.draw(Brand("Fishi"), places)) for places in (PLACES, with_name(name)))
    changed_pixels = np.argwhere((usual_picture != picture).any(axis=2))
    (top, left), (bottom, right) = changed_pixels.min(axis=0), changed_pixels.max(axis=0)
    assert left >= 176
    assert right < 832
    assert top >= 208
    assert bottom < 320


@pytest.mark.parametrize("name", ["한국어", "日本", "😀", "\u0301\u0302", "\u200b"])
def test_a_name_that_the_fonts_lack_is_replaced_by_the_class(drawing: PodiumDrawing, name: str) -> None:
    assert drawing.draw(Brand("Fishi"), with_name(name)) == drawing.draw(Brand("Fishi"), with_name(""))
    assert drawing.draw(Brand("Fishi"), with_name("")) != drawing.draw(Brand("Fishi"), with_name("Titan"))


def test_the_site_is_named_in_any_of_the_fonts(drawing: PodiumDrawing) -> None:
    nameless = drawing.draw(Brand(""), PLACES)
    assert len({drawing.draw(Brand(name), PLACES) for name in ("Fishi", "Фиши", "W" * 90)} | {nameless}) == 4
    assert drawing.draw(Brand("한국"), PLACES) == nameless


@pytest.mark.parametrize("name", ["W" * 300, "Жёлтый", "<b>&amp;", "\u202egnp.exe"])
def test_the_title_of_a_card_stays_beside_the_banner(cards: CardDrawing, name: str) -> None:
    usual_picture, picture = (
        pixels(cards.draw(Brand("Fishi"), ShareCard(title=title, kicker="Clan"))) for title in ("Ada", name)
    )
    changed_pixels = np.argwhere(np.abs(usual_picture.astype(int) - picture).max(axis=2) > 24)
    (top, left), (bottom, right) = changed_pixels.min(axis=0), changed_pixels.max(axis=0)
    assert (top >= 140, left >= 380, bottom < 232, right < 1152) == (True, True, True, True)


def test_a_title_that_the_fonts_lack_is_replaced_by_the_subtitle(cards: CardDrawing) -> None:
    foreign, empty = (cards.draw(Brand("Fishi"), ShareCard(title=title, subtitle="Titan")) for title in ("한국어", ""))
    assert foreign == empty != cards.draw(Brand("Fishi"), ShareCard(title=""))


def test_a_sentence_of_two_names_is_drawn_to_its_end(cards: CardDrawing) -> None:
    sentences = [f"{'S' * 16} takes it from DarkBrother{end}" for end in ("", "s")]
    first, second = (cards.draw(Brand("Fishi"), ShareCard(title="Oren", subtitle=text)) for text in sentences)
    assert first != second


def test_a_scene_takes_the_place_of_the_banner(cards: CardDrawing) -> None:
    scenes = ["", "siege", "boss-ant"]
    pictures = {cards.draw(Brand("Fishi"), ShareCard(title="Oren", banner="", scene=scene)) for scene in scenes}
    assert len(pictures) == len(scenes)


@pytest.mark.usefixtures("cards")
def test_a_text_that_is_cut_ends_with_an_ellipsis() -> None:
    text, style = PictureText(package_data.ui() / "render"), Style("body", 28, 400)
    assert text.has("…", style)
    cut = text.cut("W" * 90, style, 300)
    assert cut.lstrip("W") == "…"
    assert text.width(cut, style) <= 300 < text.width(f"W{cut}", style)
    assert text.cut("Oren", style, 300) == "Oren"


@pytest.fixture
async def card_process(cards: CardDrawing) -> AsyncGenerator[CardProcess]:
    process = CardProcess(package_data.ui() / "render")
    yield process
    await process.close()


async def test_a_process_draws_the_same_card_and_survives_its_end(
    cards: CardDrawing, card_process: CardProcess
) -> None:
    brand, card = Brand("Fishi", mark=b""), ShareCard(title="Ada", badges=("a",), figures=(CardFigure("b", "1"),))
    picture = cards.draw(brand, card)
    assert await card_process.draw(brand, card) == picture
    with pytest.raises(ValueError, match="cannot identify"):
        await card_process.draw(brand, ShareCard(title="Ada", crest=b"no picture"))
    assert card_process.pid
    os.kill(card_process.pid, signal.SIGKILL)
    with contextlib.suppress(ValueError):
        await card_process.draw(brand, card)
    assert await card_process.draw(brand, card) == picture


async def test_above_the_limit_of_drawings_the_built_cover_is_sent(
    card_process: CardProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A flood of pictures of many subjects filled a core."""
    monkeypatch.setattr(share_pictures, "_PER_SECOND", 0.001)
    monkeypatch.setattr(share_pictures, "_BURST", 2)
    pictures = share_pictures.SharePictures(card_process, lambda: Brand("Fishi"), "en")
    images = [await pictures.draw(ShareCard(title=name)) for name in ("Ada", "Bo", "Cy")]
    assert [picture == card_process.cover for picture in images] == [False, False, True]
    assert await pictures.draw(ShareCard(title="Ada")) == images[0], "a drawn one needs none"


async def test_a_card_is_drawn_once_for_all_that_wait(
    card_process: CardProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(share_pictures, "_MAX_WAITING", 2)
    pictures = share_pictures.SharePictures(card_process, lambda: Brand("Fishi"), "en")
    cards_asked = [ShareCard(title="Ada"), ShareCard(title="Ada"), ShareCard(title="Bo")]
    first, second, error = await asyncio.gather(*map(pictures.draw, cards_asked), return_exceptions=True)
    assert first is second
    assert isinstance(error, TooManyRequests)
    assert await pictures.draw(cards_asked[0]) is first


@given(st.text())
def test_drawable_text_is_short_and_has_no_controls(text: str) -> None:
    drawable = drawable_text(text)
    assert len(drawable) <= 160
    assert drawable.isprintable()


class Leader:
    def __init__(self, leads: bool) -> None:
        self.is_leader = leads


class World:
    version = "v1"
    brand: Brand | None = None
    places: list[PodiumPlace] | None = PLACES

    def __init__(self) -> None:
        self.covers: list[dict[str, bytes]] = []

    async def read(self, address: str) -> bytes | None:
        assert address == "/api/rankings/pvp"
        return msgspec.json.encode({"data": self.places, "total": 3}) if self.places else None


Open = Callable[[bool], tuple[SharePictureStore, list[bytes]]]


@pytest.fixture
def world() -> World:
    return World()


@pytest.fixture
async def open_store(tmp_path: Path, redis_server: Redis, world: World, drawing: PodiumDrawing) -> AsyncGenerator[Open]:
    redis = RedisClient.open(RedisSettings(url=redis_server.url, prefix=tmp_path.name))
    assert redis

    def open_one(leads: bool) -> tuple[SharePictureStore, list[bytes]]:
        pictures: list[bytes] = []
        store = SharePictureStore(
            drawing,
            read=world.read,
            publish=pictures.append,
            publish_covers=world.covers.append,
            brand=lambda: world.brand,
            version=lambda: world.version,
            redis=redis,
            leader=Leader(leads),
            build="b1",
        )
        return store, pictures

    yield open_one
    await redis.close()


async def test_the_leader_draws_a_changed_podium_once_and_others_load_it(open_store: Open, world: World) -> None:
    leader, leader_pictures = open_store(True)
    follower, follower_pictures = open_store(False)
    for version, places in (("v1", PLACES), ("v2", PLACES), ("v3", with_name("Dee"))):
        world.version, world.places = version, places
        for store in (follower, leader, follower, leader, follower):
            await store.tick()
    assert len(leader_pictures) == 2
    assert follower_pictures == leader_pictures


async def test_an_incomplete_podium_or_a_failed_read_leaves_the_built_picture(open_store: Open, world: World) -> None:
    leader, pictures = open_store(True)
    for version, places in (("", PLACES), ("v1", PLACES[:2]), ("v2", None)):
        world.version, world.places = version, places
        await leader.tick()
    assert pictures == []


async def test_a_changed_brand_is_drawn_on_the_pictures_of_all_pages(open_store: Open, world: World) -> None:
    store, podiums = open_store(True)
    mark = io.BytesIO()
    Image.new("RGB", (400, 200), "#ff0000").save(mark, "PNG")
    for brand in (None, Brand("Aden"), Brand("Aden", mark=mark.getvalue()), Brand("Aden", mark=mark.getvalue()), None):
        world.brand = brand
        await store.update_covers()
        await store.tick()
    plain_covers, marked_covers, built_covers = world.covers
    assert built_covers == {}
    assert plain_covers.keys() == marked_covers.keys() == {*COVERS}
    assert all(tuple(pixels(marked_covers[page])[180, 200]) > (200, 0, 0) for page in marked_covers)
    assert all((pixels(plain_covers[page]) != pixels(marked_covers[page])).any() for page in marked_covers)
    assert len(podiums) > 1
