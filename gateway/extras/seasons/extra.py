"""Seasons of the world, which operators start by a command."""

from typing import Final

from gateway.config.settings import Settings
from gateway.database.database import Databases
from gateway.extras.seasons.offer import SeasonOffer
from gateway.observability.signals import Signal, Thresholds
from gateway.registration.extra import Extra, Parts
from gateway.registration.feature import Feature

SEASON_DUE: Final = Signal(name="season_due", severity="warning", thresholds=Thresholds(1, 900, 1, 0))


def _open(parts: Parts) -> Feature:
    offer = SeasonOffer(parts.get(Databases).site, parts.get(Settings).server.zone)
    return Feature(name="seasons", signals={SEASON_DUE: offer.is_due})


EXTRA = Extra(
    name="seasons",
    summary="a new season after a wipe; the history of the former one is kept",
    needs=("competitions", "history", "world"),
    signals=(SEASON_DUE,),
    open=_open,
)
