"""Public answers about castles, halls, Olympiad, Seven Signs, wars and events."""

from collections import Counter
from collections.abc import Sequence
from datetime import tzinfo
from typing import Final, cast

from gateway.features.world.facts import CASTLES, CURSED_WEAPONS, HALLS, boss_facts
from gateway.features.world.names import WorldNames, moment, moment_of
from gateway.features.world.reading import CursedWeapon, HallRow, WorldReading
from gateway.features.world.schemas import (
    BossReport,
    ClanWar,
    DiaryEntry,
    HeadToHead,
    HeldWeapon,
    Noble,
    PublicEvent,
    RegisteredClan,
    Seal,
    SevenSigns,
    SiegeReport,
    SignsSide,
    WorldCastle,
    WorldCharacter,
    WorldHall,
    WorldHero,
    WorldOlympiad,
)
from gateway.features.world.sieges import PROVISIONAL_SECONDS
from gateway.features.world.state import WorldState, owners_of_castles
from gateway.features.world_events import KINDS, StoredEvent, WorldEvent
from gateway.game.classes import class_name

REGISTRATION_SECONDS: Final = 86_400
"""Clans register until a day before the siege."""
_DIARY: Final = {1: ("boss_killed", "boss"), 2: ("hero", ""), 3: ("castle_taken", "castle")}
_SEALS: Final[tuple[Seal | None, ...]] = (None, "dusk", "dawn")
_PERIODS: Final = ("recruiting", "competition", "results", "seal_validation")
_LAST_MONTH: Final = 100
_PAIRS: Final = 50


def castles(
    state: WorldState, names: WorldNames, events: Sequence[StoredEvent], zone: tzinfo, now: float
) -> list[WorldCastle]:
    """`events`: changes of owners and ends of sieges, the newest first."""
    reading, owners = state.reading, owners_of_castles(state.reading)
    lords = {clan.clan_id: clan.leader_id for clan in reading.clans if clan.castle_id}
    characters = names.characters(lords.values())
    taken = _latest(events, "castle_taken")
    sieges = _latest(events, "siege_ended")
    answers: list[WorldCastle] = []
    for row in sorted(reading.castles, key=lambda castle: castle.castle_id):
        owner = names.clan(owners.get(row.castle_id))
        siege, last = state.sieges.get(row.castle_id), sieges.get(row.castle_id)
        siege_at = row.siege_at if row.siege_at and row.siege_at > now else None
        change = taken.get(row.castle_id)
        answers.append(
            WorldCastle(
                id=row.castle_id,
                name=CASTLES.get(row.castle_id, f"Castle #{row.castle_id}"),
                owner=owner,
                lord=characters.get(lords[owner.clan_id]) if owner else None,
                tax_percent=row.tax_percent,
                siege_at=moment(siege_at),
                registration_until=moment(siege_at and siege_at - REGISTRATION_SECONDS),
                is_siege_running=siege is not None and not siege.ended_at,
                registered=_registered(
                    names, [(one.clan_id, one.side) for one in reading.registrations if one.castle_id == row.castle_id]
                ),
                taken_at=moment(change.at) if change else None,
                last_siege=siege_day(last.details["started_at"], zone) if last else None,
            )
        )
    return answers


def _latest(events: Sequence[StoredEvent], kind: str) -> dict[int, WorldEvent]:
    return {event.subject_id: event.event for event in reversed(events) if event.kind == kind}


def _registered(names: WorldNames, sides: Sequence[tuple[int, str]]) -> list[RegisteredClan]:
    named = ((names.clan(clan_id), side) for clan_id, side in sides)
    return [RegisteredClan(clan, side) for clan, side in named if clan]  # pyright: ignore[reportArgumentType]


def siege_day(started_at: int, zone: tzinfo) -> str:
    return moment_of(started_at).astimezone(zone).date().isoformat()


