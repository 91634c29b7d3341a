"""`gateway items import`: each dialect of datapacks, and what must not be imported."""

import asyncio
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fixtures.admin import execute
from fixtures.servers import MariaDB
from gateway import cli
from gateway.config import settings
from gateway.features.items import catalogue
from gateway.features.items.catalogue import CatalogueItem
from gateway.install import items_datapack
from gateway.install.items_parse import RawItem, clean_text, collect

MOBIUS = """<?xml version="1.0" encoding="UTF-8"?>
<list>
  <item id="1" type="Weapon" name="Short Sword">
    <set name="icon" val="icon.weapon_small_sword_i00" />
    <set name="bodypart" val="rhand" /><set name="weapon_type" val="sword" /><set name="weight" val="1600" />
    <for><set stat="pAtk" name="" val="8" /><add stat="x" /></for>
  </item>
  <item id="57" type="EtcItem" name="Adena"><set name="consume_type" val="asset" /></item>
  <item id="6379" type="Armor" name="Draconic Leather Armor">
    <set name="armor_type" val="light" /><set name="bodypart" val="fullarmor" /><set name="crystal_type" val="s" />
  </item>
  <item id="858" type="Armor" name="Tateossian Earring">
    <set name="bodypart" val="rear,lear" /><set name="crystal_type" val="s" />
  </item>
</list>"""
ACIS = """<?xml version='1.0' encoding='utf-8'?>
<list>
  <item id="98" type="Weapon" name="Halberd">
    <set name="bodypart" val="lrhand" /><set name="weapon_type" val="POLE" /><set name="crystal_type" val="A" />
  </item>
  <item id="1060" type="EtcItem" name="Lesser Healing Potion">
    <set name="etcitem_type" val="POTION" /><set name="is_stackable" val="true" />
  </item>
  <item id="858" type="Armor" name="Tateossian Earring">
    <set name="bodypart" val="rear;lear" /><set name="crystal_type" val="S" />
  </item>
</list>"""
LUCERA = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE list SYSTEM "item.dtd">
<list>
  <weapon id="98" name="Halberd">
    <set name="type" value="POLE" /><set name="crystal_type" value="A" /><set name="icon" value="icon.halberd" />
    <equip><slot id="RIGHT_HAND" /><slot id="LEFT_HAND" /></equip>
  </weapon>
  <armor id="858" name="Tateossian Earring">
    <set name="crystal_type" value="S" /><equip><slot id="RIGHT_EAR" /><slot id="LEFT_EAR" /></equip>
  </armor>
  <etcitem id="57" name="Adena"><set name="type" value="MONEY" /><set name="stackable" value="true" /></etcitem>
