"""Are the items of this very database named: the catalogue's file, and how much of what players hold it knows."""

from __future__ import annotations

from collections import Counter
from typing import Final

from gateway.doctor.context import Patient
from gateway.doctor.findings import Finding, advice, bad, ok
from gateway.doctor.samples import Item
from gateway.doctor.sampling import Walk
from gateway.features.items import catalogue
from gateway.features.items.catalogue import Catalogue, CatalogueError

TOPIC: Final = "items"
WORST: Final = 8
"""Ids without a name that are told."""
_MAKE: Final = "make one with `gateway items import` from your own datapack and name it as `catalogue` under [items]"


async def look(patient: Patient) -> list[Finding]:
    path = patient.settings.items.catalogue
    try:
        known = catalogue.load(path)
    except CatalogueError as error:
        return [bad(TOPIC, f"items: {error}", "make it anew with `gateway items import`")]
    if not path:
        return [advice(TOPIC, "items: no catalogue, so items are called by their numbers", _MAKE)]
    findings = [ok(TOPIC, f"items: the catalogue names {len(known):,} items")]
    if patient.answers("game") and "items" not in patient.report.broken:
        findings += coverage(await patient.large.items(), known)
    return findings


def coverage(walk: Walk[Item], known: Catalogue) -> list[Finding]:
    """How many of the ids in the database have a name, and whom it touches."""
    held = Counter(item.item_id for item in walk.rows)
    unknown = unnamed(held, known)
    if not held:
        return []
    named, looked = len(held) - len(unknown), "" if walk.whole else f" (of a sample of {len(walk.rows):,})"
    share = (
        f"{named:,} of the {len(held):,} kinds of items in the game have a name, {percent(named, len(held))}{looked}"
    )
    if not unknown:
        return [ok(TOPIC, f"items: {share}")]
    rows = sum(unknown.values())
    owners = len({item.owner for item in walk.rows if item.item_id in unknown})
    worst = ", ".join(f"#{item_id} ({count:,})" for item_id, count in unknown.most_common(WORST))
    told = (
        f"items: {share}; {rows:,} items of {owners:,} owners are called by their number. "
        f"Most often without a name: {worst}"
    )
    return [advice(TOPIC, told, "import again, from the datapack that your server runs on, its custom items included")]


def unnamed(held: Counter[int], known: Catalogue) -> Counter[int]:
    """Id → rows, of what the catalogue does not know."""
    return Counter({item_id: count for item_id, count in held.items() if item_id not in known})


def percent(part: int, whole: int) -> str:
    """Rounded down, so that 100 % is all of it."""
    return f"{part * 1000 // whole / 10:g} %"
