"""Public answers about castles, halls, Olympiad, Seven Signs, wars and events."""

from collections.abc import Mapping, Sequence
from datetime import tzinfo
from typing import Final

from msgspec import UNSET

from gateway.concurrency.durations import DAY
from gateway.extras.world.addresses import boss_report_path, castle_path, siege_report_path
from gateway.extras.world.event_ids import character_ids_of, nouns, owner_before
from gateway.extras.world.facts import CURSED_WEAPONS, castle_name, hall_facts
from gateway.extras.world.names import WorldNames, moment, moment_of
from gateway.extras.world.pulse import NextSiege
from gateway.extras.world.reading import CursedWeapon, HallRow, SiegeRegistration, WorldReading, owners_of_castles
from gateway.extras.world.schemas import (
    Block,
    ClanInEvent,
    ClanWar,
    HeldWeapon,
    PublicEvent,
    RegisteredClan,
    Seal,
    SevenSigns,
    SignsSide,
    Unavailable,
    WorldCastle,
    WorldCharacter,
    WorldHall,
)
from gateway.extras.world.state import WorldState
from gateway.extras.world_events import KINDS, FirstOf, WorldEvent
from gateway.world_snapshot.visibility import hidden_mark

_SCOPES: Final = ("world", "race", "class")
REGISTRATION_SECONDS: Final = DAY
"""Clans register until a day before the siege."""
_SEALS: Final[tuple[Seal | None, ...]] = (None, "dusk", "dawn")
_PERIODS: Final = ("recruiting", "competition", "results", "seal_validation")


def castles(
    state: WorldState, names: WorldNames, events: Sequence[WorldEvent], zone: tzinfo, now: float
) -> list[WorldCastle]:
    """`events`: changes of owners, then ends of sieges, the newest first."""
    reading, owners = state.reading, owners_of_castles(state.reading)
    lords = {clan.clan_id: clan.leader_id for clan in reading.clans if clan.castle_id}
    characters = names.characters(lords.values())
    owner_changes = _latest(events, "castle_taken")
    sieges = _latest(events, "siege_ended")
    answers: list[WorldCastle] = []
    for row in sorted(reading.castles, key=lambda castle: castle.castle_id):
        owner = names.clan(owners.get(row.castle_id))
        siege, last = state.sieges.get(row.castle_id), sieges.get(row.castle_id)
        siege_at = row.siege_at if row.siege_at and row.siege_at > now else None
        change = owner_changes.get(row.castle_id)
        answers.append(
            WorldCastle(
                id=row.castle_id,
                name=castle_name(row.castle_id),
                path=castle_path(row.castle_id),
                owner=owner,
                lord=characters.get(lords[owner.clan_id]) if owner else None,
                tax_percent=row.tax_percent,
                siege_at=moment(siege_at),
                registration_until=moment(siege_at and siege_at - REGISTRATION_SECONDS),
                is_siege_running=siege is not None and not siege.ended_at,
                registered=_registered_clans(
                    names, [entry for entry in reading.registrations if entry.castle_id == row.castle_id]
                ),
                taken_at=moment(change.at) if change else None,
                taken_from=names.clan(change.details.get("before")) if change else None,
                last_siege=siege_day(last.details["started_at"], zone) if last else None,
            )
        )
    return answers


def next_siege(reading: WorldReading, now: float) -> NextSiege | None:
    sieges = sorted((row.siege_at, row.castle_id) for row in reading.castles if row.siege_at and row.siege_at > now)
    if not sieges:
        return None
    at, castle_id = sieges[0]
    castles = sum(siege_at == at for siege_at, _ in sieges)
    return NextSiege(castle_id, castle_name(castle_id), moment_of(at), castles)


