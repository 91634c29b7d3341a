"""GET /api/admin/log: the operators' log, newest first, in pages by id."""

from datetime import datetime
from typing import Annotated, Final, Literal

import msgspec
from litestar.handlers import HTTPRouteHandler
from litestar.params import QueryParameter
from msgspec import Struct

from gateway.administration.fields import Needs
from gateway.administration.players.masks import mask_address
from gateway.administration.routes import get
from gateway.administration.sessions import Operator
from gateway.database.database import Database
from gateway.features.operators.operator_log import FACETS, LOG_PAGE, LogRow, Outcome, Via, read_reason
from gateway.http.paging import LAST_ID, BeforeId, keyset_page

_PAGE: Final = 50
_REFUSAL_FILTER: Final = {"without": 0, "with": 1, "only": 2}

_MONEY_VALUES: Final = frozenset({"refunded", "refunded_amount"})
"""Names of amounts among the values of a row."""

_Text = Annotated[str, QueryParameter(max_length=64)]


Values = dict[str, object]


def _without_money(values: Values) -> Values:
    return {name: None if name in _MONEY_VALUES else value for name, value in values.items()}


class OperatorLogRow(Struct, frozen=True, kw_only=True):
    """`before` and `after`: the columns that changed; null where the command does not record them. `address`: of
    the operator; masked for those who may not see addresses, as amounts are for those without the right to money."""

    id: int
    at: datetime
    operator: str
    command: str
    subject: str
    reason: str
    via: Via
    outcome: Outcome
    address: Annotated[str | None, Needs("players.reveal", mask_address)]
    before: Annotated[Values | None, Needs("money.read", _without_money)]
    after: Annotated[Values | None, Needs("money.read", _without_money)]


class OperatorLogPage(Struct, frozen=True):
    """`next`: id to read on from, null on the last page. `operators`, `commands`: values of the filters."""

    data: list[OperatorLogRow]
    next: int | None
    operators: list[str]
    commands: list[str]


def routes(site: Database) -> list[HTTPRouteHandler]:
    @get("/api/admin/log", permission="log.read")
    async def get_operator_log(
        operator: Operator,
        before: BeforeId = LAST_ID,
        by: _Text = "",
        command: _Text = "",
        subject: _Text = "",
        via: Annotated[Literal["command", "admin", ""], QueryParameter()] = "",
        refused: Annotated[Literal["with", "without", "only"], QueryParameter()] = "with",
    ) -> OperatorLogPage:
        """Rows of the operators' log."""
        rows = await site.read(
            LOG_PAGE,
            before=before,
            operator=by,
            command=command,
            subject=subject,
            via=via,
            refused=_REFUSAL_FILTER[refused],
            limit=_PAGE + 1,
        )
        page, next_id = keyset_page(rows, _PAGE, lambda row: row.id)
        facets = await site.read(FACETS)
        return OperatorLogPage(
            data=[_row(row, operator.language) for row in page],
            next=next_id,
            operators=sorted({facet.operator for facet in facets}),
            commands=sorted({facet.command for facet in facets}),
        )

    return [get_operator_log]


def _row(row: LogRow, language: str) -> OperatorLogRow:
    return OperatorLogRow(
        id=row.id,
        at=row.at,
        operator=row.operator,
        command=row.command,
        subject=row.subject,
        reason=read_reason(row, language),
        via=row.via,
        outcome=row.outcome,
        address=row.address,
        before=_values(row.old_values),
        after=_values(row.new_values),
    )


def _values(text: str | None) -> dict[str, object] | None:
    return msgspec.json.decode(text, type=dict[str, object]) if text else None
