"""Clans in public: what is registered of them."""

from gateway.extras.clans.handlers import ClanBoards, feature
from gateway.extras.history.archive import HistoryArchive
from gateway.extras.world.handlers import World
from gateway.features.privacy.public_snapshot import PublicSnapshots
from gateway.pictures.share_pictures import SharePictures
from gateway.registration.extra import Extra, Parts
from gateway.registration.feature import Feature


def _open(parts: Parts) -> Feature:
    boards = parts.add(ClanBoards(parts.get(PublicSnapshots), parts.get(HistoryArchive)))
    return feature(boards, parts.get(World), parts.get(SharePictures))


EXTRA = Extra(
    name="clans",
    summary="the board of clans, and a public page of each",
    needs=("character_pages", "history", "world"),
    is_default=True,
    open=_open,
)
