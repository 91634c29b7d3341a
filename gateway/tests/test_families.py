"""Every family is told apart by its tables; what fits none, or more than one, is said plainly."""

import pytest

from gateway.game.families import FAMILIES, Columns, UnknownFamily, named, recognise

# What tells the families apart, as their own definitions have it.
TABLES: dict[str, dict[str, str]] = {
    "mobius": {
        "accounts": "login password email created_time lastactive accessLevel lastIP lastServer",
        "characters": "account_name charId char_name level maxHp curHp str con race classid base_class online",
        "character_subclasses": "char_obj_id class_id exp sp level class_index",
        "heroes": "charId char_name class_id count played",
        "items": "owner_id object_id item_id count enchant_level loc loc_data price_sell",
        "raidboss_spawnlist": "boss_id amount respawn_min_delay respawn_max_delay respawn_time currentHp",
    },
    "mobius_ct0": {
        "accounts": "login password email created_time lastactive accessLevel lastIP lastServer pcIp hop1",
        "characters": "account_name charId char_name level fame race classid base_class createDate faction online",
        "character_subclasses": "charId class_id exp sp level class_index",
        "heroes": "charId class_id count played claimed message",
        "items": "owner_id object_id item_id count enchant_level loc loc_data mana_left time",
        "raidboss_spawnlist": "boss_id amount respawn_delay respawn_random respawn_time currentHp",
        "punishments": "id key affect type expiration",
    },
    "acis": {
        "accounts": "login password last_active access_level last_server",
        "characters": "account_name obj_Id char_name level race classid base_class hero online",
        "character_subclasses": "char_obj_id class_id exp sp level class_index",
        "heroes": "char_id class_id count played active message",
        "items": "owner_id object_id item_id count enchant_level loc loc_data mana_left time",
        "raidboss_spawnlist": "boss_id spawn_time random_time respawn_time currentHp",
    },
    "rusacis": {
        "accounts": "login password last_active access_level last_server",
        "characters": "account_name obj_Id char_name level race classid base_class hero herountil online",
        "character_subclasses": "char_obj_id class_id exp sp level class_index",
        "heroes": "char_id class_id count played active message",
        "items": "owner_id object_id item_id count enchant_level loc loc_data mana_left time",
        "spawn_data": "name status current_hp db_value respawn_time",
        "items_delayed": "owner_id item_id count enchant_level payment_status description",
    },
    "frozen": {
        "accounts": "login password lastactive access_level lastIP lastServer",
        "characters": "account_name obj_Id char_name level str con race classid base_class online",
        "character_subclasses": "char_obj_id class_id exp sp level class_index",
        "heroes": "charId char_name class_id count played",
        "items": "owner_id object_id item_id count enchant_level loc loc_data price_sell",
        "raidboss_spawnlist": "boss_id amount respawn_min_delay respawn_time currentHp",
        "weapon": "item_id name bodypart",
    },
    "orion": {
        "accounts": "login password serial email lastactive last_active access_level lastIP IPBlock",
        "characters": "account_name obj_Id char_name level str con race classid base_class online",
        "character_subclasses": "char_obj_id class_id exp sp level class_index",
        "heroes": "char_id class_id count played active message",
        "items": "owner_id object_id item_id count enchant_level loc loc_data price_sell",
        "raidboss_spawnlist": "boss_id amount respawn_min_delay respawn_time killed_time currentHp",
        "items_donate": "id owner_id item_id count enchant_level",
    },
    "lucera": {
        "accounts": "login password lastactive accessLevel lastIP ban_expire l2email",
        "characters": "account_name obj_Id char_name sex karma pvpkills createtime deletetime online",
        "character_subclasses": "char_obj_id class_id level exp sp curHp maxHp active isBase",
        "heroes": "char_id count played active message",
        "oly_nobles": "char_id class_id points_current comp_win",
        "items": "item_id owner_id item_type amount location slot enchant",
        "raidboss_status": "id current_hp respawn_delay",
    },
}


def columns(family: str) -> dict[str, frozenset[str]]:
    return {table: frozenset(names.lower().split()) for table, names in TABLES[family].items()}


def test_every_family_has_its_tables_here() -> None:
    assert TABLES.keys() == FAMILIES.keys()


@pytest.mark.parametrize("family", TABLES)
def test_a_family_is_recognised_and_no_other(family: str) -> None:
    assert recognise(columns(family)).key == family


@pytest.mark.parametrize("family", TABLES)
def test_more_tables_and_columns_change_nothing(family: str) -> None:
    more = {table: names | {"deaths", "vip_until"} for table, names in columns(family).items()}
    assert recognise({**more, "donations": frozenset({"id"})}).key == family


def test_tables_of_two_families_at_once_fit_none() -> None:
    mixed: Columns = {
        table: columns("mobius").get(table, frozenset()) | columns("orion").get(table, frozenset())
        for table in columns("mobius").keys() | columns("orion").keys()
    }
    with pytest.raises(UnknownFamily, match="fit mobius and orion at once; name one with --family"):
        recognise(mixed)


def test_something_else_is_named_by_what_was_found() -> None:
    with pytest.raises(UnknownFamily, match="no table `characters` here; found wp_posts, wp_users"):
        recognise({"wp_users": frozenset({"id"}), "wp_posts": frozenset({"id"})})
    with pytest.raises(UnknownFamily, match="no table at all"):
        recognise({})


def test_a_near_miss_says_what_is_missing() -> None:
    tables = columns("acis")
    tables["accounts"] = tables["accounts"] - {"last_active"}
    with pytest.raises(UnknownFamily, match=r"acis but for accounts\.last_active is missing"):
        recognise(tables)


def test_a_name_that_is_none() -> None:
    assert named("acis").hashing == "bcrypt"
    with pytest.raises(UnknownFamily, match="known are mobius, mobius_ct0, acis"):
        named("l2off")


def test_the_column_of_the_address_is_one_the_family_has() -> None:
    for family in FAMILIES.values():
        accounts = columns(family.key)["accounts"]
        assert family.has_email == bool(accounts & {"email", "l2email"})
        assert family.email_column is None or family.email_column in accounts
