"""`gateway datapack import`: each dialect gives the same goblin, and what must not be imported."""

import asyncio
import time
from pathlib import Path

import pytest

from fixtures.admin import execute
from fixtures.datapack import files
from fixtures.datapack.monsters import FIRST_MONSTER, demo_pack
from fixtures.servers import MariaDB
from gateway import cli
from gateway.config import settings
from gateway.extras.guide.handlers import item_answer, monster_answer
from gateway.extras.guide.open_guide import Guide, GuideRates
from gateway.extras.guide.records import Zone
from gateway.features.items import catalogue
from gateway.game.families import FAMILIES

ITEMS = """<list>
  <item id="57" type="EtcItem" name="Adena"><set name="consume_type" val="asset" /></item>
  <item id="116" type="Armor" name="Magic Ring"><set name="bodypart" val="rfinger,lfinger" /></item>
  <item id="1786" type="EtcItem" name="Recipe: Broad Sword"><set name="etcitem_type" val="recipe" /></item>
  <item id="3" type="Weapon" name="Broadsword"><set name="bodypart" val="rhand" /></item>
</list>"""
ACIS = """<list>
  <npc id="20003" name="Goblin" title=""><set name="level" val="5"/><set name="type" val="Monster"/>
    <set name="hp" val="80.2"/><set name="exp" val="178"/><set name="sp" val="5"/><ai type="DEFAULT" aggro="0"/>
    <drops><category id="0"><drop itemid="57" min="30" max="42" chance="700000"/></category>
      <category id="1"><drop itemid="116" min="1" max="1" chance="118249"/></category>
      <category id="-1"><drop itemid="116" min="1" max="1" chance="343131"/></category></drops></npc>
  <npc id="30001" name="Lector" title="Trader"><set name="level" val="70"/><set name="type" val="Merchant"/></npc>
  <npc id="25001" name="Kutus"><set name="level" val="23"/><set name="type" val="RaidBoss"/>
    <minions><minion id="20004" min="1" max="2"/></minions></npc>
  <npc id="20004" name="Guard of Kutus"><set name="level" val="22"/><set name="type" val="Monster"/></npc>
</list>"""
RUSACIS = """<list>
  <npc id="20003" name="Goblin"><set name="level" val="5"/><set name="type" val="Monster"/>
    <set name="hp" val="80.2"/><set name="exp" val="178"/><set name="sp" val="5"/>
    <drops><category type="CURRENCY" chance="70"><drop itemid="57" min="30" max="42" chance="100"/></category>
      <category type="DROP" chance="100"><drop itemid="116" min="1" max="1" chance="11.8249"/></category>
      <category type="SPOIL" chance="100"><drop itemid="116" min="1" max="1" chance="34.3131"/></category></drops></npc>
  <npc id="25001" name="Kutus"><set name="level" val="23"/><set name="type" val="RaidBoss"/>
    <privates><private id="20004"/><private id="20004"/></privates></npc>
  <npc id="20004" name="Guard of Kutus"><set name="level" val="22"/><set name="type" val="Monster"/></npc>
</list>"""
CT0 = """<list>
  <npc id="20003" level="5" type="Monster" name="Goblin"><acquire exp="178" sp="5"/>
    <stats><vitals hp="80.2"/></stats><ai isAggressive="false"/>
    <dropLists><drop><group chance="70"><item id="57" min="30" max="42" chance="100"/></group>
      <group chance="100"><item id="116" min="1" max="1" chance="11.8249"/></group></drop>
      <spoil><item id="116" min="1" max="1" chance="34.3131"/></spoil></dropLists></npc>
  <npc id="25001" level="23" type="RaidBoss" name="Kutus"><parameters><minions name="Privates">
    <npc id="20004" count="2"/></minions></parameters></npc>
  <npc id="20004" level="22" type="Monster" name="Guard of Kutus"/>
</list>"""
RUSACIS_SPAWNS = """<list><territory name="camp" minZ="-3700" maxZ="-3500"><node x="-82000" y="243000"/>
  <node x="-84000" y="245000"/></territory><npcmaker name="a" territory="camp" maximumNpcs="5">
  <npc id="20003" total="4" respawn="20sec"/><npc id="20003" pos="-83000;244000;-3600;0" total="1"/>
  <npc id="25001" pos="-83100;244100;-3600;0;50%;-54416;146480;-2887;0;50%;" total="1"/></npcmaker>
  </list>"""
