"""Link previews of the pages of bosses and castles. Pure."""

from datetime import tzinfo

from gateway.concurrency.durations import DAY
from gateway.extras.world.boss_page import BossPage
from gateway.extras.world.castle_page import CastlePage
from gateway.extras.world.crests import Crests
from gateway.extras.world.report_cards import BOSS_COLOUR, SIEGE_COLOUR, scene_of
from gateway.pictures.card_texts import CardTexts
from gateway.pictures.share_card import CardFigure, ShareCard
from gateway.texts.places import place_name


def boss_page_card(page: BossPage, texts: CardTexts) -> ShareCard:
    """The state is left out: a preview outlives it."""
    boss, most = page.boss, next(iter(page.clans), None)
    figures = [CardFigure(texts("places.kills"), texts.number(page.kills))]
    if most and not most.clan.hidden:
        figures.append(CardFigure(texts("places.topClan"), most.clan.name, texts("places.killCount", count=most.kills)))
    if page.history:
        figures.append(CardFigure(texts("world.lastKill"), texts.short_date(page.history[0].died_at)))
    zone = place_name(texts.language, boss.zone)
    place = texts("reports.bossPlace", level=boss.level, zone=zone) if zone else ""
    return ShareCard(
        title=boss.name,
        kicker=texts("world.boss"),
        subtitle=place,
        figures=tuple(figures),
        color=BOSS_COLOUR,
        banner="",
        scene=scene_of(boss.id),
        badges=(texts("game.levelOf", level=boss.level),) if boss.level else (),
    )


def castle_page_card(page: CastlePage, crests: Crests, zone: tzinfo, texts: CardTexts) -> ShareCard:
    castle, owner = page.castle, page.castle.owner
    figures: list[CardFigure] = []
    if castle.siege_at:
        figures.append(CardFigure(texts("game.nextSiege"), texts.short_date(castle.siege_at.astimezone(zone))))
    if castle.tax_percent is not None:
        figures.append(CardFigure(texts("world.tax"), f"{castle.tax_percent}%"))
    reigns_of_owner = next((holder for holder in page.holders if owner and holder.clan.clan_id == owner.clan_id), None)
    if reigns_of_owner:
        figures.append(CardFigure(texts("places.heldFor"), texts("places.days", count=reigns_of_owner.seconds // DAY)))
    name = texts("shared.hiddenClan") if owner and owner.hidden else owner and owner.name
    return ShareCard(
        title=texts("world.castleOf", name=castle.name),
        kicker=texts("game.castle"),
        subtitle=name or texts("world.noOwner"),
        figures=tuple(figures),
        color=SIEGE_COLOUR,
        banner="",
        scene="siege",
        crest=crests.picture((owner and owner.crest) or "") or b"",
    )
