"""Completes a step of the world with a snapshot of the characters: parties of boss kills, kills in sieges. Pure."""

from msgspec.structs import replace

from gateway.extras.world.sieges import Sieges, count_kills, end_event
from gateway.extras.world.state import StepResult
from gateway.extras.world_events import PartyMember, WorldEvent
from gateway.world_snapshot.snapshot import Snapshot


def enrich(result: StepResult, snapshot: Snapshot, *, counts_siege_kills: bool) -> StepResult:
    """Adds the parties of boss kills; if this server counts them, also the PvP kills of sieges."""
    result = replace(
        result,
        events=[_with_party(event, snapshot) for event in result.events],
        corrections=[_with_party(event, snapshot) for event in result.corrections],
    )
    return _with_siege_kills(result, snapshot) if counts_siege_kills else result


def _with_party(event: WorldEvent, snapshot: Snapshot) -> WorldEvent:
    if event.kind != "boss_killed" or not event.details["killers"]:
        return event
    return replace(event, details={**event.details, "party": party_of(snapshot, event.details["killers"])})


def party_of(snapshot: Snapshot, character_ids: list[int]) -> list[PartyMember]:
    rows = snapshot.ranked_rows(character_ids)
    fields = (snapshot.columns[name][rows].tolist() for name in ("character_ids", "class_ids", "levels"))
    return [PartyMember(*row) for row in zip(*fields, snapshot.clan_ids_of(rows).tolist(), strict=True)]


def _with_siege_kills(result: StepResult, snapshot: Snapshot) -> StepResult:
    sieges: Sieges = {castle: count_kills(siege, snapshot) for castle, siege in result.state.sieges.items()}
    changed_castles = {castle for castle, siege in sieges.items() if siege != result.state.sieges[castle]}
    ends = {castle: end_event(castle, sieges[castle]) for castle in changed_castles if sieges[castle].ended_at}
    new = {event.subject_id for event in result.events if event.kind == "siege_ended"}
    return replace(
        result,
        state=replace(result.state, sieges=sieges),
        events=[ends.get(event.subject_id, event) if event.kind == "siege_ended" else event for event in result.events],
        corrections=[
            *(event for event in result.corrections if event.kind != "siege_ended" or event.subject_id not in ends),
            *(event for castle, event in ends.items() if castle not in new),
        ],
    )
