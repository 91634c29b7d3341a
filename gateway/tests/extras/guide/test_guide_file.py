"""The mapped file: what was written is read back, and a damaged file is refused."""

import random
from pathlib import Path

import pytest

from gateway.extras.guide import guide_file
from gateway.extras.guide.guide_file import GuideFile, GuideFileError, Record, Records


class Monster(Record, frozen=True):
    level: int = 1


NAMES = ["Goblin", "Goblin Raider", "Hobgoblin", "Ñandú", "STRASSE Straße", "Imp", "Imp Elder"]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "guide"
    monsters = [Monster(id=10 * number, name=name, level=number) for number, name in enumerate(NAMES)]
    random.Random(1).shuffle(monsters)
    guide_file.write(path, {"monsters": monsters, "items": []})
    return path


def test_records_are_read_by_id(path: Path) -> None:
    monsters = Records(GuideFile(path), "monsters", Monster)
    assert [monsters.get(10 * number) for number in range(len(NAMES))] == [
        Monster(id=10 * number, name=name, level=number) for number, name in enumerate(NAMES)
    ]
    assert [monsters.get(number) for number in (-1, 5, 61, 2**40)] == [None] * 4
    items = Records(GuideFile(path), "items", Monster)
    assert (len(monsters), len(items), items.get(0), items.search("goblin", 5)) == (7, 0, None, [])


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("goblin", ["Goblin", "Goblin Raider", "Hobgoblin"]),
        ("GOB", ["Goblin", "Goblin Raider", "Hobgoblin"]),
        ("strasse s", ["STRASSE Straße"]),
        ("ñan", ["Ñandú"]),
        ("", []),
        ("imp\ngob", []),
        ("dragon", []),
    ],
)
def test_search_has_equal_names_and_prefixes_first(path: Path, text: str, names: list[str]) -> None:
    found = Records(GuideFile(path), "monsters", Monster).search(text, 3)
    assert [monster.name for monster in found] == names
    assert [monster.name for monster in Records(GuideFile(path), "monsters", Monster).search(text, 1)] == names[:1]


def test_the_file_depends_on_its_content_alone(path: Path, tmp_path: Path) -> None:
    monsters = [Monster(id=10 * number, name=name, level=number) for number, name in enumerate(NAMES)]
    size = guide_file.write(tmp_path / "other", {"monsters": monsters, "items": []})
    assert (tmp_path / "other").read_bytes() == path.read_bytes()
    assert size == path.stat().st_size
    assert GuideFile(path).version == GuideFile(tmp_path / "other").version


def test_a_damaged_file_is_refused(path: Path) -> None:
    whole = path.read_bytes()
    for place in (0, 8, 12, 44, len(whole) // 2, len(whole) - 1):
        damaged = bytearray(whole)
        damaged[place] ^= 0xFF
        path.write_bytes(damaged)
        with pytest.raises(GuideFileError, match=r"guide\.file: .*guide"):
            GuideFile(path)
    for part in (b"", whole[:20], whole[:-1]):
        path.write_bytes(part)
        with pytest.raises(GuideFileError):
            GuideFile(path)
    path.unlink()
    with pytest.raises(GuideFileError, match="No such file"):
        GuideFile(path)
