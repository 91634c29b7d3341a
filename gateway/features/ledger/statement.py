"""An account's last entries as text: newest first, each with the balance after it."""

from msgspec import Struct

from gateway.database.database import Database
from gateway.database.queries import query
from gateway.features.ledger.account_names import debt, hold, wallet
from gateway.features.operators.report import escape, moment, table


class StatementLine(Struct, frozen=True):
    """One entry; `total` and `count` cover all entries of the account. `note`: the operator and the reason."""

    transfer: int
    created_at: int
    kind: str
    reference: str
    key: str
    amount: int
    total: int
    count: int
    note: str | None = None


class Statement(Struct, frozen=True):
    account: str
    entries: list[StatementLine]


LAST_ENTRIES = query("ledger.last_entries", StatementLine)


async def read(site: Database, account: str, count: int) -> Statement:
    return Statement(account, await site.read(LAST_ENTRIES, account=account, limit=count))


async def of_player(site: Database, login: str, count: int) -> list[Statement]:
    return [await read(site, kind(login), count) for kind in (wallet, hold, debt)]


def format_lines(statement: Statement) -> list[str]:
    account, entries = escape(statement.account), statement.entries
    if not entries:
        return [f"{account}: no entry"]
    balance, count = entries[0].total, entries[0].count
    head = f"{account}: {balance:,} coins, {count:,} entries; the last {len(entries):,}, newest first"
    rows: list[tuple[object, ...]] = []
    for row in entries:
        amount = f"{row.amount:+,}"
        rows.append((moment(row.created_at), str(row.transfer), amount, balance, row.kind, row.reference, row.key))
        balance -= row.amount
    lines = table("time, transfer, amount, balance, kind, reference, key", rows, [row.note for row in entries])
    return [head, *(f"  {line}" for line in lines)]
