"""Prizes: from `house:prizes` to the winners' wallets, each place once.

One transaction settles a place: the transfer under the key `prize:<competition>:<place>`, and the entry in the log of
operators. A place whose character takes no prize is settled without a transfer, and no other place moves up.
"""

from typing import Final

from msgspec import Struct

from gateway.database.database import Database, Session
from gateway.database.queries import query
from gateway.features.accounts.repository import AccountRepository
from gateway.features.accounts.standing import reason_against
from gateway.features.competitions.repository import CompetitionRecord, Outcome, Prize
from gateway.features.competitions.rules import BoardRow
from gateway.features.history import storage
from gateway.features.ledger import rewards
from gateway.features.ledger.posting import run
from gateway.features.operators import operator_log
from gateway.features.privacy.repository import hidden_texts, own_level
from gateway.features.rankings.account_index import AccountHash
from gateway.features.rankings.visibility import Privacy

KIND: Final = "competition"
HOUSE: Final = "prizes"
_DAY: Final = 86_400


class Winner(Struct, frozen=True):
    """A character as the game has it now."""

    character_id: int
    account_name: str
    name: str
    access_level: int


class FirstDay(Struct, frozen=True):
    """Epoch seconds; 0 if unknown."""

    at: int


class PrizeRules(Struct, frozen=True):
    """Settings that decide who takes a prize."""

    new_account_days: int
    default_privacy: Privacy


class PlaceOutcome(Struct, frozen=True):
    """`account` and `name` are those of the character; empty for a place without one."""

    place: int
    coins: int
    outcome: Outcome
    character_id: int | None = None
    account: str = ""
    name: str = ""


WINNERS: Final = query("competitions.winners", Winner)
MEMBER_SINCE: Final = query("competitions.member_since", FirstDay)
LOCK_PRIZE: Final = query("competitions.lock_prize", Prize)
SETTLE: Final = query("competitions.settle_prize", None)


class Payout:
    def __init__(self, site: Database, game: Database, accounts: AccountRepository, rules: PrizeRules) -> None:
        self._site, self._game, self._accounts, self._rules = site, game, accounts, rules

    async def settlements(self, record: CompetitionRecord, now: int) -> list[PlaceOutcome]:
        """Returns what paying the places that are not settled yet would do."""
        rows = record.board.rows if record.board else []
        open_prizes = [prize for prize in record.prizes if prize.outcome is None]
        ids = [rows[prize.place - 1].character_id for prize in open_prizes if prize.place <= len(rows)]
        winners = {one.character_id: one for one in await self._game.read(WINNERS, ids=ids)} if ids else {}
        key = await storage.account_key(self._site)
        return [
            await self._settlement(prize, rows[prize.place - 1], winners, AccountHash(key), now)
            if prize.place <= len(rows)
            else PlaceOutcome(prize.place, prize.coins, "empty")
            for prize in open_prizes
        ]

    async def _settlement(
        self, prize: Prize, row: BoardRow, winners: dict[int, Winner], account_hash: AccountHash, now: int
    ) -> PlaceOutcome:
        winner = winners.get(row.character_id)
        if winner is None or int(account_hash([winner.account_name])[0]) != row.account:
            return PlaceOutcome(prize.place, prize.coins, "gone", row.character_id)
        login = winner.account_name.lower()
        outcome = await self._outcome(login, winner, now)
        return PlaceOutcome(prize.place, prize.coins, outcome, row.character_id, login, winner.name)

    async def _outcome(self, login: str, winner: Winner, now: int) -> Outcome:
        if reason := await reason_against(self._accounts, self._site, login, now):
            return reason
        if winner.access_level != 0:
            return "staff"
        level = await own_level(self._site, login)
        if (level.level if level else self._rules.default_privacy) == "hidden" or await self._is_hidden(winner.name):
            return "hidden"
        since = await self._site.one(MEMBER_SINCE, login=login)
        is_young = since is None or now - since.at < self._rules.new_account_days * _DAY
        return "young" if is_young else "paid"

    async def _is_hidden(self, name: str) -> bool:
        return any(text.kind == "name" and text.name == name for text in await hidden_texts(self._site))


async def settle(site: Database, competition_id: int, settlement: PlaceOutcome, now: int) -> bool:
    """Settles one place. Returns False if it was settled before; then nothing changes."""
    return await run(site, lambda session: _settle(session, competition_id, settlement, now))


async def _settle(session: Session, competition_id: int, settlement: PlaceOutcome, now: int) -> bool:
    key = f"prize:{competition_id}:{settlement.place}"
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
    after = {"outcome": settlement.outcome, "account": settlement.account, "coins": prize.coins}
    await operator_log.record(session, key, after=after)
    return True