def halls(reading: WorldReading, names: WorldNames, now: float) -> list[WorldHall]:
    rows = {hall.hall_id: hall for hall in reading.halls}
    sieges = {hall.hall_id: hall for hall in reading.hall_sieges}
    auctions = {auction.hall_id: auction for auction in reading.auctions}
    bids = {row.hall_id: row.bids for row in reading.bids}
    answers: list[WorldHall] = []
    for hall_id in sorted(rows.keys() | sieges.keys()):
        facts = HALLS.get(hall_id)
        siege = sieges.get(hall_id, HallRow(hall_id, None, None))
        auction = auctions.get(hall_id)
        is_open = auction is not None and auction.ends_at is not None and auction.ends_at > now
        answers.append(
            WorldHall(
                id=hall_id,
                name=facts.name if facts else f"Hall #{hall_id}",
                town=facts.town if facts else "",
                kind=facts.kind if facts else "auction",
                owner=names.clan(rows[hall_id].owner_id if hall_id in rows else None) or names.clan(siege.owner_id),
                siege_at=moment(siege.moment if siege.moment and siege.moment > now else None),
                auction_ends_at=moment(auction.ends_at) if auction and is_open else None,
                starting_bid=auction.starting_bid if auction and is_open else None,
                bids=bids.get(hall_id, 0) if is_open else 0,
            )
        )
    return answers


def olympiad(reading: WorldReading, names: WorldNames) -> WorldOlympiad:
    fighters = [character for fight in reading.fights for character in (fight.character_id, fight.rival_id)]
    characters = names.characters([row.character_id for row in (*reading.heroes, *reading.last_month)] + fighters)
    period = reading.olympiad
    heroes = [
        WorldHero(characters[hero.character_id], _class(hero.class_id), hero.count, _diary(reading, hero.character_id))
        for hero in reading.heroes
        if hero.character_id in characters
    ]
    nobles = [
        Noble(characters[row.character_id], _class(row.class_id), row.points, row.fights, row.wins)
        for row in sorted(reading.last_month, key=lambda row: -row.points)[:_LAST_MONTH]
        if row.character_id in characters
    ]
    return WorldOlympiad(
        cycle=period.cycle if period else None,
        is_validation=None if period is None or period.is_validation is None else bool(period.is_validation),
        ends_at=moment(period.ends_at) if period else None,
        validation_ends_at=moment(period.validation_ends_at) if period else None,
        heroes=heroes,
        last_month=nobles,
        head_to_head=_pairs(reading, dict(characters)) if reading.fights else None,
        taken_at=moment_of(reading.taken_at),
    )


def _class(class_id: int | None) -> str:
    return "" if class_id is None else class_name(class_id)


def _diary(reading: WorldReading, character_id: int) -> list[DiaryEntry]:
    rows = [row for row in reading.diary if row.character_id == character_id and row.action in _DIARY]
    return [
        DiaryEntry(moment_of(row.at), _DIARY[row.action][0], _diary_name(row.action, row.param))  # pyright: ignore[reportArgumentType]
        for row in sorted(rows, key=lambda row: -row.at)
    ]


def _diary_name(action: int, param: int) -> str | None:
    return boss_facts(param).name if action == 1 else CASTLES.get(param) if action == 3 else None


def _pairs(reading: WorldReading, characters: dict[int, WorldCharacter]) -> list[HeadToHead]:
    """The pairs that have met most often."""
    results: dict[tuple[int, int], Counter[int]] = {}
    for fight in reading.fights:
        pair, winner = (fight.character_id, fight.rival_id), fight.winner
        if fight.rival_id < fight.character_id:
            pair, winner = (fight.rival_id, fight.character_id), {1: 2, 2: 1}.get(winner, 0)
        results.setdefault(pair, Counter())[winner] += 1
    known = [(pair, wins) for pair, wins in results.items() if all(one in characters for one in pair)]
    known.sort(key=lambda entry: (-entry[1].total(), entry[0]))
    return [
        HeadToHead(characters[first], characters[second], wins[1], wins[2], wins[0])
        for (first, second), wins in known[:_PAIRS]
    ]


def seven_signs(reading: WorldReading) -> SevenSigns | None:
    row = reading.signs
    if row is None or not 0 <= row.period < len(_PERIODS):
        return None
    return SevenSigns(
        cycle=row.cycle,
        period=_PERIODS[row.period],
        previous_winner=_seal(row.previous_winner),
        dawn=SignsSide(row.dawn_stones, row.dawn_festival),
        dusk=SignsSide(row.dusk_stones, row.dusk_festival),
        avarice=_seal(row.avarice_owner),
        gnosis=_seal(row.gnosis_owner),
        strife=_seal(row.strife_owner),
    )


def _seal(owner: int) -> Seal | None:
    return _SEALS[owner] if 0 <= owner < len(_SEALS) else None