BLOCK_FIELDS: Final[dict[Block, tuple[str, ...]]] = {
    "bosses": ("bosses",),
    "castles": ("castles", "registrations", "clans"),
    "halls": ("halls", "hall_sieges", "hall_registrations", "auctions", "bids"),
    "olympiad": ("olympiad", "heroes", "nobles", "last_month", "diary", "fights"),
    "signs": ("signs",),
    "wars": ("wars", "cursed_weapons"),
}
"""Block → the fields of a reading that it shows."""


def blocks(reading: WorldReading, *, has_bosses: bool, saves_olympiad_late: bool = False) -> list[Block]:
    """Wars are recorded everywhere, and there may be none. A block that cannot be read is one that the server has."""
    recorded_blocks: dict[Block, bool] = {
        "bosses": bool(reading.bosses),
        "castles": bool(reading.castles),
        "halls": bool(reading.halls or reading.hall_sieges),
        "olympiad": saves_olympiad_late or bool(reading.olympiad or reading.heroes or reading.nobles),
        "signs": reading.signs is not None,
        "wars": True,
    }
    return [
        block
        for block, is_recorded in recorded_blocks.items()
        if (is_recorded or unavailable(reading, block)) and (has_bosses or block != "bosses")
    ]


def unavailable(reading: WorldReading, block: Block) -> Unavailable | None:
    """Returns since when a table of the block cannot be read; None if all can."""
    moments = [reading.failed[field] for field in BLOCK_FIELDS[block] if field in reading.failed]
    return Unavailable(moment(min(moments))) if moments else None


def _latest(events: Sequence[WorldEvent], kind: str) -> dict[int, WorldEvent]:
    return {event.subject_id: event for event in reversed(events) if event.kind == kind}


def _registered_clans(names: WorldNames, registrations: Sequence[SiegeRegistration]) -> list[RegisteredClan]:
    clan_sides = ((names.clan(row.clan_id), row.side) for row in registrations)
    return [RegisteredClan(clan, side) for clan, side in clan_sides if clan]  # pyright: ignore[reportArgumentType]


def siege_day(started_at: int, zone: tzinfo) -> str:
    return moment_of(started_at).astimezone(zone).date().isoformat()


def halls(reading: WorldReading, names: WorldNames, now: float) -> list[WorldHall]:
    rows = {hall.hall_id: hall for hall in reading.halls}
    sieges = {hall.hall_id: hall for hall in reading.hall_sieges}
    auctions = {auction.hall_id: auction for auction in reading.auctions}
    bids = {row.hall_id: row.bids for row in reading.bids}
    clan_ids_by_hall: dict[int, list[int]] = {}
    for row in reading.hall_registrations:
        clan_ids_by_hall.setdefault(row.hall_id, []).append(row.clan_id)
    answers: list[WorldHall] = []
    for hall_id in sorted(rows.keys() | sieges.keys()):
        facts = hall_facts(hall_id)
        hall = rows.get(hall_id, HallRow(hall_id, None, None))
        siege = sieges.get(hall_id, HallRow(hall_id, None, None))
        auction = auctions.get(hall_id)
        is_open = auction is not None and auction.ends_at is not None and auction.ends_at > now
        answers.append(
            WorldHall(
                id=hall_id,
                name=facts.name,
                town=facts.town,
                kind=facts.kind,
                owner=names.clan(hall.owner_id) or names.clan(siege.owner_id),
                siege_at=moment(siege.moment if siege.moment and siege.moment > now else None),
                paid_until=moment(hall.moment if hall.owner_id and hall.moment and hall.moment > now else None),
                auction_ends_at=moment(auction.ends_at) if auction and is_open else None,
                starting_bid=auction.starting_bid if auction and is_open else None,
                bids=bids.get(hall_id, 0) if is_open else 0,
                registered=[clan for clan_id in clan_ids_by_hall.get(hall_id, ()) if (clan := names.clan(clan_id))],
            )
        )
    return answers


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


