"""Stored and sent forms stay byte for byte: another release wrote them, or another process of it runs.

The literals were encoded by an earlier release, with every field set. Answers of the API are held by openapi.json.
"""

from collections.abc import Iterable
from pkgutil import resolve_name
from typing import Any, Final

import msgspec
import pytest

JSON_FORMS: Final = {
    "world_snapshot.serialization:BuildRequest": (
        b'{"replica":true,"banned":["banned"],"name_table":"name_table","privacy":{"default":"public","logins":{"publ'
        b'ic":["logins"]},"hidden_names":["hidden_names"]},"account_key":"YWNjb3VudF9rZXk=","not_players":["not_playe'
        b'rs"],"not_player_accounts":1,"version":"version"}'
    ),
    "http.rendering.protocol:RenderRequest": b'["path","language","frame","content"]',
    "pictures.card_process:CardRequest": (
        b'[["name","game","color","bWFyaw=="],{"title":"title","kicker":"kicker","subtitle":"subtitle","detail":"deta'
        b'il","badges":["badges"],"figures":[{"label":"label","value":"value","note":"note"}],"banner":"banner","colo'
        b'r":"color","shield":"shield","crest":"Y3Jlc3Q=","note":"note","scene":"scene"},"preview"]'
    ),
    "features.payments.orders:DonationOrder": (
        b'{"account":"account","character_id":1,"character_name":"character_name","amount":2,"currency":"currency","b'
        b'ase_coins":3,"bonus_coins":4,"created_at":5,"provider":"provider","price":[[6,7]]}'
    ),
    "extras.alerts.messages:AlertContent": b'{"rule":"disputes","value":1.5}',
    "extras.push.notices:PushChoices": (
        b'{"bosses":[1],"raid_bosses":true,"castles":[2],"milestones":true,"rank_lost":true,"stars":true}'
    ),
    "extras.push.notices:Notice": (
        b'{"kind":"boss_killed","subject_id":1,"at":2,"expires_at":3,"value":4,"milestone":"milestone"}'
    ),
    "extras.watch.digest_mails:_Content": b'{"week":1}',
    "extras.push.subscriptions:BrowserSubscription": b'{"endpoint":"endpoint","p256dh":"p256dh","auth":"auth"}',
    "administration.changes:StoredResult": (
        b'{"version":"version","changes":[{"subject":"subject","before":{"before":"before"},"after":{"after":"after"}'
        b'}],"texts":[{"code":"code","values":{"name":"value","number":1}}]}'
    ),
    "features.ledger.erased_days:ErasureValues": b'{"account":"account","closed_days":"closed_days"}',
    "features.accounts.tokens:_Payload": b'{"sub":"sub","sid":"sid","iat":1,"exp":2,"fp":"fp"}',
    "extras.history.gains:GainBoards": b'{"today":1,"boards":{"pvp":{"day":[[2,3]]}},"falls":{"pvp":{"4":5}}}',
    "extras.history.gains:Point": b"[1,2,3,4,5,6,7]",
    "extras.history.gains:WeekGains": b'{"pvp":[[1,2]]}',
    "extras.competitions.rules:Board": b'{"at":1,"is_final":true,"rows":[[2,3,4,"fell"]]}',
    "observability.metrics:WorkerMetrics": b'{"at":1.5,"values":{"values":2.5}}',
}
MSGPACK_FORMS: Final = {
    "world_snapshot.snapshot:_Head": (
        b"\x82\xa5stats\x8e\xa8taken_at\xcb?\xf8\x00\x00\x00\x00\x00\x00\xb0total_characters\x02\xabtotal_clans\x03"
        b"\xaeonline_players\x04\xa5races\x91\x92\x05\x06\xa7classes\x91\x92\x07\x08\xa6levels\x91\x92\t\n\xabaccount"
        b"_key\xc4\x0baccount_key\xa7traders\x0b\xb5not_player_characters\x0c\xb3not_player_accounts\r\xacshared_name"
        b"s\x91\xacshared_names\xb1shared_clan_names\x91\xb1shared_clan_names\xa6failed\x81\xa6failed\x0e\xaaname_tab"
        b"le\xaaname_table"
    ),
    "world_snapshot.name_table:TableHead": b"\x82\xa2id\xa2id\xa8built_at\xcb?\xf8\x00\x00\x00\x00\x00\x00",
    "world_snapshot.snapshot_store:_Pointer": (
        b"\x85\xa7version\xa7version\xa8taken_at\xcb?\xf8\x00\x00\x00\x00\x00\x00\xa6length\x02\xaaname_table\xaaname"
        b"_table\xb1name_table_length\x03"
    ),
    "http.rendering.page_store:PublishedPages": (
        b"\x83\xa7version\xa7version\xa7content\xa7content\xa6markup\x81\xa6markup\xc4\x06markup"
    ),
    "features.server_status.probe_result:ProbeResult": (
        b"\x98\xcb?\xf8\x00\x00\x00\x00\x00\x00\xc3\xc3\xcb@\x04\x00\x00\x00\x00\x00\x00\x03\x04\xcb@\x16\x00\x00\x00"
        b"\x00\x00\x00\x06"
    ),
    "extras.economy.totals:_Packed": (
        b"\x96\xc4\x05items\xc4\x07holders\xc4\x05adena\x91\x93\x01\x02\x03\x04\xc4\x06uneven"
    ),
    "features.items.catalogue:_Columns": (
        b"\x88\xa2id\x91\x01\xa4name\x91\xa4name\xa4type\x91\xa4type\xa8category\x91\xa6weapon\xa5grade\x91\xa1s\xa4p"
        b"art\x91\xa0\xa4icon\x91\xa4icon\xa9stackable\x91\xc3"
    ),
}
WORLD_PARTS: Final = {
    "head": b"\x84\xa8taken_at\x01\xa7slow_at\x02\xa9points_at\x03\xa9season_at\x04",
    "reading": (
        b"\xde\x00\x17\xa8taken_at\x01\xa6bosses\x91\x97\x02\x03\x04\x05\x06\x07\x08\xa7castles\x91\x93\t\n\x0b\xadre"
        b"gistrations\x91\x93\x0c\r\xa4side\xa5clans\x91\x98\x0e\xa4name\x0f\x10\x11\x12\xa9ally_name\x13\xa5halls"
        b"\x91\x93\x14\x15\x16\xabhall_sieges\x91\x93\x17\x18\x19\xb2hall_registrations\x91\x92\x1a\x1b\xa8auctions"
        b"\x91\x93\x1c\x1d\x1e\xa4bids\x91\x92\x1f \xa4wars\x91\x92!\"\xa6heroes\x91\x93#$%\xa8olympiad\x94&'()\xa5si"
        b"gns\x9a*+,-./0123\xaecursed_weapons\x91\x944567\xa6nobles\x91\x9589:;<\xaalast_month\x91\x95=>?@A\xa5diary"
        b"\x91\x94BCDE\xa6fights\x91\x95FGHIJ\xa6crests\x81K\xc4\x06crests\xa7slow_atL\xa6points\x81MN\xa6failed\x81"
        b"\xa6failedO"
    ),
    "bosses": (
        b"\x82\xa7records\x81\x01\x96\x97\x02\x03\x04\x05\x06\x07\x08\t\n\x0b\x91\x0c\x91\r\xa7pending\x81\x0e\x93"
        b"\x0f\x10\x91\x11"
    ),
    "points": (
        b"\x85\xa6values\x81\x01\x02\xa7read_at\x03\xadis_incomplete\xc3\xa8reset_at\x04\xacreset_values\x81\x05\x06"
    ),
    "groups": b"\x81\xa1x\x81\x01\x94\x02\x03\x04\x05",
    "sieges": (
        b"\x81\x01\x98\x02\x03\x81\x04\xa5sides\x05\x06\x07\x91\x93\x08\t\n\x94\x0b\x81\x0c\x92\r\x0e\x81\x0f\x10\x91"
        b"\x92\x11\x12"
    ),
    "short_since": b"\x81\xa1x\x01",
}
ARRAY_FIELDS: Final = {
    "extras.competitions.rules:BoardRow": "entrant_id account gain mark",
    "extras.economy.totals:_Packed": "items holders adena stacks rows uneven",
    "extras.history.gains:Point": "day level class_id exp pvp_kills pk_kills playtime",
    "extras.history.repository:_Milestone": "at kind accuracy_seconds",
    "extras.history.repository:_Change": "day kind value",
    "extras.history.repository:_Event": "kind at accuracy_seconds details",
    "world_snapshot.serialization:_StoredArray": "name dtype length offset",
    "features.server_status.probe_result:ProbeResult": "at game login since peak peak_at online_from socket",
    "extras.world.boss_deaths:BossRecord": "row died_at accuracy_seconds seen_at killers respawns",
    "extras.world.boss_deaths:PendingPoints": "seen_at last_at characters",
    "extras.world.changes:WatchedValue": "value candidate seen_at last_at",
    "extras.world.reading:BossRow": "boss_id is_down respawn_at min_delay max_delay is_exact needs_points",
    "extras.world.reading:CastleRow": "castle_id tax_percent siege_at",
    "extras.world.reading:SiegeRegistration": "castle_id clan_id side",
    "extras.world.reading:WorldClan": "clan_id name level reputation castle_id ally_id ally_name leader_id",
    "extras.world.reading:CrestRow": "clan_id picture",
    "extras.world.reading:HallRow": "hall_id owner_id moment",
    "extras.world.reading:HallRegistration": "hall_id clan_id",
    "extras.world.reading:HallAuction": "hall_id ends_at starting_bid",
    "extras.world.reading:HallBids": "hall_id bids",
    "extras.world.reading:ClanWarRow": "clan_id enemy_id",
    "extras.world.reading:HeroRow": "character_id class_id count",
    "extras.world.reading:DiaryRow": "character_id at action param",
    "extras.world.reading:NobleRow": "character_id class_id points fights wins",
    "extras.world.reading:OlympiadPeriod": "cycle is_validation ends_at validation_ends_at",
    "extras.world.reading:FightRow": "character_id rival_id winner started_at seconds",
    "extras.world.reading:SignsRow": (
        "cycle period previous_winner dawn_stones dawn_festival dusk_stones dusk_festival "
        "avarice_owner gnosis_owner strife_owner"
    ),
    "extras.world.reading:CursedWeapon": "item_id character_id kills ends_at",
    "extras.world.reading:RaidPoints": "character_id boss_id points",
    "extras.world.siege_kills:SiegeKills": "counted_from first gains quarters",
    "extras.world.siege_kills:ClanKills": "clan_id members kills killers best best_kills",
    "extras.world.sieges:SiegeRecord": (
        "started_at owner_before sides ended_at accuracy_seconds owner_after owners kills"
    ),
    "extras.world_events.kinds:PartyMember": "character_id class_id level clan_id",
    "pictures.card_process:CardRequest": "brand card form",
    "http.rendering.protocol:RenderRequest": "path language frame content",
}


