"""Finds a character by the name or the id in the address of its page."""

import re
from collections.abc import Collection
from typing import Final

import numpy as np

from gateway.database.database import Database
from gateway.features.characters.repository import BRIEFS
from gateway.http.errors import NotFound
from gateway.http.path_segments import name_in
from gateway.texts import text
from gateway.world_snapshot.snapshot import Snapshot
from gateway.world_snapshot.visibility import PUBLIC

_ID: Final = re.compile(r"~([0-9]{1,10})")


class NoPublicPage(NotFound):
    """The same answer for an unknown, a hidden and an erased character or clan."""

    def __init__(self) -> None:
        super().__init__(text("details.no_public_page"))


def id_in(name: str) -> int | None:
    """Returns the id of an address such as `~268435999`."""
    match = _ID.fullmatch(name)
    return int(match[1]) if match else None


def public_rows(snapshot: Snapshot, name: str) -> list[int]:
    """Returns the rows of characters that have a page under this name, or this id."""
    number = id_in(name)
    ids = snapshot.columns["character_ids"]
    rows = snapshot.rows_named(name_in(name)) if number is None else np.flatnonzero(ids == number)
    return rows[snapshot.columns["privacy"][rows] == PUBLIC].tolist()


async def find(
    game: Database, snapshot: Snapshot, name: str, *, counts_online: bool, among: Collection[int] | None = None
) -> tuple[int, list[int]]:
    """Returns the row of the character, of several the one that was seen last, and the rows of the others.

    `counts_online`: whether the game's online flags count. `among`: ids of the characters that may be
    found; None: all. Raises NoPublicPage.
    """
    rows = public_rows(snapshot, name)
    if among is not None:
        rows = [row for row in rows if int(snapshot.columns["character_ids"][row]) in among]
    if not rows:
        raise NoPublicPage
    if len(rows) > 1:
        ids: list[int] = snapshot.columns["character_ids"][rows].tolist()
        briefs = await game.read(BRIEFS, ids=ids[:100], counts_online=int(counts_online))
        play = {brief.id: (brief.online, brief.last_access or 0) for brief in briefs}
        rows = [row for _, row in sorted(zip(ids, rows, strict=True), key=lambda pair: play.get(pair[0], (0, 0)))][::-1]
    return rows[0], rows[1:]
