"""Link previews of reports. Pure."""

from collections import Counter
from typing import Final

from gateway.features.world.reports import BossReport, SiegeReport
from gateway.http.rendering.share_card import CardFigure, ShareCard

_BOSS_COLOUR: Final = "#8a5a1c"
_SIEGE_COLOUR: Final = "#7a3b2a"
_HOUR: Final = 3600
_ATTACKER: Final = "attacker"


def boss_card(report: BossReport) -> ShareCard:
    party, known = len(report.party), [killer.clan.name for killer in report.party if killer.clan]
    clan = Counter(known).most_common(1)[0][0] if known else ""
    figures = [CardFigure("Killed", f"{report.died_at:%H:%M}", "UTC")]
    if report.interval_seconds:
        figures.append(CardFigure("Since the last", _hours(report.interval_seconds)))
    kills = next((row.kills for row in report.clans if row.clan.name == clan), 0)
    if kills:
        figures.append(CardFigure("Kills by this clan", f"{kills:,}", f"of {report.kills:,}"))
    return ShareCard(
        title=report.name,
        kicker=f"Raid kill, {report.died_at:%Y-%m-%d}",
        subtitle=f"falls to a party of {party}" if party > 1 else "falls to one player" if party else "falls",
        detail=clan,
        figures=tuple(figures),
        color=_BOSS_COLOUR,
        shield=str(report.level) if report.level else "",
        note=f"{report.died_at:%Y-%m-%d}",
    )


def siege_card(report: SiegeReport) -> ShareCard:
    attackers = sum(row.side == _ATTACKER for row in report.clans)
    figures = [CardFigure("Clans", f"{len(report.clans)}", f"{attackers} attacking")]
    if report.ended_at and report.quarters:
        sides = [sum(getattr(row, side) for row in report.quarters) for side in ("attackers", "defenders")]
        figures.append(CardFigure("PvP kills", f"{sum(sides):,}", f"{sides[0]:,} by attackers"))
    figures.append(CardFigure("Changed hands", f"{len(report.owners)}x"))
    return ShareCard(
        title=f"Siege of {report.castle}",
        kicker=f"Castle siege, {report.started_at:%Y-%m-%d}",
        subtitle=_result(report),
        figures=tuple(figures),
        color=_SIEGE_COLOUR,
        note=f"{report.started_at:%Y-%m-%d}",
    )


def _result(report: SiegeReport) -> str:
    before, after = report.owner_before, report.owner_after
    if not report.ended_at:
        return "The siege is running"
    if after is None:
        return "Nobody holds the castle"
    if before and before.clan_id == after.clan_id:
        return f"{after.name} keeps the castle"
    return f"{after.name} takes it from {before.name}" if before else f"{after.name} takes the castle"


def _hours(seconds: int) -> str:
    hours, rest = divmod(seconds, _HOUR)
    return f"{hours}h {rest // 60}m"
