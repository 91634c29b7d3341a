"""GET /api/site: name of the site, notices of the operator, and which features are open."""

import time
from collections.abc import Callable, Collection
from datetime import UTC, datetime
from typing import Final

from litestar import get
from litestar.handlers import HTTPRouteHandler
from msgspec import Struct

from gateway.config.settings import Settings
from gateway.config.zones import ZoneOffset, zone_offsets
from gateway.features.operators.site_controls import FEATURES, Control, NoticeTexts, SiteControls
from gateway.features.site_content.content_store import ContentStore
from gateway.http.response_cache import public
from gateway.texts import languages

FRESH_SECONDS: Final = 2
"""A switch takes effect within five seconds: this, and the period in which each process reads the switches."""


class SiteNotice(Struct, frozen=True, rename={"starts_at": "from"}):
    """`until` null: until the operator removes it. `texts`: by language; another language shows `text`."""

    text: str
    texts: NoticeTexts
    starts_at: datetime
    until: datetime | None


class SiteFeatures(Struct, frozen=True):
    donations: bool
    deliveries: bool
    roulette: bool
    registration: bool


class SharedNames(Struct, frozen=True):
    """Names of public characters, and of clans, that more than one of them has: their pages are linked by the id. null:
    too many to list; all pages are linked by the id."""

    characters: list[str] | None
    clans: list[str] | None


class Site(Struct, frozen=True, kw_only=True):
    """`email`: the site sends mails, so passwords can be recovered. `votes`: vote sites pay coins. `referrals`: players
    who bring players get coins. `economy_report`: players see the report of the economy.

    `extras`: those that are on, by name. `passkey_domain`: host of passkeys; null: none.
    `time_zone`: the site's, such as "Europe/Madrid".
    `zone_offsets`: its offsets from UTC, oldest first. `username_max`: longest name of a new account;
    `typed_name_max`: longest name that a player can type in the game.
    """

    name: str
    tagline: str
    coin_name: str
    email: bool
    votes: bool
    referrals: bool
    economy_report: bool
    extras: list[str]
    languages: tuple[str, ...]
    notices: list[SiteNotice]
    features: SiteFeatures
    passkey_domain: str | None
    time_zone: str
    zone_offsets: list[ZoneOffset]
    shared_names: SharedNames
    username_max: int
    typed_name_max: int


def routes(
    settings: Settings,
    controls: SiteControls,
    content: ContentStore,
    *,
    extras: Collection[str],
    page_parts: Callable[[], Collection[str]],
    shared_names: Callable[[], SharedNames],
    typed_name_max: Callable[[], int],
) -> list[HTTPRouteHandler]:
    @get(
        "/api/site",
        opt=public(max_age=FRESH_SECONDS, stale=3600, version="controls"),
        operation_id="getSite",
        summary="Name, notices, and which features are open",
        tags=["server"],
    )
    async def site() -> Site:
        parts = page_parts()
        return Site(
            name=content.site.name,
            tagline=content.site.tagline,
            coin_name=content.site.coins.plural,
            email=settings.sends_mail,
            votes="votes" in parts,
            referrals="referrals" in parts,
            economy_report="economy_report" in parts,
            extras=sorted(extras),
            languages=languages(),
            notices=[_notice(control) for control in controls.notices()],
            features=SiteFeatures(**{feature: controls.is_on(feature) for feature in FEATURES}),
            passkey_domain=settings.server.passkey_domain or None,
            time_zone=settings.server.time_zone,
            zone_offsets=zone_offsets(settings.server.zone, time.time()),
            shared_names=shared_names(),
            username_max=settings.accounts.username_max,
            typed_name_max=typed_name_max(),
        )

    return [site]


def _notice(control: Control) -> SiteNotice:
    until = None if control.until is None else datetime.fromtimestamp(control.until, UTC)
    return SiteNotice(control.name, control.translations, datetime.fromtimestamp(control.starts_at, UTC), until)
