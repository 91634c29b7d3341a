"""The ledger's view of an account's coins."""

from msgspec import Struct

from gateway.database.database import Database
from gateway.database.queries import query


class BalanceRow(Struct, frozen=True):
    """A ledger balance, or with kind `transit` the coins in deliveries to one character."""

    kind: str
    character_id: int
    amount: int


BALANCES = query("wallet.balances", BalanceRow)


class LedgerBalances(Struct, frozen=True):
    """An account's coins in the ledger. `transit`: character id → coins in open deliveries."""

    wallet: int
    held: int
    debt: int
    transit: dict[int, int]

    @property
    def in_transit(self) -> int:
        return sum(self.transit.values())

    @property
    def pending_delivery(self) -> int:
        return self.wallet + self.in_transit + self.held

    @property
    def available(self) -> int:
        return 0 if self.debt else self.wallet


async def ledger_balances(site: Database, login: str) -> LedgerBalances:
    accounts = [f"{kind}:{login}" for kind in ("wallet", "hold", "debt")]
    rows = await site.read(BALANCES, accounts=accounts, account=login)
    balance = {row.kind: row.amount for row in rows if row.kind != "transit"}
    transit = {row.character_id: row.amount for row in rows if row.kind == "transit"}
    return LedgerBalances(
        wallet=balance.get("wallet", 0), held=balance.get("hold", 0), debt=balance.get("debt", 0), transit=transit
    )