def wars(reading: WorldReading, names: WorldNames, events: Sequence[WorldEvent]) -> list[ClanWar]:
    """The newest war first; a mutual one is listed once. `events`: declarations, the newest first."""
    declared_wars = {(war.clan_id, war.enemy_id) for war in reading.wars}
    declared_at = {(event.subject_id, event.object_id): event.at for event in reversed(events)}
    answers: list[ClanWar] = []
    for clan_id, enemy_id in sorted(declared_wars):
        is_mutual = (enemy_id, clan_id) in declared_wars
        clan, enemy = names.clan(clan_id), names.clan(enemy_id)
        if clan and enemy and not (is_mutual and enemy_id < clan_id):
            since = [at for pair in ((clan_id, enemy_id), (enemy_id, clan_id)) if (at := declared_at.get(pair))]
            answers.append(
                ClanWar(
                    clan=clan,
                    enemy=enemy,
                    is_mutual=is_mutual,
                    since=moment(min(since, default=None)),
                    kills=None,
                    enemy_kills=None,
                )
            )
    return sorted(answers, key=lambda war: -(war.since.timestamp() if war.since else 0))


def cursed_weapons(reading: WorldReading, names: WorldNames, now: float) -> list[HeldWeapon]:
    holders = names.characters(weapon.character_id for weapon in reading.cursed_weapons)
    return [
        HeldWeapon(
            item_id=weapon.item_id,
            name=CURSED_WEAPONS.get(weapon.item_id, f"Item #{weapon.item_id}"),
            holder=holders[weapon.character_id],
            kills=weapon.kills,
            hours_left=_hours_left(weapon, now),
        )
        for weapon in reading.cursed_weapons
        if weapon.character_id in holders
    ]


def _hours_left(weapon: CursedWeapon, now: float) -> int | None:
    return None if weapon.ends_at is None else max(0, -int((now - weapon.ends_at) // 3600))


def public_events(events: Sequence[WorldEvent], names: WorldNames, zone: tzinfo) -> list[PublicEvent]:
    """Leaves out the acts of characters that are not ranked any more: of staff, banned or erased ones."""
    characters = names.characters({character_id for event in events for character_id in character_ids_of(event)})
    answers = ((event, _public_event(event, names, characters, zone)) for event in events)
    return [answer for event, answer in answers if answer.characters or not _is_of_character(event)]


def _is_of_character(event: WorldEvent) -> bool:
    return "character" in (KINDS[event.kind].subject, KINDS[event.kind].object)


def _public_event(
    event: WorldEvent, names: WorldNames, characters: Mapping[int, WorldCharacter], zone: tzinfo
) -> PublicEvent:
    (subject, subject_id), (noun, object_id) = nouns(event)
    has_page = subject != "character" and (subject != "clan" or names.has_pages)
    event_names: dict[ClanInEvent, str | None] = {
        "subject": names.of(subject, subject_id),
        "object": names.of(noun, object_id),
        "before": names.of(*owner_before(event)),
    }
    return PublicEvent(
        **event_names,
        hidden=[part for part, name in event_names.items() if hidden_mark(name)] or UNSET,
        id=event.id,
        kind=event.kind,
        at=moment_of(event.at),
        accuracy_seconds=event.accuracy_seconds,
        subject_id=subject_id if has_page else None,
        value=object_id if noun == "number" else None,
        characters=[characters[character_id] for character_id in character_ids_of(event) if character_id in characters],
        first_of=first_of(event),
        report=_report_path(event, zone),
    )


def first_of(event: WorldEvent) -> FirstOf | None:
    """Returns the widest group in which the character is the first."""
    scopes = [scope.partition(":")[0] for scope in event.details.get("scopes", ())]
    return next((scope for scope in _SCOPES if scope in scopes), None)


def _report_path(event: WorldEvent, zone: tzinfo) -> str | None:
    match event.kind:
        case "boss_killed":
            return boss_report_path(event.subject_id, event.at)
        case "siege_started" | "siege_ended":
            return siege_report_path(event.subject_id, siege_day(event.details["started_at"], zone))
        case _:
            return None
