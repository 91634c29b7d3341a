"""The mapped file: what was written is read back, and a damaged file is refused."""

import random
from pathlib import Path

import pytest
from msgspec import Struct

from gateway.extras.guide import guide_file
from gateway.extras.guide.guide_file import (
    BriefPage,
    GuideFile,
    GuideFileError,
    GuideRecord,
    PackedGuide,
    Records,
    kind_sections,
)


class Monster(GuideRecord, frozen=True):
    level: int = 1

    @property
    def group(self) -> int:
        return self.level % 3


class MonsterName(Struct, frozen=True):
    name: str


class Facts(Struct, frozen=True):
    read_at: int


NAMES = ["Goblin", "Goblin Raider", "Hobgoblin", "Ñandú", "STRASSE Straße", "Imp", "Imp Elder"]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "guide"
    monsters = [Monster(id=10 * number, name=name, level=number) for number, name in enumerate(NAMES)]
    random.Random(1).shuffle(monsters)
    save(path, monsters)
    return path


def save(path: Path, monsters: list[Monster], read_at: int = 7) -> PackedGuide:
    by_id = sorted(monsters, key=lambda monster: monster.id)
    sections = kind_sections("monsters", by_id) | kind_sections("items", [])
    packed_guide = guide_file.pack(sections, {"about": Facts(read_at)})
    packed_guide.save(path)
    return packed_guide


def records(path: Path, kind: str = "monsters") -> Records[Monster, MonsterName]:
    return Records(GuideFile(path), kind, Monster, MonsterName)


def test_records_are_read_by_id(path: Path) -> None:
    monsters = records(path)
    assert [monsters.get(10 * number) for number in range(len(NAMES))] == [
        Monster(id=10 * number, name=name, level=number) for number, name in enumerate(NAMES)
    ]
    assert [monsters.get(number) for number in (-1, 5, 61, 2**40, 2**64)] == [None] * 5
    items = records(path, "items")
    assert (len(monsters), len(items), items.get(0), items.search("goblin", 0, 5)) == (7, 0, None, BriefPage(0, []))
    assert GuideFile(path).facts("about") == b'{"read_at":7}'


def test_records_are_listed_by_group(path: Path) -> None:
    monsters = records(path)
    assert monsters.groups() == {0: 3, 1: 2, 2: 2}
    assert monsters.of_group(0, 0, 2) == BriefPage(3, [MonsterName("Goblin"), MonsterName("Ñandú")])
    assert monsters.of_group(0, 2, 2) == BriefPage(3, [MonsterName("Imp Elder")])
    assert monsters.of_group(9, 0, 2) == BriefPage(0, [])


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
    monsters = records(path)
    assert monsters.search(text, 0, 3) == BriefPage(len(names), [MonsterName(name) for name in names])
    assert monsters.search(text, 1, 1).records == [MonsterName(name) for name in names[1:2]]


def test_search_of_a_common_text_has_equal_names_and_prefixes(tmp_path: Path) -> None:
    names = [*(f"{number} of Rings" for number in range(3000)), "Ring", "Ringer"]
    monsters = [Monster(id=number, name=name) for number, name in enumerate(names)]
    save(tmp_path / "guide", monsters)
    page = records(tmp_path / "guide").search("RING", 0, 3)
    assert page.records == [MonsterName("Ring"), MonsterName("Ringer"), MonsterName("0 of Rings")]
    assert page.total == 502


def test_the_file_depends_on_its_content_alone(path: Path, tmp_path: Path) -> None:
    monsters = [Monster(id=10 * number, name=name, level=number) for number, name in enumerate(NAMES)]
    assert save(tmp_path / "same", monsters).is_in(path)
    assert (tmp_path / "same").read_bytes() == path.read_bytes()
    assert not save(tmp_path / "other", monsters, 8).is_in(path)
    assert GuideFile(path).version != GuideFile(tmp_path / "other").version


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
