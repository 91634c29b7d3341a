"""What the ledger knows of an account's coins."""

from msgspec import Struct

from gateway.database.database import Database
from gateway.database.queries import query


class Entry(Struct, frozen=True):
    """A balance of the ledger, or with the kind `transit` what is on its way to a character."""

    kind: str
    character_id: int
    amount: int


BOOKS = query("wallet.books", Entry)


class Books(Struct, frozen=True):
    """What the ledger knows of an account's coins. `transit` has the characters they are on their way to."""

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


async def books(site: Database, login: str) -> Books:
    accounts = [f"{kind}:{login}" for kind in ("wallet", "hold", "debt")]
    entries = await site.read(BOOKS, accounts=accounts, account=login)
    balance = {entry.kind: entry.amount for entry in entries if entry.kind != "transit"}
    transit = {entry.character_id: entry.amount for entry in entries if entry.kind == "transit"}
    return Books(balance.get("wallet", 0), balance.get("hold", 0), balance.get("debt", 0), transit)
