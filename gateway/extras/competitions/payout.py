"""Prizes: from `house:prizes` to the winners' wallets, each place once. A clan's prize goes to its leader of now.

One transaction settles a place: the transfer under the key `prize:<competition>:<place>`, and the entry in the log of
operators. A place whose character takes no prize is settled without a transfer, and no other place moves up.
"""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from gateway.concurrency.durations import DAY
from gateway.database.database import Database, Session
from gateway.database.queries import Query, query
from gateway.extras.competitions import repository
from gateway.extras.competitions.repository import CompetitionRecord, Outcome, Prize
from gateway.extras.competitions.rules import BoardRow, Entrants
from gateway.extras.history import storage
from gateway.features.accounts.repository import AccountRepository
from gateway.features.accounts.standing import reason_against
from gateway.features.ledger import rewards
from gateway.features.ledger.posting import run
from gateway.features.operators import operator_log
from gateway.features.privacy.repository import hidden_texts, own_level
from gateway.game.logins import site_login
from gateway.world_snapshot.account_index import AccountHash
from gateway.world_snapshot.visibility import Privacy, shown_text

KIND: Final = "competition"
HOUSE: Final = "prizes"
OUTCOMES: Final[dict[Outcome, str]] = {
    "paid": "paid",
    "empty": "no prize: nobody has this place",
    "gone": "no prize: the character has left its account, or the clan has no leader",
    "staff": "no prize: staff",
    "banned": "no prize: the account is banned",
    "blocked": "no prize: the account is blocked or frozen on the site",
    "hidden": "no prize: the player is hidden",
    "young": "no prize: the account is new on the site",
}


class Winner(Struct, frozen=True):
    """A character as the game has it now: that of the place, or the leader of its clan."""

    entrant_id: int
    entrant_name: str
    character_id: int
    account_name: str
    name: str
    access_level: int


class FirstDay(Struct, frozen=True):
    """Epoch seconds; 0 if unknown."""

    at: int


class PrizeRules(Struct, frozen=True):
    """Settings of the rules that exclude a winner from a prize."""

    new_account_days: int
    default_privacy: Privacy


class PlaceOutcome(Struct, frozen=True, kw_only=True):
    """`account` and `name` are those of the character, or of the clan's leader; empty for a place without one."""

    place: int
    coins: int
    outcome: Outcome
    character_id: int | None = None
    account: str = ""
    name: str = ""


WINNERS: Final[dict[Entrants, Query[Winner]]] = {
    "characters": query("competitions.winners", Winner),
    "clans": query("competitions.leaders", Winner),
}
MEMBER_SINCE: Final = query("competitions.member_since", FirstDay)
LOCK_PRIZE: Final = query("competitions.lock_prize", Prize)
SETTLE: Final = query("competitions.settle_prize", None)


class Payout:
    def __init__(self, site: Database, game: Database, accounts: AccountRepository, rules: PrizeRules) -> None:
        self._site = site
        self._game = game
        self._accounts = accounts
        self._rules = rules

    async def settlements(self, record: CompetitionRecord, now: int) -> list[PlaceOutcome]:
        """Returns the outcome that a payment now would have for each place that is not settled yet."""
        rows = record.board.rows if record.board else []
        open_prizes = [prize for prize in record.prizes if prize.outcome is None]
        ids = [rows[prize.place - 1].entrant_id for prize in open_prizes if prize.place <= len(rows)]
        winners = await winners_of(self._game, record.competition.entrants, ids)
        key = await storage.account_key(self._site)
        return [
            await self._settlement(prize, rows[prize.place - 1], winners, AccountHash(key), now)
            if prize.place <= len(rows)
            else PlaceOutcome(place=prize.place, coins=prize.coins, outcome="empty")
            for prize in open_prizes
        ]

    async def _settlement(
        self, prize: Prize, row: BoardRow, winners: dict[int, Winner], account_hash: AccountHash, now: int
    ) -> PlaceOutcome:
        winner = winners.get(row.entrant_id)
        if winner is None or row.account not in {0, int(account_hash([winner.account_name])[0])}:
            return PlaceOutcome(
                place=prize.place,
                coins=prize.coins,
                outcome="gone",
                character_id=winner.character_id if winner else None,
            )
        login = site_login(winner.account_name)
        outcome = await self._outcome(login, winner, now)
        return PlaceOutcome(
            place=prize.place,
            coins=prize.coins,
            outcome=outcome,
            character_id=winner.character_id,
            account=login,
            name=winner.name,
        )

    async def _outcome(self, login: str, winner: Winner, now: int) -> Outcome:
        if reason := await reason_against(self._accounts, self._site, login, now):
            return reason
        if winner.access_level != 0:
            return "staff"
        level = await own_level(self._site, login)
        if (level.level if level else self._rules.default_privacy) == "hidden" or await self._is_hidden(winner.name):
            return "hidden"
        since = await self._site.one(MEMBER_SINCE, login=login)
        is_young = since is None or now - since.at < self._rules.new_account_days * DAY
        return "young" if is_young else "paid"

    async def _is_hidden(self, name: str) -> bool:
        return any(text.kind == "name" and text.name == shown_text(name) for text in await hidden_texts(self._site))


async def winners_of(game: Database, entrants: Entrants, ids: Sequence[int]) -> dict[int, Winner]:
    """Returns by the id of the character or clan; one that the game does not have is left out."""
    return {winner.entrant_id: winner for winner in await game.read(WINNERS[entrants], ids=ids)} if ids else {}


async def settle(site: Database, competition_id: int, settlement: PlaceOutcome, now: int) -> bool:
    """Settles one place. Returns False if it was settled before; then nothing changes."""
    return await run(site, lambda session: _settle(session, competition_id, settlement, now))


async def _settle(session: Session, competition_id: int, settlement: PlaceOutcome, now: int) -> bool:
    """The lock of the competition comes first: one that is closed meanwhile pays nothing."""
    key = f"prize:{competition_id}:{settlement.place}"
    competition = await session.one(repository.LOCK, id=competition_id)
    if competition is None or competition.closed_at is not None:
        return False
    prize = await session.one(LOCK_PRIZE, competition_id=competition_id, place=settlement.place)
    if prize is None or prize.outcome is not None:
        return False
    if settlement.outcome == "paid":
        await rewards.credit(session, KIND, key, HOUSE, settlement.account, prize.coins, now)
    await session.write(
        SETTLE,
        competition_id=competition_id,
        place=settlement.place,
        character_id=settlement.character_id,
        account=settlement.account or None,
        outcome=settlement.outcome,
        at=now,
    )
    await operator_log.record(session, key, before={"outcome": "not settled"}, after=_describe(settlement, prize.coins))
    return True


def _describe(settlement: PlaceOutcome, coins: int) -> dict[str, object]:
    """Returns the values of a settled place for the log of operators."""
    winner: dict[str, object]
    winner = {"outcome": OUTCOMES[settlement.outcome], "account": settlement.account, "character": settlement.name}
    if settlement.outcome != "paid":
        return winner
    return winner | {"coins": coins, "ledger": f"house:{HOUSE} -{coins}, wallet:{settlement.account} +{coins}"}