CT0_SPAWNS = """<list><spawn name="camp"><territories><territory minZ="-3700" maxZ="-3500"><node x="-82000" y="243000"/>
  <node x="-84000" y="245000"/></territory></territories><npc id="20003" count="4" respawnDelay="20"/>
  <npc id="20003" x="-83000" y="244000" z="-3600"/></spawn></list>"""
RECIPES = """<list><recipe id="2" material="57-18;116-2" product="3-1" itemId="1786" level="1" mpConsume="30"
  successRate="60" isDwarven="true"/></list>"""
RECIPES_CT0 = """<list><item id="2" recipeId="1786" craftLevel="1" type="dwarven" successRate="60">
  <statUse name="MP" value="30"/><ingredient id="57" count="18"/><ingredient id="116" count="2"/>
  <production id="3" count="1"/></item></list>"""
RECIPES_MOBIUS = """<list><item id="2" name="mk"><recipe id="1786" level="1" type="dwarven"/><mpCost>30</mpCost>
  <successRate>60</successRate><production id="3" count="1"/><ingredient id="57" count="18"/>
  <ingredient id="116" count="2"/></item></list>"""
RECIPES_CSV = "# comment\ndwarven;mk_broad_sword;2;1786;1;[57(18)],[116(2)];3;1;[1786(1)],[57(5400000)];30;60;\n"
SETS = """<list><armorset name="Ring Set" chest="116" legs="0" head="0" gloves="0" feet="0" skillId="3500" shield="3"
  shieldSkillId="3543" enchant6Skill="3611"/></list>"""
SETS_CT0 = """<list><set id="1"><chest id="116"/><shield id="3"/><skill id="3006" level="1"/>
  <skill id="3500" level="1"/><shield_skill id="3543" level="1"/>
  <enchant6skill id="3611" level="1"/><str val="2"/></set></list>"""
SKILLS = """<list><skill id="3500" levels="1" name="Ring Set"><set name="target" val="SELF"/></skill>
  <skill id="3543" levels="1" name="Shield of Rings"/><skill id="1" levels="9" name="Triple Slash"/></list>"""
