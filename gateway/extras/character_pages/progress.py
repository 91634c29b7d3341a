"""Completes the progress of a character by the events of the world and the names of clans. Pure."""

from collections.abc import Mapping, Sequence
from datetime import datetime, tzinfo

from msgspec.structs import replace

from gateway.extras.history.repository import ClanStay, PassedOn, TrackedProgress, passed_on
from gateway.extras.world.answers import first_of
from gateway.extras.world_events import WorldEvent
from gateway.game.classes import class_name
from gateway.world_snapshot.visibility import hidden_mark


def complete(
    progress: TrackedProgress, events: Sequence[WorldEvent], clans: Mapping[int, str], zone: tzinfo
) -> TrackedProgress:
    """`events`: world's firsts and titles of a hero under the character's id. `clans`: names by id."""
    character_events = [
        event for event in events if datetime.fromtimestamp(event.at, zone).date() >= progress.tracked_since
    ]
    firsts = {str(event.details["milestone"]): event for event in character_events if event.kind == "world_first"}
    heroes = [event for event in character_events if event.kind == "hero"]
    return replace(
        progress,
        milestones=[
            *(_with_first(row, firsts.get(row.kind)) for row in progress.milestones),
            *(
                replace(passed_on("hero", event.at, event.accuracy_seconds, zone), cycle=event.details.get("cycle"))
                for event in heroes
            ),
        ],
        clans=[_with_name(stay, clans.get(stay.clan_id or 0)) for stay in progress.clans],
    )


def _with_name(stay: ClanStay, name: str | None) -> ClanStay:
    return replace(stay, clan_name=name, clan_hidden=hidden_mark(name))


def _with_first(row: PassedOn, first: WorldEvent | None) -> PassedOn:
    if first is None or row.until is None:
        return row
    scope = first_of(first)
    return replace(row, first_of=scope, class_name=_class_in(first) if scope == "class" else None)


def _class_in(first: WorldEvent) -> str | None:
    scopes: list[str] = first.details["scopes"]
    classes = (scope.removeprefix("class:") for scope in scopes if scope.startswith("class:"))
    return next((class_name(int(class_id)) for class_id in classes), None)
