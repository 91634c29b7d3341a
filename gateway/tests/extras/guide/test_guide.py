"""The guide as a process has it: a new file without a restart, lists, the search, and the doctor."""

import os
from pathlib import Path

import pytest

from fixtures.datapack import files
from fixtures.datapack.monsters import FIRST_MONSTER, demo_pack
from gateway import cli
from gateway.config import settings
from gateway.extras.guide.doctor import age_findings
from gateway.extras.guide.guide_file import GuideFileError
from gateway.extras.guide.handlers import item_answer, monster_answer, results, search_source
from gateway.extras.guide.open_guide import Guide
from gateway.extras.search.index import SearchIndex
from gateway.http.errors import NotFound
from gateway.registration.search import SearchSources


@pytest.fixture
def imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Returns the folder of the demo's guide, with the data and rates that it was read from."""
    monkeypatch.setenv(settings.CONFIG, "")
    monkeypatch.setenv("GATEWAY_DATABASE_FAMILY", "rusacis")
    files.write(tmp_path / "data", "rusacis", demo_pack(monsters=12))
    read(tmp_path, items=1)
    return tmp_path


def read(folder: Path, *, items: float) -> None:
    config = files.write_rates(folder / "config", "rusacis", items=items, adena=1, spoil=1)
    words = [str(folder / "data"), "--game-config", str(config), "--to", str(folder)]
    assert cli.main(["datapack", "import", *words]) == 0


async def test_a_process_takes_a_new_file_and_keeps_the_former_one_beside_a_damaged_one(imported: Path) -> None:
    guide = Guide(str(imported / "guide"))
    former = item_answer(guide, 57), guide.version
    await guide.refresh()
    assert guide.version == former[1]
    read(imported, items=7)
    await guide.refresh()
    assert guide.version != former[1]
    assert item_answer(guide, 57).about.rates.items == 7
    (imported / "damaged").write_bytes(b"GWGUIDE\0damaged")
    (imported / "damaged").rename(imported / "guide")
    with pytest.raises(GuideFileError):
        await guide.refresh()
    assert item_answer(guide, 57).about.rates.items == 7


async def test_a_file_that_appears_later_is_taken(imported: Path) -> None:
    (imported / "guide").rename(imported / "later")
    guide = Guide(str(imported / "guide"))
    with pytest.raises(NotFound):
        item_answer(guide, 57)
    assert results(guide, "", None, None, 1, 20).about is None
    (imported / "later").rename(imported / "guide")
    await guide.refresh()
    assert item_answer(guide, 57).name == "Adena"


def test_lists_have_levels_categories_and_pages(imported: Path) -> None:
    guide = Guide(str(imported / "guide"))
    whole = results(guide, "", 1, "weapon", 1, 5)
    assert (len(whole.items), whole.items[0].category, len(whole.monsters)) == (5, "weapon", 2)
    assert {row.level for row in whole.monsters} == {1}
    assert sum(row.monsters for row in whole.levels) == len(demo_pack(monsters=12).monsters)
    second = results(guide, "", None, "weapon", 2, 5)
    assert (
        second.item_total == whole.item_total == next(row.items for row in whole.categories if row.category == "weapon")
    )
    assert not {row.id for row in whole.items} & {row.id for row in second.items}
    assert results(guide, "whelp", None, None, 1, 20).monster_total == 4


def test_a_monster_has_points_and_neighbors_of_its_places(imported: Path) -> None:
    monster = monster_answer(Guide(str(imported / "guide")), FIRST_MONSTER)
    assert 0 < len(monster.points) <= 200
    assert monster.zones[0].count > 0
    assert FIRST_MONSTER + 1 in {row.monster_id for row in monster.neighbors}
    assert FIRST_MONSTER not in {row.monster_id for row in monster.neighbors}
    assert all(len(row.drops) <= 3 for row in monster.neighbors)


async def test_the_search_finds_items_and_monsters_in_the_mapped_file(imported: Path) -> None:
    source = search_source(Guide(str(imported / "guide")))
    index = SearchIndex(SearchSources(lambda: [source]), "en")
    await index.refresh()
    (row,) = index.find("es", "ashmane prowler's", 8)
    assert (row.kind, row.key, row.address) == ("monster", str(FIRST_MONSTER + 1), f"/monsters/{FIRST_MONSTER + 1}")
    assert row.note.startswith("Nivel 1, ")
    rows = index.find("en", "SEAL STONE", 8)
    assert [(row.kind, row.name) for row in rows] == [
        ("item", "Red Seal Stone"),
        ("item", "Blue Seal Stone"),
        ("item", "Green Seal Stone"),
    ]
    assert {row.kind for row in index.find("en", "er", 8)} == {"item", "monster"}
    assert len(index.find("en", "er", 8)) == 8
    assert "Espada" in {row.note for row in index.find("es", "sword", 8)}
    assert index.find("en", "a", 8) == []


def test_the_doctor_says_that_the_datapack_is_newer(imported: Path) -> None:
    opened_file = Guide(str(imported / "guide")).file
    assert opened_file
    assert age_findings(opened_file.sources) == []
    path = imported / "config" / "rates.properties"
    next_second = path.stat().st_mtime_ns + 10**9
    os.utime(path, ns=(next_second, next_second))
    (finding,) = age_findings(opened_file.sources)
    assert finding.message.code == "doctor.guide.old"