TABLES = (
    "CREATE SCHEMA {schema}",
    "CREATE TABLE {schema}.npc (id DECIMAL(11,0) PRIMARY KEY, name VARCHAR(200), type VARCHAR(20), level DECIMAL(2,0), "
    "hp DECIMAL(8,0), exp DECIMAL(9,0), sp DECIMAL(8,0), aggro DECIMAL(6,0)) ENGINE=MyISAM",
    "CREATE TABLE {schema}.droplist (mobId INT, itemId INT, `min` INT, `max` INT, category INT, chance INT, "
    "PRIMARY KEY (mobId, itemId, category)) ENGINE=MyISAM",
    "CREATE TABLE {schema}.spawnlist ({count}npc_templateid INT, locx INT, locy INT, locz INT) ENGINE=MyISAM",
    "CREATE TABLE {schema}.custom_spawnlist (`count` INT, npc_templateid INT, locx INT, locy INT, locz INT)",
    "CREATE TABLE {schema}.raidboss_spawnlist (boss_id INT PRIMARY KEY, loc_x INT, loc_y INT, loc_z INT)",
    "CREATE TABLE {schema}.minions (boss_id INT, minion_id INT, amount_min INT, amount_max INT)",
    "CREATE TABLE {schema}.armorsets (id INT PRIMARY KEY, chest DECIMAL(11,0), legs INT DEFAULT 0, head INT DEFAULT 0, "
    "gloves INT DEFAULT 0, feet INT DEFAULT 0, skill_id INT, shield INT, shield_skill_id INT, enchant6skill INT)",
    "INSERT INTO {schema}.armorsets (id, chest, skill_id, shield, shield_skill_id, enchant6skill) "
    "VALUES (1, 116, 3500, 3, 3543, 3611)",
    "INSERT INTO {schema}.minions VALUES (25001, 20004, 1, 2)",
    "INSERT INTO {schema}.raidboss_spawnlist VALUES (25001, -54416, 146480, -2887)",
    "INSERT INTO {schema}.custom_spawnlist VALUES (9, 20003, -83000, 244000, -3600)",
    "INSERT INTO {schema}.npc VALUES (20003, 'Goblin', '{type}', 5, 80, 178, 5, 0), "
    "(25001, 'Kutus', 'L2RaidBoss', 23, 1, 0, 0, 0), (20004, 'Guard of Kutus', 'L2Minion', 22, 1, 0, 0, 0), "
    "(30001, 'Lector', 'Merchant', 70, 1, 0, 0, NULL)",
    "INSERT INTO {schema}.droplist VALUES (20003, 57, 30, 42, 0, 700000), (20003, 116, 1, 1, 1, 118249), "
    "(20003, 116, 1, 1, -1, 343131)",
    "INSERT INTO {schema}.spawnlist (npc_templateid, locx, locy, locz) "
    "VALUES (20003, -83000, 244000, -3600), (20003, -83000, 244000, -3700)",
    "CREATE TABLE {schema}.weapon (item_id INT PRIMARY KEY, name VARCHAR(70), bodypart VARCHAR(15), "
    "crystal_type VARCHAR(5), weaponType VARCHAR(8))",
    "CREATE TABLE {schema}.armor (item_id INT PRIMARY KEY, name VARCHAR(70), bodypart VARCHAR(15), "
    "crystal_type VARCHAR(5), armor_type VARCHAR(5))",
    "CREATE TABLE {schema}.etcitem (item_id INT PRIMARY KEY, name VARCHAR(100), item_type VARCHAR(12), "
    "consume_type VARCHAR(9), crystal_type VARCHAR(5))",
    "INSERT INTO {schema}.weapon VALUES (3, 'Broadsword', 'rhand', 'none', 'sword')",
    "INSERT INTO {schema}.armor VALUES (116, 'Magic Ring', 'rfinger,lfinger', 'none', 'none')",
    "INSERT INTO {schema}.etcitem VALUES (57, 'Adena', 'none', 'asset', 'none'), "
    "(1786, 'Recipe: Broad Sword', 'recipe', 'normal', 'none')",
)
CUSTOM_SPAWNS = {"frozen": {"l2jfrozen.properties": "CustomSpawnlistTable = False"}}
"""The others read the table of custom spawns; lucera and orion have one, too."""
ADENA_ODDS = {
    "mobius": (1, 210, 294),
    "frozen": (1, 210, 294),
    "lucera": (1, 210, 294),
    "acis": (1, 210, 294),
    "orion": (0.7, 300, 420),
    "rusacis": (1, 210, 294),
    "mobius_ct0": (0.875, 300, 420),
}
"""With the rates above, computed by hand from the code of each pack."""
GOBLINS = {"mobius": 13, "frozen": 4, "lucera": 13, "orion": 13, "acis": 2, "rusacis": 5, "mobius_ct0": 5}
"""Two spawns of the table have two each, the custom one nine; aCis has one for each row."""
FILES = {
    "acis": {
        "xml/npcs/a.xml": ACIS,
        "xml/recipes.xml": RECIPES,
        "xml/items/a.xml": ITEMS,
        "xml/armorSets.xml": SETS,
    },
    "rusacis": {
        "xml/npcs/a.xml": RUSACIS,
        "xml/spawnlist/a.xml": RUSACIS_SPAWNS,
        "xml/recipes.xml": RECIPES,
        "xml/items/a.xml": ITEMS,
        "xml/armorSets.xml": SETS,
    },
    "mobius_ct0": {
        "stats/npcs/a.xml": CT0,
        "spawns/Camps/a.xml": CT0_SPAWNS,
        "Recipes.xml": RECIPES_CT0,
        "stats/items/a.xml": ITEMS,
        "stats/armorsets/a.xml": SETS_CT0,
    },
    "mobius": {"stats/items/a.xml": ITEMS, "Recipes.xml": RECIPES_MOBIUS},
    "lucera": {"items/a.xml": ITEMS, "recipes.xml": RECIPES_CT0},
    "frozen": {"recipes.csv": RECIPES_CSV},
    "orion": {"csv/recipes.csv": RECIPES_CSV},
}


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(settings.CONFIG, "")
    monkeypatch.delenv("GATEWAY_ADMIN_DSN", raising=False)
    return tmp_path


