"""The review of a week: what is registered of it."""

from gateway.extras.history.archive import HistoryArchive
from gateway.extras.week_review.handlers import feature
from gateway.extras.world.handlers import World
from gateway.pictures.share_pictures import SharePictures
from gateway.registration.extra import Extra, Parts
from gateway.registration.feature import Feature


def _open(parts: Parts) -> Feature:
    return feature(parts.get(World), parts.get(HistoryArchive), parts.get(SharePictures))


EXTRA = Extra(
    name="week_review",
    summary="a page for each week: gains, kills of bosses, castles, heroes, the peak of players",
    needs=("history", "population", "world"),
    open=_open,
)
