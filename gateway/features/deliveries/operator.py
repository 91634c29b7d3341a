"""Deliveries in the administration: those that an operator settles are cases of the overview."""

from collections.abc import Sequence

from gateway.administration.needs import MAX_NEEDS, Need
from gateway.administration.operator_pages import OperatorPages
from gateway.database.database import Databases
from gateway.features.deliveries import command
from gateway.features.deliveries.command import ListedDelivery
from gateway.registration.extra import Parts


def pages(parts: Parts) -> OperatorPages:
    site = parts.get(Databases).site

    async def needs(now: int) -> Sequence[Need]:
        return [_need(row) for row in await command.read(site, ("unconfirmed", "stuck"), "", MAX_NEEDS, now)]

    return OperatorPages(needs=[needs])


def _need(row: ListedDelivery) -> Need:
    is_unconfirmed = row.status == "unconfirmed"
    return Need(
        kind="delivery_unconfirmed" if is_unconfirmed else "delivery_stuck",
        subject=f"delivery:{row.id}",
        account=row.account,
        since=row.unconfirmed_at if is_unconfirmed else row.claimed_at,
        coins=row.amount,
    )
