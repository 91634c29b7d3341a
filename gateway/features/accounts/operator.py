"""Accounts in the administration: names that another person may have taken over wait for an operator."""

from collections.abc import Sequence

from msgspec import Struct

from gateway.administration.needs import MAX_NEEDS, Need
from gateway.administration.operator_pages import OperatorPages
from gateway.database.database import Databases
from gateway.database.queries import query
from gateway.registration.extra import Parts


class _Frozen(Struct, frozen=True):
    login: str
    frozen_at: int


FROZEN_ACCOUNTS = query("admin.frozen_accounts", _Frozen)


def pages(parts: Parts) -> OperatorPages:
    site = parts.get(Databases).site

    async def needs(_now: int) -> Sequence[Need]:
        rows = await site.read(FROZEN_ACCOUNTS, limit=MAX_NEEDS)
        return [
            Need(kind="account_frozen", subject=f"account:{row.login}", account=row.login, since=row.frozen_at)
            for row in rows
        ]

    return OperatorPages(needs=[needs])
