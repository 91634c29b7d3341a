"""The PvP kills of all characters at the close of a week, as counts: enough for the rank that a score had. Pure."""

import base64
import zlib
from typing import Final

import numpy as np
from msgspec import Struct

from gateway.world_snapshot.serialization import Array

STATE_NAME: Final = "pvp:{day}"


def encode(scores: Array) -> str:
    values, counts = np.unique(scores, return_counts=True)  # with counts it sorts, and hashes nothing
    table = np.stack([np.diff(values.astype("<i8"), prepend=0), counts.astype("<i8")])
    return base64.b64encode(zlib.compress(table.astype("<u4").tobytes())).decode()


class ScoreTable(Struct, frozen=True):
    """`scores`: ascending; `higher_counts`: how many characters have a higher score."""

    day: int
    scores: Array
    higher_counts: Array

    def rank_of(self, score: int) -> int:
        place = int(np.searchsorted(self.scores, score, "right")) - 1
        return int(self.higher_counts[max(place, 0)]) + 1


def decode(day: int, body: str) -> ScoreTable:
    steps, counts = np.frombuffer(zlib.decompress(base64.b64decode(body)), "<u4").reshape(2, -1).astype(np.int64)
    return ScoreTable(day, np.cumsum(steps), counts.sum() - np.cumsum(counts))