def wars(reading: WorldReading, names: WorldNames) -> list[ClanWar]:
    """A mutual war is listed once."""
    declared = {(war.clan_id, war.enemy_id) for war in reading.wars}
    answers: list[ClanWar] = []
    for clan_id, enemy_id in sorted(declared):
        is_mutual = (enemy_id, clan_id) in declared
        clan, enemy = names.clan(clan_id), names.clan(enemy_id)
        if clan and enemy and not (is_mutual and enemy_id < clan_id):
            answers.append(ClanWar(clan, enemy, is_mutual))
    return answers


def cursed_weapons(reading: WorldReading, names: WorldNames, now: float) -> list[HeldWeapon]:
    holders = names.characters(weapon.character_id for weapon in reading.cursed_weapons)
    return [
        HeldWeapon(
            weapon.item_id,
            CURSED_WEAPONS.get(weapon.item_id, f"Item #{weapon.item_id}"),
            holders[weapon.character_id],
            weapon.kills,
            _hours_left(weapon, now),
        )
        for weapon in reading.cursed_weapons
        if weapon.character_id in holders
    ]


def _hours_left(weapon: CursedWeapon, now: float) -> int | None:
    return None if weapon.ends_at is None else max(0, -int((now - weapon.ends_at) // 3600))


def public_events(rows: Sequence[StoredEvent], names: WorldNames) -> list[PublicEvent]:
    events = [(row, row.event) for row in rows]
    characters = names.characters({one for _, event in events for one in _character_ids(event)})
    return [_public_event(row.id, event, names, characters) for row, event in events]


def _character_ids(event: WorldEvent) -> list[int]:
    rule = KINDS[event.kind]
    ids = [number for noun, number in _nouns(event) if noun == "character"]
    return ids + cast("list[int]", event.details.get("killers", [])) if rule.subject == "boss" else ids


def _nouns(event: WorldEvent) -> tuple[tuple[str, int], tuple[str, int]]:
    rule = KINDS[event.kind]
    return (rule.subject, event.subject_id), (rule.object, event.object_id)


def _public_event(event_id: int, event: WorldEvent, names: WorldNames, characters: object) -> PublicEvent:
    known = cast("dict[int, WorldCharacter]", characters)
    (subject, subject_id), (noun, object_id) = _nouns(event)
    return PublicEvent(
        id=event_id,
        kind=event.kind,
        at=moment_of(event.at),
        accuracy_seconds=event.accuracy_seconds,
        subject_id=None if subject == "character" else subject_id,
        subject=names.of(subject, subject_id),
        object=names.of(noun, object_id),
        value=object_id if noun == "number" else None,
        characters=[known[one] for one in _character_ids(event) if one in known],
    )


def siege_report(event: WorldEvent, names: WorldNames, now: float) -> SiegeReport:
    """`event`: the end of the siege, or its start while it is running."""
    details, has_ended = event.details, event.kind == "siege_ended"
    sides = cast("list[tuple[int, str]]", details["sides"])
    return SiegeReport(
        castle_id=event.subject_id,
        castle=CASTLES.get(event.subject_id, f"Castle #{event.subject_id}"),
        started_at=moment_of(details["started_at"]),
        ended_at=moment_of(event.at) if has_ended else None,
        accuracy_seconds=event.accuracy_seconds if has_ended else None,
        is_provisional=not has_ended or now < event.at + PROVISIONAL_SECONDS,
        owner_before=names.clan(details["owner_before"]),
        owner_after=names.clan(details["owner_after"]) if has_ended else None,
        sides=_registered(names, sides),
    )


def boss_report(event: WorldEvent, earlier: Sequence[int], names: WorldNames) -> BossReport:
    """`earlier`: moments of the kills before, the newest first."""
    facts, killers = boss_facts(event.subject_id), cast("list[int]", event.details.get("killers", []))
    characters = names.characters(killers)
    return BossReport(
        boss=event.subject_id,
        name=facts.name,
        level=facts.level,
        kind=facts.kind,
        zone=facts.zone,
        died_at=moment_of(event.at),
        accuracy_seconds=event.accuracy_seconds,
        killers=[characters[one] for one in killers if one in characters],
        interval_seconds=event.at - earlier[0] if earlier else None,
        earlier=[moment_of(at) for at in earlier],
    )
