"""Can the items be found and named."""

from __future__ import annotations

from typing import Final

from gateway import resources
from gateway.doctor.findings import Finding, advice, bad, ok
from gateway.doctor.patient import Patient
from gateway.inventory import OWNER_INDEX
from gateway.items import catalogue
from gateway.items.catalogue import CatalogueError
from gateway.queries import split

TOPIC: Final = "items"


async def look(patient: Patient) -> list[Finding]:
    found = [_owner_index(await patient.recorded(OWNER_INDEX))] if patient.answers("site") else []
    return [*found, _catalogue(patient.settings.items.catalogue)]


def _owner_index(recorded: str) -> Finding:
    if recorded == "yes":
        return ok(TOPIC, "game: an index leads to the items of a character")
    if recorded != "no":
        return advice(TOPIC, "game: install did not look yet whether `items` has an index", "run it again")
    statement = next(line for line in split(_indexes()) if "ON items " in line)
    return advice(
        TOPIC,
        "game: no index leads to the items of a character, so the whole of `items` is read for those who wait, twice a "
        "minute at most, and they wait up to half a minute",
        f"at a quiet hour, in the game's schema: {statement}; then `gateway install --apply` once more",
    )


def _indexes() -> str:
    return (resources.sql() / "indexes.sql").read_text(encoding="utf-8")


def _catalogue(path: str) -> Finding:
    if not path:
        return advice(
            TOPIC,
            "items: no catalogue, so items are called by their numbers",
            "make one with `gateway items import` and name it as `catalogue` under [items]",
        )
    try:
        return ok(TOPIC, f"items: the catalogue names {len(catalogue.load(path)):,} items")
    except CatalogueError as error:
        return bad(TOPIC, f"items: {error}", "make it anew with `gateway items import`")
