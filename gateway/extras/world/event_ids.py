"""The ids that an event of the world, and the report of it, name. Pure."""

from typing import Final, cast

import msgspec

from gateway.extras.world_events import KINDS, PartyMember, WorldEvent

_OWNER_CHANGES: Final = {"castle_taken", "hall_taken"}
_SIEGES: Final = {"siege_started", "siege_ended"}
_BEST: Final = 4
"""Place of the best killer in the kills of a clan."""


def nouns(event: WorldEvent) -> tuple[tuple[str, int], tuple[str, int]]:
    """Returns noun and id of subject and object. A siege that has ended has the owner after it as its object."""
    rule = KINDS[event.kind]
    object_noun = (
        ("clan", event.details["owner_after"]) if event.kind == "siege_ended" else (rule.object, event.object_id)
    )
    return (rule.subject, event.subject_id), object_noun


def owner_before(event: WorldEvent) -> tuple[str, int]:
    return ("clan", event.details["before"]) if event.kind in _OWNER_CHANGES else ("", 0)


def party_in(event: WorldEvent) -> list[PartyMember]:
    """Returns an empty list where the details of the kill have no well-formed party."""
    try:
        return msgspec.convert(event.details.get("party", []), list[PartyMember])
    except msgspec.ValidationError:
        return []


def character_ids_of(event: WorldEvent) -> list[int]:
    """Returns the characters whose act the event is."""
    rule = KINDS[event.kind]
    ids = [number for noun, number in nouns(event) if noun == "character"]
    return ids + cast("list[int]", event.details.get("killers", [])) if rule.subject == "boss" else ids


def clan_ids_in(event: WorldEvent) -> set[int]:
    """Returns the ids of the clans that the event, or its report, names."""
    details = event.details
    ids = {number for noun, number in (*nouns(event), owner_before(event)) if noun == "clan"}
    ids |= {member.clan_id for member in party_in(event)}
    if event.kind in _SIEGES:
        ids |= {details["owner_before"], details["owner_after"]}
        ids |= {clan_id for clan_id, _ in details["sides"]} | {clan_id for *_, clan_id in details.get("owners", [])}
    return ids - {0}


def character_ids_in(event: WorldEvent) -> set[int]:
    """Returns the ids of the characters that a stored event, or its report, names."""
    ids = {*character_ids_of(event), *(member.character_id for member in party_in(event))}
    return ids | ({row[_BEST] for row in event.details.get("clans", ())} if event.kind in _SIEGES else set[int]())