def marked(names: Iterable[str]) -> list[object]:
    """Returns the parameters of a test; those of extras and of the administration are not in a tree of core alone."""
    return [
        pytest.param(name, marks=[pytest.mark.whole] if name.startswith(("extras.", "administration.")) else [])
        for name in names
    ]


@pytest.mark.parametrize("name", marked(JSON_FORMS))
def test_json_form_is_encoded_as_before(name: str) -> None:
    value = msgspec.json.decode(JSON_FORMS[name], type=resolve_name(f"gateway.{name}"))
    assert msgspec.json.encode(value) == JSON_FORMS[name]


@pytest.mark.parametrize("name", marked(MSGPACK_FORMS))
def test_msgpack_form_is_encoded_as_before(name: str) -> None:
    value = msgspec.msgpack.decode(MSGPACK_FORMS[name], type=resolve_name(f"gateway.{name}"))
    assert msgspec.msgpack.encode(value) == MSGPACK_FORMS[name]


@pytest.mark.whole
def test_parts_of_the_world_are_encoded_as_before() -> None:
    types: dict[str, Any] = resolve_name("gateway.extras.world.store:_TYPES")
    values = {name: msgspec.msgpack.decode(data, type=types[name]) for name, data in WORLD_PARTS.items()}
    assert {name: msgspec.msgpack.encode(value) for name, value in values.items()} == WORLD_PARTS
    assert WORLD_PARTS.keys() == types.keys()


@pytest.mark.parametrize("name", marked(ARRAY_FIELDS))
def test_arrays_keep_the_order_of_their_fields(name: str) -> None:
    """Bytes of an array do not tell which field a value belongs to."""
    struct = resolve_name(f"gateway.{name}")
    assert " ".join(struct.__struct_fields__) == ARRAY_FIELDS[name]
    assert struct.__struct_config__.array_like
