"""An account's last entries as text: newest first, each with the balance after it."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from gateway.database.database import Database
from gateway.database.queries import query
from gateway.features.operators.command_line import escaped, moment


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


LAST_ENTRIES = query("ledger.last_entries", StatementLine)


async def last_entries(site: Database, account: str, count: int) -> list[StatementLine]:
    return await site.read(LAST_ENTRIES, account=account, limit=count)


def format_lines(account: str, lines: Sequence[StatementLine]) -> Iterator[str]:
    """Yields lines of text without line ends."""
    if not lines:
        yield f"{escaped(account)}: no entry"
        return
    balance, count = lines[0].total, lines[0].count
    yield f"{escaped(account)}: {balance:,} coins, {count:,} entries; the last {len(lines):,}, newest first"
    yield f"  {'time':<20}  {'transfer':>10}  {'amount':>12}  {'balance':>14}  {'kind':<12}  reference, key"
    for line in lines:
        names = f"{escaped(line.kind):<12}  {escaped(line.reference)}, {escaped(line.key)}"
        names += f" ({escaped(line.note)})" if line.note else ""
        yield f"  {moment(line.created_at):<20}  {line.transfer:>10}  {line.amount:>+12,}  {balance:>14,}  {names}"
        balance -= line.amount
