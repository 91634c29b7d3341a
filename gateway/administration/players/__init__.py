"""The page of players: search, one account, answers to its player's questions, and what operators may do."""

from collections.abc import Sequence

from litestar.handlers import HTTPRouteHandler

from gateway.administration.players import (
    account,
    actions,
    answer,
    moderation,
    notes,
    online,
    open_deliveries,
    personal_data,
    refunds,
    search,
)
from gateway.administration.players.account import PlayerReader
from gateway.administration.players.answer import PlayerAnswers
from gateway.administration.players.hits import HitReader
from gateway.administration.players.moderation import ModerationReader
from gateway.administration.players.sources import PlayerSources


def routes(sources: PlayerSources, noun_hits: Sequence[HitReader]) -> list[HTTPRouteHandler]:
    reader = PlayerReader(sources)
    return [
        *search.routes(sources, noun_hits),
        *account.routes(reader, sources.site),
        *answer.routes(PlayerAnswers(reader, sources)),
        *moderation.routes(ModerationReader(sources, reader)),
        *notes.routes(reader.require),
        *online.routes(sources),
        *open_deliveries.routes(sources.site),
        *actions.routes(sources, reader),
        *personal_data.routes(sources, reader),
        *refunds.routes(sources),
    ]