def write(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def lay_out(server: Path, family: str) -> tuple[Path, Path]:
    """Writes data and settings of a game server. Returns their folders."""
    data = write(server / "data", {**FILES[family], "skills/a.xml": SKILLS})
    files.write_rates(server / "config", family, items=2, adena=10, spoil=1.5)
    return data, write(server / "config", CUSTOM_SPAWNS.get(family, {}))


async def command(*words: object) -> int:
    return await asyncio.to_thread(cli.main, ["datapack", "import", *map(str, words)])


@pytest.mark.parametrize("family", FAMILIES)
async def test_each_pack_gives_the_goblin_with_its_own_odds(
    family: str, server: Path, mariadb: MariaDB, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    data, config = lay_out(server, family)
    schema = f"guide_{family}"
    kind = "L2Monster" if family in {"frozen", "orion", "lucera"} else "Monster"
    count = "" if family == "acis" else "`count` INT DEFAULT 2, "
    await execute(mariadb.dsn(), *(statement.format(schema=schema, type=kind, count=count) for statement in TABLES))
    monkeypatch.setenv("GATEWAY_ADMIN_DSN", mariadb.dsn(schema))
    monkeypatch.setenv("GATEWAY_DATABASE_FAMILY", family)
    target = server / "guide"
    for words in ("guide (0.0 MB): written", "guide (0.0 MB): unchanged, it has the same content"):
        assert await command(data, "--game-config", config, "--to", target) == 0, capsys.readouterr().err
        out = capsys.readouterr().out
        assert out.startswith("4 items, 3 monsters, 3 drops, ")
        assert " spawns, 1 recipes, 1 armor sets" in out
        assert "items x2, Adena x10, spoil x1.5" in out
        assert words in out
    guide = Guide(str(target / "guide"))
    goblin = monster_answer(guide, 20003)
    assert (goblin.name, goblin.level, goblin.rank, goblin.hp, goblin.exp, goblin.sp) == (
        "Goblin",
        5,
        "monster",
        80,
        178,
        5,
    )
    assert goblin.zones == [Zone("Talking Island Village", GOBLINS[family])]
    assert goblin.about.rates == GuideRates(items=2, adena=10, spoil=1.5, raid_items=goblin.about.rates.raid_items)
    assert abs(goblin.about.read_at - time.time()) < 600
    # Minions live where the raid boss does, whose places are in the tables unless the pack has them in its files.
    boss, minion = monster_answer(guide, 25001), monster_answer(guide, 20004)
    assert (boss.rank, boss.points) == ("raid", minion.points)
    assert (-54416, 146480) in boss.points
    (ring_set,) = item_answer(guide, 3).sets
    assert item_answer(guide, 116).sets == [ring_set]
    assert (ring_set.skills, ring_set.shield_skill, ring_set.enchant_skill) == (["Ring Set"], "Shield of Rings", "")
    assert ring_set.name == ("Ring Set" if family in {"acis", "rusacis"} else "Magic Ring")
    drops = {(drop.item_id, drop.is_spoil): drop for drop in goblin.drops}
    adena, ring, spoiled = drops[57, False], drops[116, False], drops[116, True]
    assert (round(adena.chance, 6), adena.lowest, adena.highest) == ADENA_ODDS[family]
    # Lucera draws a second time from this category in a third of the kills: 0.236498 * (1 + 0.763502 / 3).
    chance = 0.296687 if family == "lucera" else 0.236498
    assert (round(ring.chance, 6), ring.lowest, ring.highest) == (chance, 1, 1)
    assert round(spoiled.chance, 6) == pytest.approx(0.514697, abs=1e-6)
    item = item_answer(guide, 116)
    assert [(dropper.name, dropper.is_spoil, dropper.zones) for dropper in item.droppers] == [
        ("Goblin", True, ["Talking Island Village"]),
        ("Goblin", False, ["Talking Island Village"]),
    ]
    (recipe,) = item_answer(guide, 3).made_by
    assert (recipe.name, recipe.chance, recipe.is_dwarven, recipe.mp) == ("Recipe: Broad Sword", 60, True, 30)
    assert [(part.name, part.count) for part in recipe.ingredients] == [("Adena", 18), ("Magic Ring", 2)]
    assert item_answer(guide, 1786).used_in == item_answer(guide, 57).used_in == [recipe]
    assert catalogue.load(str(target / "items.catalogue")).get(57).name == "Adena"
    assert guide.file
    assert (len(guide.file.items), len(guide.file.monsters)) == (4, 3)


@pytest.mark.parametrize("family", FAMILIES)
async def test_the_demo_pack_is_whole_in_each_form(
    family: str, server: Path, mariadb: MariaDB, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pack, schema = demo_pack(monsters=6), f"demo_guide_{family}"
    files.write(server / "data", family, pack)
    config = files.write_rates(server / "config", family, items=1, adena=1, spoil=1)
    await execute(mariadb.dsn(), f"CREATE SCHEMA {schema}")
    if family in {"frozen", "orion"}:
        empty = (statement.format(schema=schema, count="", type="") for statement in TABLES if "INTO" not in statement)
        await execute(mariadb.dsn(), *(statement for statement in empty if "item_id" in statement))
    await files.write_tables(mariadb.dsn(schema), family, pack)
    monkeypatch.setenv("GATEWAY_ADMIN_DSN", mariadb.dsn(schema))
    monkeypatch.setenv("GATEWAY_DATABASE_FAMILY", family)
    assert await command(server / "data", "--game-config", config, "--to", server / "guide") == 0
    out = capsys.readouterr().out
    assert f" {len(pack.monsters)} monsters, " in out
    assert f"{len(pack.spawns):,} spawns, {len(pack.recipes)} recipes" in out
    guide = Guide(str(server / "guide" / "guide"))
    assert guide.file
    if family not in {"frozen", "orion"}:
        assert "left out" not in out
        assert len(guide.file.items) == len(pack.items)
    boss = monster_answer(guide, 29001)
    assert (boss.name, boss.rank, len(boss.points)) == ("Queen Ant", "grand", 1)
    minion = monster_answer(guide, FIRST_MONSTER + 1)
    assert minion.name == "Ashmane Prowler's Whelp"
    assert minion.points == monster_answer(guide, FIRST_MONSTER).points


async def test_import_with_a_configuration_names_both_files(server: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data, config = lay_out(server, "rusacis")
    monkeypatch.setenv("GATEWAY_DATABASE_FAMILY", "rusacis")
    toml = server / "gateway.toml"
    toml.write_text('[log]\nlevel = "info" # keep\n')
    toml.chmod(0o600)
    target = server / "guide"
    code = await asyncio.to_thread(
        cli.main,
        ["datapack", "--config", str(toml), "import", str(data), "--game-config", str(config), "--to", str(target)],
    )
    assert code == 0
    assert toml.read_text() == (
        f'[log]\nlevel = "info" # keep\n\n[items]\ncatalogue = "{target}/items.catalogue"\n\n'
        f'[guide]\nfile = "{target}/guide"\n'
    )


@pytest.mark.parametrize(
    ("texts", "words"),
    [
        ({"xml/npcs/a.xml": "<list><npc id='x'/></list>"}, "not a number: 'x'"),
        ({"xml/npcs/a.xml": "<list><npc"}, "a.xml"),
        ({"xml/npcs/a.xml": '<!DOCTYPE l [<!ENTITY a "ha">]><list><npc id="1" name="&a;"/></list>'}, "entities"),
        ({"xml/npcs/a.xml": "<list/>"}, "no monster"),
        ({"xml/recipes.xml": RECIPES.replace("57-18", "57-many")}, "not a number: 'many'"),
    ],
)
async def test_a_bad_file_keeps_the_former_guide(
    texts: dict[str, str],
    words: str,
    server: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    data, config = lay_out(server, "rusacis")
    monkeypatch.setenv("GATEWAY_DATABASE_FAMILY", "rusacis")
    target = write(server / "guide", {"guide": "former"})
    write(data, texts)
    assert await command(data, "--game-config", config, "--to", target) == 1
    errors = capsys.readouterr().err
    assert errors.startswith("gateway datapack: ")
    assert (words in errors, errors.count("\n")) == (True, 1)
    assert (target / "guide").read_text() == "former"
    assert not (target / "items.catalogue").exists()


async def test_missing_folders_rates_and_logins_are_named(
    server: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    data, config = lay_out(server, "rusacis")
    monkeypatch.setenv("GATEWAY_DATABASE_FAMILY", "rusacis")
    target = server / "guide"
    for folder, rates, words in (
        (server / "nowhere", config, "there is no such folder"),
        (data / "xml" / "npcs", config, "has no folder items"),
        (data, data, "has no file rates.properties"),
    ):
        assert await command(folder, "--game-config", rates, "--to", target) == 1
        assert words in capsys.readouterr().err
    write(config, {"rates.properties": "RateDropItems = much"})
    assert await command(data, "--game-config", config, "--to", target) == 1
    assert "RateDropItems = much: not a rate" in capsys.readouterr().err
    monkeypatch.setenv("GATEWAY_DATABASE_FAMILY", "mobius")
    assert await command(data, "--game-config", config, "--to", target) == 2
    assert "administrator's login" in capsys.readouterr().err
    assert not target.exists()
