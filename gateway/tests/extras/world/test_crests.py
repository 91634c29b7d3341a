"""Crests: the game's files against another decoder, and bytes that are no crest."""

import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from fixtures.world.crests import crest_file
from gateway.extras.world.crests import FILE_BYTES, Crests, png_of

CREST = crest_file(np.random.default_rng(1))


def pixels(file: bytes) -> "np.ndarray[tuple[int, ...], np.dtype[np.int64]]":
    return np.asarray(Image.open(io.BytesIO(file)).convert("RGB")).astype(np.int64)


@given(st.binary(min_size=128, max_size=128))
def test_crest_equals_the_lower_rows_as_another_decoder_reads_them(blocks: bytes) -> None:
    data = CREST[:128] + blocks
    png = png_of(data)
    assert png
    assert png.startswith(b"\x89PNG")
    assert pixels(png).shape == (12, 16, 3)
    assert np.abs(pixels(png) - pixels(data)[4:]).max() <= 8, "colours are rounded in another way"


@given(st.binary(max_size=300))
def test_other_bytes_are_no_crest(data: bytes) -> None:
    assert png_of(data) is None


@pytest.mark.parametrize("at", [0, 12, 16, 84])
def test_file_of_another_kind_or_size_is_no_crest(at: int) -> None:
    assert png_of(CREST[:at] + b"\x7f" + CREST[at + 1 :]) is None
    assert png_of(CREST + b"\0") is png_of(CREST[:-1]) is None
    assert len(CREST) == FILE_BYTES


def test_address_is_that_of_the_present_picture_alone() -> None:
    old, new, hidden = (Crests({5: png}, without) for png, without in ((b"old", ()), (b"new", ()), (b"new", {5})))
    address = new.address(5)
    assert address
    assert new.picture(address) == b"new"
    assert (old.picture(address), hidden.picture(address), hidden.address(5)) == (None, None, None)
    assert [new.picture(f"/crests/clans/{name}") for name in ("", "5", "5-.png", "٥-1.png", f"{9**99}-1.png")] == [
        None
    ] * 5
