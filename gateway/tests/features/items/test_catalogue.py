"""The catalogue file: round trip, and refusal of invalid files."""

import hashlib
import struct
import zlib
from pathlib import Path

import msgspec
import pytest

from fixtures.catalogue import items, write
from gateway import cli
from gateway.config.settings import SettingsError
from gateway.features.items import catalogue
from gateway.features.items.catalogue import CatalogueError, CatalogueItem, load, pack, save

SWORD = CatalogueItem(2, "Long Sword", "Sword", "weapon", "other", "rhand", "weapon.sword", False)
BOW = CatalogueItem(13, "Short Bow", "Bow", "weapon", "other", "lrhand", None, False)
HEADER = struct.Struct("<8sIII32s")


def write_file(tmp_path: Path, raw: bytes) -> str:
    path = tmp_path / "items.catalogue"
    path.write_bytes(raw)
    return str(path)


def signed(plain: bytes, *, version: int = 1, length: int | None = None) -> bytes:
    """Returns a file with a valid checksum."""
    body = zlib.compress(plain)
    length = len(plain) if length is None else length
    return HEADER.pack(b"GWITEMS\0", version, len(body), length, hashlib.sha256(body).digest()) + body


def columns(**replacements: object) -> bytes:
    fields = {field: [getattr(SWORD, field)] for field in SWORD.__struct_fields__}
    return msgspec.msgpack.encode(fields | replacements)


def test_load_after_save_returns_the_same_items(tmp_path: Path) -> None:
    path = tmp_path / "items.catalogue"
    assert save([BOW, SWORD], path) == path.stat().st_size
    assert path.read_bytes() == pack([SWORD, BOW]), "the order of the items changes the file"
    items_by_id = load(str(path))
    assert len(items_by_id) == 2
    assert (items_by_id.get(2), items_by_id.get(13)) == (SWORD, BOW)
    assert [file.name for file in tmp_path.iterdir()] == ["items.catalogue"]


def test_get_unknown_item_is_named_after_its_id(tmp_path: Path) -> None:
    for items_by_id in (load(""), load(write_file(tmp_path, pack([SWORD])))):
        item = items_by_id.get(21749)
        assert (item.name, item.category, item.grade, item.icon) == ("Item #21749", "misc", "other", None)


def test_load_demo_catalogue_has_the_game_names(tmp_path: Path) -> None:
    items_by_id = load(str(write(tmp_path / "demo")))
    assert len(items_by_id) == len(list(items()))
    assert (items_by_id.get(57).name, items_by_id.get(57).category) == ("Adena", "money")
    assert (items_by_id.get(4037).name, items_by_id.get(4037).stackable) == ("Coin of Luck", True)
    sword = items_by_id.get(1)
    assert (sword.name, sword.type, sword.part) == ("Short Sword", "Sword", "rhand")


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"", "not an item catalogue"),
        (b"PK\x03\x04" + bytes(100), "not an item catalogue"),
        (pack([SWORD])[:40], "not an item catalogue"),
        (pack([SWORD])[:-1], "damaged"),
        (pack([SWORD]) + b"x", "damaged"),
        (pack([SWORD])[:-3] + b"\0\0\0", "damaged"),
        (signed(columns(), version=2), "format 2"),
        (signed(columns(), length=9), "damaged"),
        (signed(columns(), length=1 << 31), "damaged"),
        (signed(b"\xc1"), "damaged"),
        (signed(msgspec.msgpack.encode([1, 2])), "damaged"),
        (signed(columns(name=[])), "damaged"),
        (signed(columns(category=["sword"])), "damaged"),
        (signed(columns(id=[-1])), "damaged"),
        (signed(columns(name=["x" * 5000])), "damaged"),
        (signed(columns(extra=[1])), "damaged"),
        (signed(columns(id=["2"])), "damaged"),
    ],
)
def test_load_invalid_file_raises_with_the_setting_name(tmp_path: Path, raw: bytes, message: str) -> None:
    path = write_file(tmp_path, raw)
    with pytest.raises(SettingsError, match=message) as error:
        load(path)
    assert str(error.value).startswith(f"items.catalogue: {path}: ")
    assert "gateway items import" in str(error.value)


def test_load_decompression_bomb_raises(tmp_path: Path) -> None:
    """Decompression stops at the length in the header."""
    bomb = signed(bytes(80 * 1024 * 1024), length=1000)
    assert len(bomb) < 100_000
    with pytest.raises(CatalogueError, match="damaged"):
        load(write_file(tmp_path, bomb))


def test_load_missing_file_raises(tmp_path: Path) -> None:
    for path in (tmp_path / "nothing", tmp_path):
        with pytest.raises(CatalogueError, match=r"^items\.catalogue: "):
            load(str(path))


def test_serve_invalid_catalogue_exits_with_2(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for role in ("GAME", "AUTH", "SITE"):
        monkeypatch.setenv(f"GATEWAY_DATABASE_{role}_DSN", "mysql://nobody@127.0.0.1:1/nothing")
    monkeypatch.setenv("GATEWAY_ACCOUNTS_TOKEN_SECRET", "s" * 64)
    monkeypatch.setenv("GATEWAY_SECURITY_DATA_KEYS", f"k1:{'A' * 43}=")
    monkeypatch.setenv("GATEWAY_ITEMS_CATALOGUE", write_file(tmp_path, b"names"))
    assert cli.main(["serve"]) == 2
    assert "items.catalogue" in capsys.readouterr().err


def test_save_with_an_error_keeps_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "items.catalogue"
    save([SWORD], path)
    monkeypatch.setattr(catalogue, "MAX_ITEMS", 1)
    with pytest.raises(CatalogueError, match="more than a catalogue holds"):
        save([SWORD, BOW], path)
    assert load(str(path)).get(2) == SWORD
    assert [file.name for file in tmp_path.iterdir()] == ["items.catalogue"]
