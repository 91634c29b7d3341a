"""Secrets sealed in the site schema open with their key, for their own row alone."""

import base64

import pytest
from msgspec.structs import replace

from gateway.config.access import SecuritySettings
from gateway.database.sealing import DataKeys, KeyLost, SealBroken, SealedRow


def data_key(name: str, letter: str = "a") -> str:
    return f"{name}:{base64.b64encode(letter.encode() * 32).decode()}"


OLD, NEW = data_key("k1"), data_key("k2", "b")
ROW = SealedRow("roulette_seeds", "demo", "7")
SECRET = "5e" * 32


def test_sealed_text_opens_with_its_key_and_differs_each_time() -> None:
    sealed_texts = [DataKeys([OLD]).seal(SECRET, ROW) for _ in range(2)]
    assert len(set(sealed_texts)) == 2
    for text in sealed_texts:
        assert SECRET not in text
        assert text.startswith("k1:")
        assert DataKeys([NEW, OLD]).open(text, ROW) == SECRET


def test_first_key_seals() -> None:
    assert DataKeys([NEW, OLD]).seal(SECRET, ROW).startswith("k2:")


@pytest.mark.parametrize("keys", [(), (NEW,)])
def test_open_without_its_key_names_the_lost_key(keys: tuple[str, ...]) -> None:
    with pytest.raises(KeyLost, match="k1"):
        DataKeys(keys).open(DataKeys([OLD]).seal(SECRET, ROW), ROW)


@pytest.mark.parametrize(
    "row", [replace(ROW, table="totp"), replace(ROW, account="demo2"), replace(ROW, row="8"), SealedRow("", "", "")]
)
def test_sealed_text_does_not_open_for_another_row(row: SealedRow) -> None:
    with pytest.raises(SealBroken):
        DataKeys([OLD]).open(DataKeys([OLD]).seal(SECRET, ROW), row)


@pytest.mark.parametrize("change", ["", "AAAA", "=", "ä"])
def test_changed_text_does_not_open(change: str) -> None:
    with pytest.raises(SealBroken):
        DataKeys([OLD]).open(f"k1:{change}", ROW)


def test_another_key_under_the_same_id_does_not_open() -> None:
    with pytest.raises(SealBroken):
        DataKeys([data_key("k1", "c")]).open(DataKeys([OLD]).seal(SECRET, ROW), ROW)


@pytest.mark.parametrize(
    "keys",
    [
        ("k1",),
        ("k1:",),
        (f":{'A' * 43}=",),
        ("k1:c2hvcnQ=",),
        ("k 1:" + OLD[3:],),
        (OLD, data_key("k1", "b")),
        ("k1:%%",),
    ],
)
def test_settings_refuse_wrong_keys_without_showing_them(keys: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="data_keys: ") as error:
        SecuritySettings(data_keys=keys)
    assert OLD[3:] not in str(error.value)
