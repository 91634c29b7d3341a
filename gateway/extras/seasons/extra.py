"""Seasons of the world, which operators start by a command."""

from gateway.config.alert_rules import RuleName
from gateway.config.settings import Settings
from gateway.database.database import Databases
from gateway.extra import Extra, Parts
from gateway.extras.seasons.offer import SeasonOffer
from gateway.feature import Feature


def _open(parts: Parts) -> Feature:
    offer = SeasonOffer(parts.get(Databases).site, parts.get(Settings).server.zone)

    async def alert_values(_now: int) -> dict[RuleName, float | None]:
        return {"season_due": await offer.is_due()}

    return Feature(name="seasons", alert_values=[alert_values])


EXTRA = Extra(
    name="seasons",
    summary="a new season after a wipe; the history of the former one is kept",
    needs=("competitions", "history", "world"),
    open=_open,
)