</list>"""
LAUGHS = """<?xml version="1.0"?>
<!DOCTYPE list [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>
<list><item id="1" type="Weapon" name="&c;" /></list>"""
OUTSIDE = """<?xml version="1.0"?>
<!DOCTYPE list [<!ENTITY secret SYSTEM "file:///etc/hostname">]>
<list><item id="1" type="Weapon" name="x" /><note>&secret;</note></list>"""


def import_items(folder: Path, target: Path) -> int:
    return cli.main(["items", "import", str(folder), "--to", str(target)])


def item(target: Path, item_id: int) -> CatalogueItem:
    return catalogue.load(str(target)).get(item_id)


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    folder = tmp_path / "items"
    folder.mkdir()
    return folder


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "items.catalogue"


def test_import_reads_mobius(pack: Path, target: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (pack / "0000-0099.xml").write_text(MOBIUS)
    assert import_items(pack, target) == 0
    sword = CatalogueItem(1, "Short Sword", "Sword", "weapon", "other", "rhand", "icon.weapon_small_sword_i00", False)
    assert item(target, 1) == sword
    assert item(target, 57) == CatalogueItem(57, "Adena", "Currency", "money", "other", "", None, True)
    assert (item(target, 6379).part, item(target, 6379).grade) == ("fullarmor", "s")
    assert item(target, 858).type == "Earring"
    assert "4 items: 1 weapons, 2 armor, 1 others" in capsys.readouterr().out


def test_import_with_a_configuration_names_the_catalogue_in_it(pack: Path, target: Path) -> None:
    (pack / "0000-0099.xml").write_text(MOBIUS)
    config = target.with_name("gateway.toml")
    for _ in range(2):
        assert cli.main(["items", "import", str(pack), f"--to={target}", f"--config={config}"]) == 0
    assert config.read_text().count("catalogue = ") == 1
    assert settings.load(config, {}).items.catalogue == str(target)


def test_import_reads_acis(pack: Path, target: Path) -> None:
    (pack / "0000-0099.xml").write_text(ACIS)
    assert import_items(pack, target) == 0
    assert item(target, 98) == CatalogueItem(98, "Halberd", "Polearm", "weapon", "a", "lrhand", None, False)
    potion = CatalogueItem(1060, "Lesser Healing Potion", "Potion", "consumable", "other", "", None, True)
    assert item(target, 1060) == potion
    assert item(target, 858).type == "Earring"


def test_import_reads_lucera(pack: Path, target: Path) -> None:
    (pack / "0-99.xml").write_text(LUCERA)
    assert import_items(pack, target) == 0
    assert item(target, 98) == CatalogueItem(98, "Halberd", "Polearm", "weapon", "a", "lrhand", "icon.halberd", False)
    assert item(target, 858).part == "ear"
    assert item(target, 57).category == "money"


def test_import_custom_item_replaces_that_of_the_pack(
    pack: Path, target: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (pack / "custom").mkdir()
    (pack / "custom" / "0.xml").write_text('<list><item id="1" type="Weapon" name="Fishing Sword" /></list>')
    (pack / "later.xml").write_text(MOBIUS)
    assert import_items(pack, target) == 0
    assert item(target, 1).name == "Fishing Sword"
    assert "1 ids occur twice" in capsys.readouterr().out


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "windows-1251", "iso-8859-1"])
def test_import_uses_the_declared_encoding(pack: Path, target: Path, encoding: str) -> None:
    name = "Épée" if encoding == "iso-8859-1" else "Меч"
    text = f'<?xml version="1.0" encoding="{encoding}"?><list><item id="1" type="Weapon" name="{name}" /></list>'
    (pack / "a.xml").write_bytes(text.encode(encoding))
    assert import_items(pack, target) == 0
    assert item(target, 1).name == name


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (LAUGHS.encode(), "entities and external references are refused: line"),
        (OUTSIDE.encode(), "entities and external references are refused: line"),
        (MOBIUS.encode()[:-40], "line"),
        (b'<?xml version="1.0" encoding="utf-8"?><list><item id="1" type="Weapon" name="\xff" /></list>', "line 1"),
        (b'<?xml version="1.0" encoding="klingon"?><list/>', "unknown encoding"),
        (b'<list><item id="-1" type="Weapon" name="x" /></list>', "invalid item id"),
        (b'<list><item id="99999999999" type="Weapon" name="x" /></list>', "invalid item id '99999999999': line 1"),
        (b'<list>\n\n<item id="x" type="Weapon" name="x" /></list>', "invalid item id 'x': line 3"),
        (b"<list>" * 500_000, "line 1"),
        (b"", "a.xml"),
    ],
)
def test_import_with_a_bad_file_keeps_the_old_catalogue(
    pack: Path, target: Path, capsys: pytest.CaptureFixture[str], content: bytes, message: str
) -> None:
    (pack / "0.xml").write_text(ACIS)
    assert import_items(pack, target) == 0
    previous_catalogue = target.read_bytes()
    (pack / "a.xml").write_bytes(content)
    assert import_items(pack, target) == 1
    output = capsys.readouterr().err
    assert message in output
    assert "Traceback" not in output
    assert target.read_bytes() == previous_catalogue
    assert [path.name for path in target.parent.iterdir() if path.is_file()] == [target.name]


def test_import_limits_sizes(
    pack: Path, target: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (pack / "a.xml").write_text(MOBIUS)
    monkeypatch.setattr(items_datapack, "MAX_FILE_BYTES", 100)
    assert import_items(pack, target) == 1
    assert "too large" in capsys.readouterr().err
    monkeypatch.setattr(items_datapack, "MAX_FILE_BYTES", 10**6)
    (pack / "b.xml").write_text(ACIS)
    monkeypatch.setattr(items_datapack, "MAX_FILES", 1)
    assert import_items(pack, target) == 1
    assert "more than 1 files" in capsys.readouterr().err


@pytest.mark.parametrize("folder", ["missing", "empty"])
def test_import_folder_without_items_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], folder: str
) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / "skills.xml").write_text("<list><skill id='1'/></list>")
    assert import_items(tmp_path / folder, tmp_path / "out") == 1
    assert str(tmp_path / folder) in capsys.readouterr().err


def test_import_unwritable_target_is_reported(pack: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (pack / "a.xml").write_text(MOBIUS)
    assert import_items(pack, tmp_path / "nowhere" / "items.catalogue") == 1
    assert "No such file" in capsys.readouterr().err


async def test_import_reads_tables(
    mariadb: MariaDB, target: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    body = "item_id INT PRIMARY KEY, name VARCHAR(70), bodypart VARCHAR(15), crystal_type VARCHAR(5)"
    await execute(
        mariadb.dsn(),
        "CREATE SCHEMA IF NOT EXISTS frozen_items",
        f"CREATE TABLE frozen_items.weapon ({body}, weaponType VARCHAR(8))",
        f"CREATE TABLE frozen_items.armor ({body}, armor_type VARCHAR(5))",
        "CREATE TABLE frozen_items.etcitem (item_id DECIMAL(11,0) PRIMARY KEY, name VARCHAR(100), "
        "item_type VARCHAR(12), consume_type VARCHAR(9), crystal_type VARCHAR(5))",
        f"CREATE TABLE frozen_items.custom_weapon ({body}, weaponType VARCHAR(8))",
        "INSERT INTO frozen_items.weapon VALUES (98, 'Halberd', 'lrhand', 'a', 'pole'), (99, NULL, NULL, 'none', NULL)",
        "INSERT INTO frozen_items.armor VALUES (858, 'Tateossian Earring', 'rear,lear', 's', 'none')",
        "INSERT INTO frozen_items.etcitem VALUES (57, 'Adena', 'none', 'asset', 'none')",
        "INSERT INTO frozen_items.custom_weapon VALUES (98, 'Long Halberd', 'lrhand', 's', 'pole')",
    )
    monkeypatch.setenv("GATEWAY_ADMIN_DSN", mariadb.dsn("frozen_items"))
    assert await asyncio.to_thread(cli.main, ["items", "import", "--tables", "--to", str(target)]) == 0
    assert item(target, 98) == CatalogueItem(98, "Long Halberd", "Polearm", "weapon", "s", "lrhand", None, False)
    assert item(target, 99).name == "Item #99"
    assert item(target, 57) == CatalogueItem(57, "Adena", "Currency", "money", "other", "", None, True)
    monkeypatch.setenv("GATEWAY_ADMIN_DSN", mariadb.dsn("mysql"))
    assert await asyncio.to_thread(cli.main, ["items", "import", "--tables", "--to", str(target)]) == 1
    assert "has no table armor, etcitem, weapon" in capsys.readouterr().err


def test_import_of_tables_needs_a_login(
    target: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("GATEWAY_ADMIN_DSN", raising=False)
    assert cli.main(["items", "import", "--tables", "--to", str(target)]) == 2
    assert "administrator's login" in capsys.readouterr().err


def test_collect_counts_unknown_words() -> None:
    _, summary = collect(
        [
            RawItem(id=1, name="a", kind="weapon", subtype="railgun", bodypart="tail"),
            RawItem(id=2, name="b", kind="weapon", subtype="railgun"),
        ]
    )
    assert summary.unknown_words == {"bodypart tail": 1, "weapon type railgun": 2}


@given(st.text(max_size=300))
def test_clean_text_is_one_short_visible_line(text: str) -> None:
    name = clean_text(text, 120)
    assert len(name) <= 120
    assert name == name.strip()
    assert not any(letter in "\n\r\t\x00\u202e\u200b" for letter in name)
