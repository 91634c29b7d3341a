"""The catalogue of items, and how many of the items that players hold it names."""

from collections import Counter
from typing import Final

from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding, advice, bad, ok
from gateway.doctor.sampling import Sample
from gateway.features.items import catalogue
from gateway.features.items.catalogue import Catalogue, CatalogueError
from gateway.texts import text

_MAX_IDS: Final = 8


async def check(context: DoctorContext) -> list[Finding]:
    path = context.settings.items.catalogue
    try:
        entries = catalogue.load(path)
    except CatalogueError as error:
        return [bad(text("doctor.items.error", error=str(error)), text("doctor.items.error_do"))]
    if not path:
        return [advice(text("doctor.items.none"), text("doctor.items.none_do"))]
    findings = [ok(text("doctor.items.names", items=len(entries)))]
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
    percent = known_names * 1000 // len(counts) / 10  # rounded down: 100 % is all of them
    values = {"named": known_names, "kinds": len(counts), "percent": percent}
    whole_share = text("doctor.items.share", **values)
    share = whole_share if sample.complete else text("doctor.items.share_sample", **values, items=len(sample.rows))
    if not unnamed_counts:
        return [ok(share)]
    owners = len({item.owner for item in sample.rows if item.item_id in unnamed_counts})
    worst = ", ".join(f"#{item_id} ({count:,})" for item_id, count in unnamed_counts.most_common(_MAX_IDS))
    message = text("doctor.items.unnamed", share=share, items=unnamed_counts.total(), owners=owners, worst=worst)
    return [advice(message, text("doctor.items.unnamed_do"))]
