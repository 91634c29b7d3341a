"""Link previews of reports. Pure."""

from collections import Counter
from typing import Final

from gateway.concurrency.durations import HOUR
from gateway.extras.world.crests import Crests
from gateway.extras.world.reports import BossReport, SiegeReport
from gateway.extras.world.schemas import NamedClan
from gateway.pictures.card_texts import CardTexts
from gateway.pictures.share_card import CardFigure, ShareCard

BOSS_COLOUR: Final = "#8a5a1c"
_SCENES: Final = {29001: "boss-ant", 29006: "boss-core", 29014: "boss-orfen", 29028: "boss-valakas"}
_SCENE: Final = "dragon-valley"
SIEGE_COLOUR: Final = "#7a3b2a"
_ATTACKER: Final = "attacker"


def scene_of(boss_id: int) -> str:
    return _SCENES.get(boss_id, _SCENE)


def boss_card(report: BossReport, crests: Crests, texts: CardTexts) -> ShareCard:
    party, clans = len(report.party), [killer.clan for killer in report.party if killer.clan]
    clan = Counter(clans).most_common(1)[0][0] if clans else None
    figures = [CardFigure(texts("cards.killed"), f"{report.died_at:%H:%M}", "UTC")]
    if report.interval_seconds:
        figures.append(CardFigure(texts("reports.sinceLast"), _hours(report.interval_seconds, texts)))
    kills = next((row.kills for row in report.clans if row.clan == clan), 0)
    if kills:
        total = texts("cards.ofTotal", total=report.kills)
        figures.append(CardFigure(texts("reports.killsByClan"), texts.number(kills), total))
    return ShareCard(
        title=report.name,
        kicker=texts("cards.raidKill", day=texts.date(report.died_at)),
        subtitle=texts("cards.falls", count=party),
        detail=_name(clan, texts) if clan else "",
        figures=tuple(figures),
        badges=(texts("game.levelOf", level=report.level),) if report.level else (),
        color=BOSS_COLOUR,
        banner="",
        crest=_crest(clan, crests),
        scene=scene_of(report.boss),
        note=texts.date(report.died_at),
    )


def siege_card(report: SiegeReport, crests: Crests, texts: CardTexts) -> ShareCard:
    holder = report.owner_after if report.ended_at else report.owner_before
    attackers = sum(row.side == _ATTACKER for row in report.clans)
    figures = [CardFigure(texts("game.clans"), str(len(report.clans)), texts("cards.attacking", count=attackers))]
    if report.ended_at and report.quarters:
        sides = [sum(getattr(row, side) for row in report.quarters) for side in ("attackers", "defenders")]
        by_attackers = texts("cards.byAttackers", count=sides[0])
        figures.append(CardFigure(texts("game.pvpKills"), texts.number(sum(sides)), by_attackers))
    figures.append(CardFigure(texts("reports.changedHands"), texts("reports.times", count=len(report.owners))))
    return ShareCard(
        title=texts("reports.siegeOf", castle=report.castle),
        kicker=texts("cards.castleSiege", day=texts.date(report.started_at)),
        subtitle=_result(report, texts),
        figures=tuple(figures),
        color=SIEGE_COLOUR,
        banner="",
        detail=_name(holder, texts) if holder else "",
        crest=_crest(holder, crests),
        scene="siege",
        note=texts.date(report.started_at),
    )


def _result(report: SiegeReport, texts: CardTexts) -> str:
    previous_owner, new_owner = report.owner_before, report.owner_after
    if not report.ended_at:
        return texts("cards.running")
    if new_owner is None:
        return texts("cards.nobodyHolds")
    if previous_owner and previous_owner.clan_id == new_owner.clan_id:
        return texts("cards.keeps", name=_name(new_owner, texts))
    if previous_owner is None:
        return texts("cards.takes", name=_name(new_owner, texts))
    return texts("cards.takesFrom", name=_name(new_owner, texts), before=_name(previous_owner, texts))


def _name(clan: NamedClan, texts: CardTexts) -> str:
    return texts("shared.hiddenClan") if clan.hidden else clan.name


def _crest(clan: NamedClan | None, crests: Crests) -> bytes:
    return (clan and crests.picture(clan.crest or "")) or b""


def _hours(seconds: int, texts: CardTexts) -> str:
    hours, remaining_seconds = divmod(seconds, HOUR)
    return texts("cards.hours", hours=hours, minutes=remaining_seconds // 60)
