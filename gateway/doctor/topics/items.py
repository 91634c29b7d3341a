"""The catalogue of items, and how many of the items that players hold it names."""

from collections import Counter
from typing import Final

from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding, advice, bad, ok
from gateway.doctor.sampling import Sample
from gateway.features.items import catalogue
from gateway.features.items.catalogue import Catalogue, CatalogueError

_MAX_IDS: Final = 8
_CREATE: Final = "make one with `gateway items import` from your own datapack, and set it as `catalogue` under [items]"
_IMPORT: Final = "run `gateway items import` on the datapack that your server runs on, with its custom items"


async def check(context: DoctorContext) -> list[Finding]:
    path = context.settings.items.catalogue
    try:
        entries = catalogue.load(path)
    except CatalogueError as error:
        return [bad(f"items: {error}", "make it again with `gateway items import`")]
    if not path:
        return [advice("items: there is no catalogue, so the site shows items by their numbers", _CREATE)]
    findings = [ok(f"items: the catalogue names {len(entries):,} items")]
    if context.answers("game") and "items" not in context.report.broken_views:
        findings += evaluate(await context.samples.items(), entries)
    return findings


def evaluate(sample: Sample, entries: Catalogue) -> list[Finding]:
    """Reports how many of the item ids in the database have a name, and which lack one most often."""
    counts = Counter(item.item_id for item in sample.rows)
    if not counts:
        return []
    unnamed_counts = Counter({item_id: count for item_id, count in counts.items() if item_id not in entries})
    known_names = len(counts) - len(unnamed_counts)
    percent = f"{known_names * 1000 // len(counts) / 10:g} %"  # rounded down: 100 % is all of them
    source = "" if sample.complete else f" in a sample of {len(sample.rows):,} items"
    share = f"items: {known_names:,} of {len(counts):,} kinds of items in the game have a name ({percent}{source})"
    if not unnamed_counts:
        return [ok(share)]
    owners = len({item.owner for item in sample.rows if item.item_id in unnamed_counts})
    worst = ", ".join(f"#{item_id} ({count:,})" for item_id, count in unnamed_counts.most_common(_MAX_IDS))
    text = f"{share}; {unnamed_counts.total():,} items of {owners:,} owners are shown by number, most often {worst}"
    return [advice(text, _IMPORT)]
