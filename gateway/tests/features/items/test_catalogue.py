"""The catalogue's file: read back as it was written, refused when it is anything else."""

from __future__ import annotations

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
HEAD = struct.Struct("<8sIII32s")


def written(tmp_path: Path, raw: bytes) -> str:
    path = tmp_path / "items.catalogue"
    path.write_bytes(raw)
    return str(path)


def signed(plain: bytes, *, version: int = 1, length: int | None = None) -> bytes:
    """A file as a clever enemy would make it: whole by its checksum."""
    body = zlib.compress(plain)
    length = len(plain) if length is None else length
    return HEAD.pack(b"GWITEMS\0", version, len(body), length, hashlib.sha256(body).digest()) + body


def columns(**other: object) -> bytes:
    each = {field: [getattr(SWORD, field)] for field in SWORD.__struct_fields__}
    return msgspec.msgpack.encode(each | other)


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "items.catalogue"
    assert save([BOW, SWORD], path) == path.stat().st_size
    known = load(str(path))
    assert len(known) == 2
    assert (known.get(2), known.get(13)) == (SWORD, BOW)
    assert (SWORD.two_handed, BOW.two_handed) == (False, True)
    assert [file.name for file in tmp_path.iterdir()] == ["items.catalogue"]


def test_the_same_items_make_the_same_bytes() -> None:
    assert pack([BOW, SWORD]) == pack([SWORD, BOW])


def test_an_unknown_item_is_called_by_its_number(tmp_path: Path) -> None:
    for known in (load(""), load(written(tmp_path, pack([SWORD])))):
        item = known.get(21749)
        assert (item.name, item.category, item.grade, item.icon) == ("Item #21749", "misc", "other", None)


def test_the_demo_s_catalogue_keeps_true_names(tmp_path: Path) -> None:
    known = load(str(write(tmp_path / "demo")))
    assert len(known) == len(list(items()))
    assert (known.get(57).name, known.get(57).category) == ("Adena", "money")
    assert (known.get(4037).name, known.get(4037).stackable) == ("Coin of Luck", True)
    assert (known.get(1).name, known.get(1).type, known.get(1).part) == ("Short Sword", "Sword", "rhand")


@pytest.mark.parametrize(
    ("raw", "told"),
    [
        (b"", "no item catalogue"),
        (b"PK\x03\x04" + bytes(100), "no item catalogue"),
        (pack([SWORD])[:40], "no item catalogue"),
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
def test_a_broken_or_foreign_file_is_refused_by_the_setting_s_name(tmp_path: Path, raw: bytes, told: str) -> None:
    path = written(tmp_path, raw)
    with pytest.raises(SettingsError, match=told) as refusal:
        load(path)
    assert str(refusal.value).startswith(f"items.catalogue: {path}: ")
    assert "gateway items import" in str(refusal.value)


def test_a_small_file_cannot_become_a_large_one(tmp_path: Path) -> None:
    """What unpacks to more than it says is not unpacked further."""
    bomb = signed(bytes(80 * 1024 * 1024), length=1000)
    assert len(bomb) < 100_000
    with pytest.raises(CatalogueError, match="damaged"):
        load(written(tmp_path, bomb))


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    for path in (tmp_path / "nothing", tmp_path):
        with pytest.raises(CatalogueError, match=r"^items\.catalogue: "):
            load(str(path))


def test_serve_does_not_begin_with_a_catalogue_it_cannot_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for role in ("GAME", "AUTH", "SITE"):
        monkeypatch.setenv(f"GATEWAY_DATABASE_{role}_DSN", "mysql://nobody@127.0.0.1:1/nothing")
    monkeypatch.setenv("GATEWAY_ACCOUNTS_TOKEN_SECRET", "s" * 64)
    monkeypatch.setenv("GATEWAY_ITEMS_CATALOGUE", written(tmp_path, b"names"))
    assert cli.main(["serve"]) == 2
    assert "items.catalogue" in capsys.readouterr().err


def test_a_file_that_cannot_be_written_leaves_the_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "items.catalogue"
    save([SWORD], path)
    monkeypatch.setattr(catalogue, "MOST_ITEMS", 1)
    with pytest.raises(CatalogueError, match="more than a catalogue holds"):
        save([SWORD, BOW], path)
    assert load(str(path)).get(2) == SWORD
    assert [file.name for file in tmp_path.iterdir()] == ["items.catalogue"]
